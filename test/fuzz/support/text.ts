import * as fc from "effect/FastCheck"

/** A part of every random value. No response may contain it. */
export const marker = "fz7c1e9"

const marked = (text: string): string => `${marker}${text}`

const hostile = [
  "",
  "\u0000",
  "\u0001\u001b[31m",
  "\r\nset-cookie: a=b",
  "\ud800",
  "\udc00x",
  "\u202e\u200b\ufeff",
  "\u{1f469}\u200d\u{1f680}".repeat(20),
  "' or 1=1; --",
  '"; drop table users; --',
  "<script>alert(1)</script>",
  "{{7*7}}",
  "../../../../etc/passwd",
  "%00%0d%0a",
  "__proto__",
  "A".repeat(300),
  "A".repeat(5_000),
  "e\u0301".repeat(200),
  "\uff20example.com",
  "\uff20\uff45xample\u3002com\u00a0\ufeff",
  "@m\u00fc\u034fller.example\u00ad",
  "@example.com",
  "@xn--a.example",
  "@[127.0.0.1]",
  "@a.".concat("b".repeat(70))
]

/** Hostile texts that contain the marker. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostile).map(marked),
  fc.string({ unit: "binary", maxLength: 40 }).map(marked),
  fc.string({ maxLength: 20 }).map((end) => `${marked("")}${end}`)
)

/** Texts that `node:http` sends in a header: latin1 without control characters. */
export const headerText: fc.Arbitrary<string> = fc.oneof(
  text.map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 1_000)),
  fc
    .string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 20 })
    .map(marked)
)

/** Texts that `node:http` sends in a path or query. */
export const pathText: fc.Arbitrary<string> = fc.oneof(
  text.map((value) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, "?")).slice(0, 2_000)),
  fc
    .constantFrom("%", "%zz", "%00", "%c0%ae", "%ed%a0%80", "%2e%2e%2f", ";a=b", "#", "\\", "//", "..", "*")
    .map(marked),
  headerText.map((value) => value.replace(/[\t ]/g, "+"))
)

const scalar = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, "", [], {}),
  fc.double({ noNaN: true, noDefaultInfinity: true })
)

const nested = fc.integer({ min: 1, max: 4_000 }).map((depth) => {
  let value: unknown = marker
  for (let level = 0; level < Math.min(depth, 1_500); level++) value = depth % 2 === 0 ? [value] : { [marker]: value }
  return value
})

/** Any JSON value. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 5 }) },
  { weight: 2, arbitrary: fc.dictionary(text, scalar, { maxKeys: 4 }) },
  { weight: 1, arbitrary: nested }
)
