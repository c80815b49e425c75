/**
 * The cookie `__enrollment`: the authenticator app that the user of a browser is setting up, so that the QR code is the
 * same after the page was loaded again. Its secret is encrypted, for its user only, and works for 30 minutes. One
 * definition sets, reads and clears it.
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Option from "effect/Option"

const name = "__enrollment"

type Settings = Pick<HttpOptions, "baseUrl">

/** Returns the enrollment, unchecked, or `""` if the cookie is missing or repeated. */
export const read = (headers: Readonly<Record<string, string | undefined>>): string =>
  Option.getOrElse(RequestReader.cookie(headers, name), () => "")

const attributes = ({ baseUrl }: Settings, path: string): Cookies.Cookie["options"] => ({
  path,
  httpOnly: true,
  sameSite: "lax",
  secure: baseUrl.startsWith("https:")
})

/** Sets the cookie for 30 minutes: `HttpOnly`, `SameSite=Lax`, below `path`, `Secure` with an https base URL. */
export const set = (settings: Settings, path: string, enrollment: string): MapResponse =>
  HttpServerResponse.unsafeSetCookie(name, enrollment, { ...attributes(settings, path), maxAge: "30 minutes" })

/** Clears the cookie. */
export const clear = (settings: Settings, path: string): MapResponse =>
  HttpServerResponse.unsafeSetCookie(name, "", { ...attributes(settings, path), maxAge: 0 })
