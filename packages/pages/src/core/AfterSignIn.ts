/**
 * Where a browser goes after a sign-in: first to the page that asks for the second factor, says that the account will
 * be deleted, or offers a passkey.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { IssuedSession, PendingSignIn } from "@latchkey/domain/session/SessionIssuer"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import * as Paths from "./Paths.ts"
import * as ReturnUrl from "./ReturnUrl.ts"
import type { Layout } from "./Site.ts"
import * as PasskeyOfferCookie from "./PasskeyOfferCookie.ts"

/** How a sign-in ended. */
export type SignInEnd = Pick<IssuedSession, "_tag" | "deletionAt"> | Pick<PendingSignIn, "_tag">

/**
 * - `end`: how the sign-in ended.
 * - `returnUrl`: as the user gave it, and allowed.
 * - `url`: where they go in the end.
 * - `canOffer`: whether the device can create a passkey, and the user has seen no offer on it.
 */
export interface SignInStep {
  readonly end: SignInEnd
  readonly returnUrl: Option.Option<string>
  readonly url: string
  readonly canOffer: boolean
}

type Urls = Pick<Layout, "prefix" | "urls">

const orEmpty = (returnUrl: Option.Option<string>): string => Option.getOrElse(returnUrl, () => "")

/** Returns where a user goes who has no details to add: first to the page that verifies the address, if required. */
export const verifyUrl = ({ prefix, urls }: Urls, instance: Instance, returnUrl: Option.Option<string>): string =>
  instance.sessionConfig.requireVerifiedEmail
    ? ReturnUrl.append(`${prefix}${Paths.accountVerify}`, orEmpty(returnUrl))
    : ReturnUrl.orHome(urls, instance, returnUrl)

const detailsUrl = ({ prefix }: Urls, returnUrl: Option.Option<string>): string =>
  ReturnUrl.append(`${prefix}${Paths.accountDetails}`, orEmpty(returnUrl))

const hasFields = ({ signUp }: Instance): boolean => signUp.fields.length > 0

/**
 * Returns where a user goes after a sign-in that verifies no email address: first to the page that asks for what the
 * instance wants to know, which leads on if nothing is missing, and to the page that verifies it if that is required.
 */
export const nextUrl = (site: Urls, instance: Instance, returnUrl: Option.Option<string>): string =>
  hasFields(instance) ? detailsUrl(site, returnUrl) : verifyUrl(site, instance, returnUrl)

/** Returns where a user goes after a sign-in that has verified the address. */
export const verifiedUrl = (site: Urls, instance: Instance, returnUrl: Option.Option<string>): string =>
  hasFields(instance) ? detailsUrl(site, returnUrl) : ReturnUrl.orHome(site.urls, instance, returnUrl)

/** Returns where the browser goes first. */
export const locationOf = (prefix: string, { canOffer, end, returnUrl, url }: SignInStep): string => {
  if (end._tag === "SecondFactorRequired") {
    return ReturnUrl.append(`${prefix}${Paths.secondFactor}`, orEmpty(returnUrl))
  }
  if (Option.isSome(end.deletionAt)) return ReturnUrl.append(`${prefix}${Paths.accountDelete}`, orEmpty(returnUrl))
  return canOffer ? ReturnUrl.append(`${prefix}${Paths.accountPasskeyOffer}`, orEmpty(returnUrl)) : url
}

/** Returns the same for a sign-in that has verified the address, in a browser that is offered no passkey. */
export const urlAfterVerified = (
  site: Urls,
  instance: Instance,
  end: SignInEnd,
  returnUrl: Option.Option<string>
): string => locationOf(site.prefix, { end, returnUrl, url: verifiedUrl(site, instance, returnUrl), canOffer: false })

/**
 * Redirects there. After the second factor the offer is still possible. The response lacks the cookies of the sign-in.
 */
export const redirect = (
  { cookiePath, prefix }: Pick<Layout, "cookiePath" | "prefix">,
  { cookies }: Pick<RequestContext, "cookies">,
  step: SignInStep
): HttpServerResponse.HttpServerResponse => {
  const response = Page.redirect(locationOf(prefix, step))
  return step.canOffer && step.end._tag === "SecondFactorRequired"
    ? PasskeyOfferCookie.set(cookies, cookiePath, "possible")(response)
    : response
}
