import { header, type RequestLike } from "./RequestLike.ts"

/** The cookies of a request. `problem`: why they are none of a session, although some are there; contains no value. */
export interface AppCookies {
  /** The `Cookie` header of a session check. Absent without both cookies. */
  readonly session?: string
  /** The `Cookie` header of a sign-out: whatever is there of Latchkey's. */
  readonly all: string
  readonly problem?: string
}

const isOurs = (pair: string) => /^(__Host-)?__(client|session)=/.test(pair)
const isWhole = (pair: string) => /=[\w-]{43}$/.test(pair)

const problemOf = (pairs: ReadonlyArray<string>): string => {
  const names = pairs.map((pair) => pair.slice(0, pair.indexOf("=")))
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) return `two cookies ${repeated}`
  const odd = pairs.findIndex((pair) => !isWhole(pair))
  if (odd >= 0) return `a malformed cookie ${names[odd]}`
  return `${names.join(" and ")} only: a session needs both cookies, of one COOKIE_PREFIX`
}

/**
 * Reads Latchkey's cookies, with and without the prefix, and no others. Latchkey ignores those that its settings do not
 * name. Two of one name are none: another site may have planted one of them.
 */
export const read = (request: RequestLike): AppCookies => {
  const pairs = (header(request, "cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter(isOurs)
  const all = pairs.join("; ")
  if (all === "") return { all }
  const has = (name: string) => pairs.filter((pair) => pair.startsWith(`${name}=`)).length === 1
  const isSession =
    new Set(pairs.map((pair) => pair.split("=")[0])).size === pairs.length &&
    pairs.every(isWhole) &&
    ["", "__Host-"].some((prefix) => has(`${prefix}__client`) && has(`${prefix}__session`))
  return isSession ? { session: all, all } : { all, problem: problemOf(pairs) }
}
