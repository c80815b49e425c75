import * as fc from "effect/FastCheck"
import { endpoints, type ContractEndpoint } from "@latchkey/test-support/contract"
import { bodyFor } from "./bodies.ts"
import { type Headers, headersFor } from "./headers.ts"
import { marker, pathText } from "./text.ts"

export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: Uint8Array | undefined
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "M-SEARCH", "QUERY"]

/** Replaces the id in the path of an update: every request uses the instance `default`, which must not change. */
const pathOf = ({ name, path }: ContractEndpoint, id: string): string =>
  name === "updateInstance" ? path.replace(/default$/, id) : path

/** Other spellings of a path. Routers accept some of them. */
const spellings: ReadonlyArray<(path: string) => string> = [
  (path) => `${path}/`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll("/", "//"),
  (path) => path.replace("a", "%61"),
  (path) => path.replace("/v1", "/v1/../v1/."),
  (path) => `${path};${marker}`,
  (path) => `http://${marker}.example${path}`,
  (path) => path.slice(1)
]

const paths = (own: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant(own) },
    { weight: 3, arbitrary: fc.constantFrom(...spellings).map((spell) => spell(own)) },
    { weight: 2, arbitrary: pathText.map((text) => `${own.slice(0, own.lastIndexOf("/") + 1)}${text}`) },
    { weight: 1, arbitrary: pathText.map((text) => `/${text}`) }
  )

const queries: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: pathText.map((text) => `?token=${text}`) },
  { weight: 1, arbitrary: pathText.map((text) => `?token=${text}&token=${text}`) },
  { weight: 1, arbitrary: fc.array(pathText, { maxLength: 5 }).map((texts) => `?${texts.join("&")}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`?token=${"A".repeat(43)}`, "?token", "?token[]=a", "?&=&", `?${"a&".repeat(3_000)}`)
  }
)

const target = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...endpoints) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("/", "/docs", "/openapi.json", "/metrics")
      .map((path): ContractEndpoint => ({ name: "none", method: "GET", path, isAdmin: false, readsBody: false }))
  }
)

/** Requests to everything that there is, and to what there is not. `id` is an instance that they may change. */
export const requestTo = ({ id, key }: { readonly id: string; readonly key: string }): fc.Arbitrary<FuzzRequest> =>
  target.chain((endpoint) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 5, arbitrary: fc.constant(endpoint.method as string) },
          { weight: 1, arbitrary: fc.constantFrom(...methods) }
        ),
        path: paths(pathOf(endpoint, id)),
        query: queries,
        headers: headersFor(endpoint.isAdmin, key),
        body: ["GET", "HEAD"].includes(endpoint.method)
          ? fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: bodyFor(endpoint.name) })
          : bodyFor(endpoint.name)
      })
      .map(({ body, headers, method, path, query }) => ({ method, path: `${path}${query}`, headers, body }))
      // A random method may still make it an update of `default`.
      .filter(({ method, path }) => method !== "PATCH" || !/instances\/+default/i.test(path))
  )
