/**
 * Apps that keep tokens themselves, in place of cookies. A request says so with `X-Latchkey-Client: native`; its
 * `X-Latchkey-Client-Token` and `X-Latchkey-Pending-Token` are what the cookies `__client` and `__pending` are for a
 * browser, and so are those of a response. In place of `__session`, the body has a refresh token.
 */
import * as Token from "@latchkey/domain/core/Token"
import * as Option from "effect/Option"
import { type Problem, problem } from "./Problem.ts"
import type { PresentedCookies } from "./PresentedCookies.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** The names of the headers. */
export const names = {
  client: "x-latchkey-client",
  clientToken: "x-latchkey-client-token",
  pendingToken: "x-latchkey-pending-token"
} as const

/** Returns `true` if a request says that it is from an app without cookies. */
export const isNative = (headers: Headers): boolean => headers[names.client] !== undefined

/** Returns `true` if a browser makes the request for a page. Node's own `fetch` sends neither header. */
export const isOfPage = (headers: Headers): boolean =>
  headers["origin"] !== undefined || headers["sec-fetch-site"] !== undefined

const tokenOf = (headers: Headers, name: string) => Option.flatMap(Option.fromNullable(headers[name]), Token.parse)

/** Returns the token of the client. There is no session: a refresh token signs in to nothing by itself. */
export const read = (headers: Headers): PresentedCookies => ({
  clientToken: tokenOf(headers, names.clientToken),
  sessionToken: Option.none()
})

/** Returns the token of a sign-in that lacks its second factor. */
export const readPending = (headers: Headers): Option.Option<Token.Token> => tokenOf(headers, names.pendingToken)

const invalid = (field: string, reason: string) => problem("invalid_request", { errors: [{ field, reason }] })

/** Returns what is wrong with the headers: a page gets no refresh token, because other scripts could read it. */
export const refusalOf = (headers: Headers): Problem<"invalid_request"> | undefined => {
  if (headers[names.client] !== "native") return invalid(names.client, 'must be "native"')
  if (isOfPage(headers)) return invalid(names.client, "is for apps without cookies, not for pages")
  const malformed = [names.clientToken, names.pendingToken].find(
    (name) => headers[name] !== undefined && Option.isNone(tokenOf(headers, name))
  )
  return malformed === undefined ? undefined : invalid(malformed, "is not a token")
}
