import * as fc from "effect/FastCheck"
import { marker } from "./text.ts"

/** Text that compresses badly: a store that compresses values reaches its limits only with such. */
const random = (length: number): string => {
  let state = length
  let text = ""
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += state.toString(36)
  }
  return text.slice(0, length)
}

const times = [
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "0001-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59-01:00",
  "+010000-01-01T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "294277-01-01",
  "2024-02-30",
  "2024-02-30T00:00:00Z",
  "2026-06-30T23:59:60Z",
  "infinity",
  "-infinity",
  "epoch"
]

const numbers = [
  0,
  -0,
  -1,
  0.5,
  1e-7,
  32_768,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  253_402_300_800,
  8.64e15,
  8.64e15 + 1,
  -8.64e15,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  1e19,
  1e308,
  5e-324
]

const texts = [
  ...[2_000, 2_705, 8_192, 20_000].map(random),
  "\u0000",
  `${marker}\u0000`,
  "\ud800",
  "\ufeff",
  "\u202e",
  "\u0661\u0662\u0663",
  "%",
  "_",
  "\\",
  "\\u0000",
  "'",
  "{",
  "{}",
  "{NULL}",
  "NULL",
  "NaN",
  "1e999",
  "\u{1f469}\u200d\u{1f680}".repeat(40),
  `${random(63)}@${random(60)}.example`,
  `ada@${"a.".repeat(120)}example`,
  "ada@xn--a.example",
  "user_00000000-0000-7000-8000-000000000000",
  "user_ffffffff-ffff-7fff-bfff-ffffffffffff"
]

const time = fc.constantFrom<unknown>(...times)
const number = fc.constantFrom<unknown>(...numbers)
const text = fc.constantFrom<unknown>(...texts)
const other = fc.constantFrom<unknown>(
  null,
  true,
  [],
  {},
  [null],
  Array.from({ length: 150 }, () => "a.example")
)

/** Values that a schema may take, and a store may not. */
export const extremes: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: time },
  { weight: 3, arbitrary: number },
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: other }
)

/** As `extremes`, mostly of the same kind as a valid value. */
const insteadOf = (valid: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: typeof valid === "number" ? number : /^\d{4}-\d\d-\d\d/.test(String(valid)) ? time : text
    },
    { weight: 1, arbitrary: extremes }
  )

/** Returns a value as text that a URL can hold. */
export const wellFormed = (value: unknown): string => String(value).replace(/\p{Surrogate}/gu, "\ufffd")

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Cursors that only an attacker makes. */
const cursors: fc.Arbitrary<string> = fc
  .record({
    email: fc.oneof(fc.constant<unknown>("ada@example.com"), extremes),
    id: fc.oneof(fc.constant<unknown>("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"), extremes),
    createdAt: number
  })
  .map(base64)

type Path = readonly [ReadonlyArray<string | number>, unknown]

const pathsOf = (value: unknown, path: ReadonlyArray<string | number> = []): ReadonlyArray<Path> => {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, Array.isArray(value) ? Number(key) : key]))
      : []
  return path.length === 0 ? inner : [[path, value], ...inner]
}

const put = (value: unknown, [key, ...rest]: ReadonlyArray<string | number>, next: unknown): unknown => {
  if (key === undefined) return next
  if (typeof value !== "object" || value === null) return value
  const inner = put((value as Record<string, unknown>)[key], rest, next)
  return Array.isArray(value) ? value.map((old, index) => (index === key ? inner : old)) : { ...value, [key]: inner }
}

/** Replaces one or two of the values in a body, at any depth. */
export const replaced = (body: unknown): fc.Arbitrary<unknown> => {
  const paths = pathsOf(body)
  if (paths.length === 0) return fc.constant(body)
  const change = fc.constantFrom(...paths).chain(([path, valid]) => fc.tuple(fc.constant(path), insteadOf(valid)))
  return fc
    .array(change, { minLength: 1, maxLength: 2 })
    .map((changes) => changes.reduce<unknown>((value, [path, next]) => put(value, path, next), body))
}

/** A query with extreme values for some of the parameters. */
export const queryFor = (valid: Readonly<Record<string, unknown>>): fc.Arbitrary<string> => {
  const names = Object.keys(valid)
  if (names.length === 0) return fc.constant("")
  const pair = fc
    .constantFrom(...names)
    .chain((name) =>
      fc.tuple(fc.constant(name), name === "cursor" ? fc.oneof(cursors, extremes) : insteadOf(valid[name]))
    )
  return fc
    .uniqueArray(pair, { maxLength: 2, selector: ([name]) => name })
    .map((pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, wellFormed(value).slice(0, 6_000)])))
    .map((query) => (query.size === 0 ? "" : `?${query}`))
}
