/**
 * The cookie `__passkeys`: whether a browser can be offered a passkey after its next sign-in, or was offered one. It
 * grants nothing. One definition sets and reads it.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Option from "effect/Option"
import { textOf } from "./FormInput.ts"
import { offerName } from "./PasskeyForm.ts"

const name = "__passkeys"

/**
 * `possible`: the device can create a passkey, as the script said. `offered`: the user saw the offer, or needs none.
 */
export type OfferState = "possible" | "offered"

/**
 * How long each state lasts: as long as a sign-in link may take, and 400 days, the longest that browsers keep a cookie.
 */
const lifetimes: Readonly<Record<OfferState, `${number} seconds` | `${number} days`>> = {
  possible: "3600 seconds",
  offered: "400 days"
}

type Headers = Readonly<Record<string, string | undefined>>

const stateOf = (headers: Headers): string => Option.getOrElse(RequestReader.cookie(headers, name), () => "")

/** Returns `true` if a form says that the device can create a passkey, and the user has seen no offer on it. */
export const isPossible = (headers: Headers, form: URLSearchParams): boolean =>
  textOf(form, offerName) === "1" && stateOf(headers) !== "offered"

/** Returns `true` if an earlier form of this sign-in said so. */
export const wasPossible = (headers: Headers): boolean => stateOf(headers) === "possible"

/** Sets the cookie: `HttpOnly`, `SameSite=Lax`, below `path`, `Secure` with an https base URL. */
export const set = ({ baseUrl }: Pick<HttpOptions, "baseUrl">, path: string, state: OfferState): MapResponse =>
  HttpServerResponse.unsafeSetCookie(name, state, {
    path,
    httpOnly: true,
    sameSite: "lax",
    secure: baseUrl.startsWith("https:"),
    maxAge: lifetimes[state]
  })
