/**
 * The cookies `__client`, `__session` and `__pending`, or `__Host-__client` and so on with the `cookiePrefix`: one
 * definition sets, reads and clears them. The first identifies the client and grants nothing by itself; the second is
 * the session; the third is a sign-in that lacks its second factor. All are opaque and `HttpOnly` (RFC 6265bis).
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import {
  clientLifetime,
  type IssuedSession,
  type PendingSignIn,
  type SignInResult
} from "@latchkey/domain/session/SessionIssuer"
import type * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type CookieNames, type Naming, namesOf } from "../core/CookieNames.ts"
import type { CookieOptions } from "../core/HttpSettings.ts"
import type { MapResponse } from "../core/Implementation.ts"
import type { PresentedCookies } from "../core/PresentedCookies.ts"
import * as NativeClient from "../core/NativeClient.ts"
import * as RequestReader from "../core/RequestReader.ts"
import type { SessionResponse, SignInResponse } from "./SessionApi.ts"

/** Returns the `Cookie` header of a client that has both cookies, or `None`. It contains the tokens. */
export const toHeader = (options: Naming, { clientToken, sessionToken }: PresentedCookies): Option.Option<string> => {
  const names = namesOf(options)
  return Option.zipWith(
    clientToken,
    sessionToken,
    (client, session) => `${names.client}=${Redacted.value(client)}; ${names.session}=${Redacted.value(session)}`
  )
}

/** Returns the `Cookie` header of a client that is not signed in. It contains the token. */
export const clientHeader = (options: Naming, clientToken: Token.Token): string =>
  `${namesOf(options).client}=${Redacted.value(clientToken)}`

/** Those of operators are for the dashboard, unless the prefix of their names binds them to the whole host. */
const pathOf = ({ cookieOwner, cookiePrefix, prefix }: CookieOptions): string =>
  cookieOwner === "operators" && cookiePrefix === "none" ? prefix : "/"

const attributes = (options: CookieOptions): Cookies.Cookie["options"] => {
  const { baseUrl, cookieDomain, cookieSameSite } = options
  return {
    path: pathOf(options),
    httpOnly: true,
    sameSite: cookieSameSite,
    secure: baseUrl.startsWith("https:"),
    ...(Option.isSome(cookieDomain) ? { domain: cookieDomain.value } : {})
  }
}

/** Cookies of operators end with the browser session. */
const lasting = ({ cookieOwner }: CookieOptions, maxAge: Duration.Duration) =>
  cookieOwner === "operators" ? {} : { maxAge }

const set = (
  options: CookieOptions,
  name: keyof CookieNames,
  token: Token.Token,
  maxAge: Duration.Duration
): MapResponse =>
  HttpServerResponse.unsafeSetCookie(namesOf(options)[name], Redacted.value(token), {
    ...attributes(options),
    ...lasting(options, maxAge)
  })

/**
 * Sets both cookies, with new tokens: `Path=/`, `HttpOnly`, `SameSite` of the settings, and `Secure` with an https base
 * URL. `__client` lasts 400 days, `__session` as long as the session.
 */
export const setSession =
  (options: CookieOptions, { clientToken, lifetime, sessionToken }: IssuedSession): MapResponse =>
  (response) =>
    response.pipe(set(options, "client", clientToken, clientLifetime), set(options, "session", sessionToken, lifetime))

/** Sets `__pending`, with the attributes of the others, for as long as the sign-in is pending, and `__client`. */
export const setPending =
  (options: CookieOptions, { clientToken, lifetime, token }: PendingSignIn): MapResponse =>
  (response) =>
    response.pipe(set(options, "client", clientToken, clientLifetime), set(options, "pending", token, lifetime))

/** Sets the cookies of a sign-in: those of its session, or of a pending sign-in. */
export const setSignIn = (options: CookieOptions, result: SignInResult): MapResponse =>
  result._tag === "SignedIn" ? setSession(options, result) : setPending(options, result)

/** Clears `__pending`, and keeps the others. */
export const clearPending = (options: CookieOptions): MapResponse =>
  HttpServerResponse.unsafeSetCookie(namesOf(options).pending, "", { ...attributes(options), maxAge: 0 })

/**
 * Reads `__pending`, by the name of the settings and no other; of a native client, its header. `None` if a request has
 * two.
 */
export const readPending = (
  options: Naming,
  headers: Readonly<Record<string, string | undefined>>
): Option.Option<Token.Token> => {
  if (NativeClient.isNative(headers)) return NativeClient.readPending(headers)
  const [value, another] = RequestReader.cookies(headers)(namesOf(options).pending)
  return another === undefined ? Option.flatMap(Option.fromNullable(value), Token.parse) : Option.none()
}

/** Sets `__client` for 400 days, without signing in. */
export const setClient = (options: CookieOptions, clientToken: Token.Token): MapResponse =>
  set(options, "client", clientToken, clientLifetime)

/** Clears `__session`, and keeps `__client`. */
export const clearSession = (options: CookieOptions): MapResponse =>
  HttpServerResponse.unsafeSetCookie(namesOf(options).session, "", { ...attributes(options), maxAge: 0 })

/** Makes the reply of a new session, with its cookies. */
export const issued = (
  options: CookieOptions,
  session: IssuedSession
): { readonly body: SessionResponse; readonly mapResponse: MapResponse } => ({
  body: { userId: session.userId, sessionId: session.sessionId },
  mapResponse: setSession(options, session)
})

/** Makes the reply of a sign-in, with its cookies. */
export const signedIn = (
  options: CookieOptions,
  result: SignInResult
): { readonly body: SignInResponse; readonly mapResponse: MapResponse } =>
  result._tag === "SignedIn"
    ? issued(options, result)
    : { body: { secondFactorRequired: result.options }, mapResponse: setPending(options, result) }
