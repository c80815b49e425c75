/** Batches of users from a stream of NDJSON. */
import type { ImportedUser } from "@latchkey/domain/operator/UserImport"
import * as UserRecord from "@latchkey/http/account/UserRecord"
import * as Either from "effect/Either"
import * as ImportSources from "./ImportSources.ts"
import type { Line } from "./Lines.ts"
import * as Lines from "./Lines.ts"

/** 64 KiB: the most bytes of a line. */
export const maxLineBytes = 64 * 1024

/** What is wrong with a line. `reason` follows the name of the field, and contains no value. */
export interface LineError {
  readonly line: number
  readonly field: string
  readonly reason: string
}

/** A line that has a user, or is wrong. */
export interface Entry {
  readonly line: number
  readonly user: Either.Either<ImportedUser, ReadonlyArray<Omit<LineError, "line">>>
}

/** The next lines of a stream. `end`: how many bytes of the stream they and all before them have. */
export interface Batch {
  readonly entries: ReadonlyArray<Entry>
  readonly lastLine: number
  readonly end: number
}

const wrong = (reason: string): Entry["user"] => Either.left([{ field: "line", reason }])

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

const withoutMark = ({ bytes, number }: Line): Buffer | undefined =>
  number === 1 && bytes?.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes

const textOf = (bytes: Buffer): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string): Either.Either<unknown, undefined> => {
  try {
    return Either.right(JSON.parse(text))
  } catch {
    return Either.left(undefined)
  }
}

/** Reads a line. Returns `undefined` for an empty one. */
const read = (line: Line, from: ImportSources.SourceName): Entry["user"] | undefined => {
  const bytes = withoutMark(line)
  if (bytes === undefined) return wrong(`is longer than ${maxLineBytes} bytes`)
  const text = textOf(bytes)
  if (text === undefined) return wrong("is not UTF-8")
  if (text.trim() === "") return undefined
  const json = parse(text)
  if (Either.isLeft(json)) return wrong("is not JSON")
  const record = ImportSources.toRecord(from, json.right)
  return record === undefined ? wrong("is not a JSON object") : UserRecord.decode(record)
}

/** The file is no NDJSON: it begins with a list. */
export class JsonArray extends Error {}

const startsArray = (line: Line): boolean => /^\s*\[/.test(withoutMark(line)?.toString("latin1") ?? "")

/** Yields batches of `size` users at most. Throws `JsonArray` if the first line begins a list. */
export async function* batches(
  chunks: AsyncIterable<Uint8Array>,
  from: ImportSources.SourceName,
  size: number
): AsyncGenerator<Batch> {
  let entries: Array<Entry> = []
  let last: Pick<Line, "end" | "number"> = { end: 0, number: 0 }
  for await (const lines of Lines.split(chunks, maxLineBytes)) {
    for (const line of lines) {
      if (line.number === 1 && startsArray(line)) throw new JsonArray()
      const user = read(line, from)
      last = line
      if (user !== undefined) entries.push({ line: line.number, user })
      if (entries.length < size) continue
      yield { entries, lastLine: last.number, end: last.end }
      entries = []
    }
  }
  if (entries.length > 0) yield { entries, lastLine: last.number, end: last.end }
}
