/**
 * What the forms of pages have in common: each page view has a nonce, which its forms send, and the browser a cookie.
 * By both, a form that was sent twice is known. See `internal/Submissions`.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import type { HttpOptions } from "./HttpSettings.ts"
import { browserOf, cookieName, pairsOf } from "./internal/Submissions.ts"
import { nonceName } from "./Page.ts"
import { type Problem, problem } from "./Problem.ts"
import * as RequestReader from "./RequestReader.ts"

type Request = RequestReader.IncomingRequest
type Response = HttpServerResponse.HttpServerResponse

const newToken = (): string => Encoding.encodeHex(crypto.getRandomValues(new Uint8Array(16)))

/**
 * Sets `__form` on a page for a browser that does not present it: `HttpOnly`, `SameSite=Lax`, `Secure` with an https
 * base URL, until the browser is closed. It grants nothing.
 */
export const setCookie = ({ baseUrl }: Pick<HttpOptions, "baseUrl">, request: Request, response: Response) =>
  response.headers["content-type"]?.startsWith("text/html") === true && Option.isNone(browserOf(request))
    ? HttpServerResponse.unsafeSetCookie(response, cookieName, newToken(), {
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure: baseUrl.startsWith("https:")
      })
    : response

const cookieField = "cookie"

/** The problem of a browser that keeps no cookies: a sign-in would be lost. */
export const cookiesBlocked: Problem = problem("invalid_request", {
  errors: [{ field: cookieField, reason: "is required: the browser is blocking cookies" }]
})

/** Returns `true` for this problem. */
export const isCookiesBlocked = ({ code, errors }: Problem): boolean =>
  code === "invalid_request" && errors?.some(({ field }) => field === cookieField) === true

/** Returns `true` if a form of a page was sent without any cookie, although one came with the page. */
export const lacksCookies = (request: Request, form: URLSearchParams): boolean =>
  pairsOf(request).length === 0 && Option.isSome(RequestReader.single(form, nonceName))
