/**
 * The cookie `__passkeys`: whether a browser can be offered a passkey after its next sign-in, or was offered one.
 */
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as Option from "effect/Option"
import { textOf } from "./FormInput.ts"
import * as PageCookie from "./PageCookie.ts"
import { offerName } from "./PasskeyForm.ts"

const cookie = PageCookie.make("passkeys")

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

type Context = Pick<RequestContext, "cookies" | "request">

const stateOf = ({ cookies, request: { headers } }: Context): string =>
  Option.getOrElse(cookie.read(cookies, headers), () => "")

/** Returns `true` if a form says that the device can create a passkey, and the user has seen no offer on it. */
export const isPossible = (context: Context, form: URLSearchParams): boolean =>
  textOf(form, offerName) === "1" && stateOf(context) !== "offered"

/** Returns `true` if an earlier form of this sign-in said so. */
export const wasPossible = (context: Context): boolean => stateOf(context) === "possible"

/** Sets the cookie. */
export const set = (settings: PageCookie.Settings, path: string, state: OfferState): MapResponse =>
  cookie.set(settings, path, state, lifetimes[state])
