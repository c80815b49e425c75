import * as fc from "effect/FastCheck"
import { headerText, marker } from "./text.ts"

export type Headers = Record<string, string | Array<string>>

const often = <A>(usual: A, other: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: other })

const contentTypes = [
  "application/json; charset=utf-8",
  "application/json;charset=utf-16",
  "APPLICATION/JSON",
  "application/merge-patch+json",
  "application/x-www-form-urlencoded",
  `multipart/form-data; boundary=${marker}`,
  "text/plain",
  "text/html",
  "application/xml",
  ",",
  ";"
]

const origins = ["null", "https://evil.example", "http://127.0.0.1", "https://", `https://${marker}.example`, "file://"]

const addresses = [
  "192.0.2.7",
  "2001:db8::7",
  "::ffff:192.0.2.9",
  "[2001:db8::1]:443",
  "192.0.2.8:99, 127.0.0.1",
  "1.2.3.4,".repeat(500),
  "999.1.1.1",
  "fe80::1%eth0",
  "unknown",
  ",,,"
]

const cookies = [
  `__session=${marker}; __client=${marker}`,
  `__session=${"A".repeat(43)}; __client=${"A".repeat(43)}`,
  `__session=a; __session=b; __client=${marker}`,
  "=; ;;; =x; __session",
  `__session="${marker}"; __client=%00%ff`,
  `${marker}=x; `.repeat(300)
]

const choice = (values: ReadonlyArray<string>) => fc.oneof(fc.constantFrom(...values), headerText)

/** Every header that Latchkey or the platform reads, with valid and invalid values. */
const known: Readonly<Record<string, fc.Arbitrary<string>>> = {
  accept: choice(["text/html", "*/*", "text/html;q=0.1, application/json", "text/html,".repeat(200)]),
  "content-encoding": choice(["identity", "gzip", "br", "deflate, gzip"]),
  cookie: choice(cookies),
  expect: fc.constantFrom("100-continue"),
  forwarded: headerText.map((value) => `for=${value}`),
  host: choice([
    "default",
    "127.0.0.1",
    "127.0.0.1:1",
    "[::1]",
    "EXAMPLE.COM",
    "a".repeat(300),
    "",
    "a..b",
    "a.",
    "%61",
    "%00",
    "a b",
    "a@b",
    "[:::]"
  ]),
  "if-none-match": choice(["*"]),
  origin: choice(origins),
  purpose: choice(["prefetch"]),
  range: choice(["bytes=0-"]),
  referer: headerText,
  "sec-fetch-dest": choice(["document", "empty"]),
  "sec-fetch-mode": choice(["navigate", "cors"]),
  "sec-fetch-site": choice(["cross-site", "same-origin", "same-site", "none"]),
  "sec-purpose": choice(["prefetch"]),
  traceparent: choice([`00-${"a".repeat(32)}-${"b".repeat(16)}-01`]),
  "x-b3-traceid": headerText,
  "x-forwarded-for": choice(addresses),
  "x-forwarded-host": headerText,
  "x-forwarded-proto": choice(["https"]),
  "x-http-method-override": choice(["DELETE"]),
  "x-request-id": headerText
}

const oneKnown = fc
  .constantFrom(...Object.entries(known))
  .chain(([name, value]) => value.map((text): Headers => ({ [name]: text })))

const unknown = headerText.map((value): Headers => ({ [`x-${marker}`]: [value, value] }))

/** Makes headers for a request. `key` is the admin key. */
export const headersFor = (isAdmin: boolean, key: string): fc.Arbitrary<Headers> =>
  fc
    .record({
      type: often("application/json", choice(contentTypes)),
      authorization: often(
        isAdmin ? `Bearer ${key}` : "",
        fc.oneof(
          fc.constantFrom("Bearer", "Bearer ", `bearer ${key}`, `Basic ${marker}`, `Bearer ${marker}`),
          headerText
        )
      ),
      others: fc.array(fc.oneof({ weight: 9, arbitrary: oneKnown }, { weight: 1, arbitrary: unknown }), {
        maxLength: 4
      })
    })
    .map(({ authorization, others, type }) => {
      const own: Headers = { "content-type": type, ...(authorization === "" ? {} : { authorization }) }
      return Object.assign({}, own, ...others)
    })
