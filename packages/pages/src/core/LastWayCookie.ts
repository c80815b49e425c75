/**
 * The cookie `__last`: the way in that the device used last, such as `password` or `identity_provider.google`. The
 * sign-in page marks it. It grants nothing, and says nothing about a user. One definition sets and reads it.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import type * as Option from "effect/Option"

const name = "__last"

/** Returns the way in. It is unchecked: compare it with those that a page shows. */
export const read = (headers: Readonly<Record<string, string | undefined>>): Option.Option<string> =>
  RequestReader.cookie(headers, name)

/** Sets the cookie for 400 days: `HttpOnly`, `SameSite=Lax`, below `path`, `Secure` with an https base URL. */
export const set = ({ baseUrl }: Pick<HttpOptions, "baseUrl">, path: string, way: string): MapResponse =>
  HttpServerResponse.unsafeSetCookie(name, way, {
    path,
    httpOnly: true,
    sameSite: "lax",
    secure: baseUrl.startsWith("https:"),
    maxAge: "400 days"
  })
