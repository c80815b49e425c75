/** Files of users: reading one as a stream, and writing one as a whole. */
import { randomBytes } from "node:crypto"
import { createReadStream, statSync } from "node:fs"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import type { Readable, Writable } from "node:stream"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CommandError } from "../core/CommandError.ts"
import { reasonOf } from "./FileFailure.ts"

/** `size`: none for standard input, a pipe, and what else has no size. */
export interface Input {
  readonly stream: Readable
  readonly size: number | undefined
}

/** The name that stands for standard input. */
export const standardInput = "-"

/** Makes the error of a file that cannot be read. */
export const notReadable = (path: string, error: unknown): CommandError =>
  new CommandError({ message: `Cannot read ${path}: ${reasonOf(error)}.` })

/** Opens a file, or standard input, until the scope closes. */
export const read = (path: string): Effect.Effect<Input, CommandError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: (): Input => {
        if (path === standardInput) return { stream: process.stdin, size: undefined }
        const stats = statSync(path)
        if (stats.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" })
        const stream = createReadStream(path, { highWaterMark: 256 * 1024 })
        return { stream, size: stats.isFile() ? stats.size : undefined }
      },
      catch: (error) => notReadable(path, error)
    }),
    ({ stream }) => Effect.sync(() => stream.destroy())
  )

/** Writes text, and waits until there is room for more. */
export type Write = (text: string) => Effect.Effect<void, CommandError>

const notWritable = (path: string) => (error: unknown) =>
  new CommandError({ message: `Cannot write ${path}: ${reasonOf(error)}.` })

/** Writes to a stream such as standard output. */
export const toStream = (stream: Writable): Write => {
  // Every write reports its own error. Without a listener the same error would end the process.
  stream.on("error", () => undefined)
  return (text) =>
    Effect.async((resume) => {
      stream.write(text, (error) => resume(error ? Effect.fail(notWritable("to standard output")(error)) : Effect.void))
    })
}

const discard = (file: FileHandle, part: string) =>
  Effect.promise(async () => {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
  })

/**
 * Runs `use` with a new file that only its owner can read, and puts it in the place of `path` if `use` succeeds. So
 * `path` is complete, or as it was.
 */
export const replace = <A, E, R>(
  path: string,
  use: (write: Write) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | CommandError, R> => {
  const part = `${path}.${randomBytes(4).toString("hex")}.part`
  const attempt = <B>(work: () => Promise<B>) => Effect.tryPromise({ try: work, catch: notWritable(path) })
  return Effect.acquireUseRelease(
    attempt(() => open(part, "wx", 0o600)),
    (file) =>
      use((text) => Effect.asVoid(attempt(() => file.writeFile(text)))).pipe(
        Effect.tap(() => attempt(() => file.sync())),
        Effect.tap(() => attempt(() => rename(part, path)))
      ),
    (file) => discard(file, part)
  )
}
