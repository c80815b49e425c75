/** What the settings and the instances let an app do, at its own origin: for `latchkey doctor --app`. */
import { isIP } from "node:net"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { isWithin } from "@latchkey/domain/passkey/RelyingParty"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import type { Settings } from "../core/Settings.ts"

/** The settings that decide it. */
export type AccessSettings = Pick<
  Settings,
  "allowedOrigins" | "baseUrl" | "cookieDomain" | "cookiePrefix" | "cookieSameSite"
>

/** An app, and the instance that it belongs to. */
export interface App {
  readonly origin: string
  readonly instance: Instance
}

const urlsOf = ({ allowedOrigins, baseUrl }: AccessSettings) => BaseUrl.make({ allowedOrigins, baseUrl, prefix: "" })

/** Returns `true` if the origin is one of the instance's own. */
export const isOwn = (settings: AccessSettings, { instance, origin }: App): boolean =>
  urlsOf(settings).origins(instance).includes(origin)

/** Returns `true` if pages of the origin may call the instance with cookies, and users may return to it. */
export const isAllowed = (settings: AccessSettings, { instance, origin }: App): boolean =>
  urlsOf(settings).isReturnOrigin(instance, origin)

/** Returns the origin of the instance: where the pages of its users are. */
export const serviceOf = (settings: AccessSettings, instance: Instance): string => urlsOf(settings).origin(instance)

/**
 * Returns the instances that an app may belong to: the one that has its origin or its host, or else those that allow
 * its origin.
 */
const instancesOf = (settings: AccessSettings, instances: ReadonlyArray<Instance>, origin: string) => {
  const { hostname } = new URL(origin)
  const named = instances.filter(({ hosts }) => hosts.includes(hostname))
  const own = named.length > 0 ? named : instances.filter((instance) => isOwn(settings, { instance, origin }))
  return own.length > 0 ? own : instances.filter((instance) => isAllowed(settings, { instance, origin }))
}

/** Returns the instance of an app, `default` if none names it, and what there is to say about that. */
export const findInstance = (
  settings: AccessSettings,
  instances: ReadonlyArray<Instance>,
  origin: string
): Option.Option<App & { readonly finding: Check.Finding }> => {
  const [found, ...others] = instancesOf(settings, instances, origin)
  const instance = found ?? instances.find(({ id }) => id === defaultId)
  if (instance === undefined) return Option.none()
  const at = `"${instance.id}", which is at ${serviceOf(settings, instance)}`
  const finding =
    others.length > 0
      ? Check.warning(
          `${at}, and ${others.map(({ id }) => `"${id}"`).join(", ")}: the host at which the app calls Latchkey chooses`
        )
      : found === undefined && instances.length > 1
        ? Check.warning(`${at}, because no instance has ${origin} among its hosts or origins`)
        : Check.ok(at)
  return Option.some({ origin, instance, finding })
}

/** Checks whether pages of the app may call Latchkey, and users may return to it. */
export const judgeOrigin = (settings: AccessSettings, app: App): Check.Finding => {
  const { instance, origin } = app
  const allows = "its pages may call Latchkey with credentials, and users may return to it"
  if (isOwn(settings, app)) return Check.ok(`${allows}: ${origin} is an origin of the instance itself`)
  if (instance.origins.includes(origin)) return Check.ok(`${allows}: the origins of the instance name ${origin}`)
  if (isAllowed(settings, app)) return Check.ok(`${allows}: ALLOWED_ORIGINS names ${origin}`)
  const list = `the origins of instance "${instance.id}"`
  const settingOf = instance.id === defaultId ? `ALLOWED_ORIGINS, or to ${list}` : list
  return Check.failed(
    `${origin} is not allowed: its pages cannot call Latchkey, and users do not return to it. Add it to ${settingOf}`
  )
}

/** Returns the longest domain of at least two labels that two hosts share. */
const sharedDomain = (one: string, other: string): Option.Option<string> => {
  if (isIP(one) !== 0 || isIP(other) !== 0) return Option.none()
  const labels = one.split(".")
  const domains = labels.map((_, index) => labels.slice(index).join(".")).filter((domain) => domain.includes("."))
  return Option.fromNullable(domains.find((domain) => isWithin(other, domain)))
}

// Browsers take cookies with SameSite=None with https only.
const ofOtherSite = ({ baseUrl, cookieSameSite }: AccessSettings, host: string): Check.Finding =>
  cookieSameSite === "none"
    ? Check.warning(
        `${host} is on another site: browsers that block cookies of other sites leave them out, and the app's own server gets none`
      )
    : Check.failed(
        `${host} is on another site, and browsers leave out cookies with COOKIE_SAME_SITE=${cookieSameSite}: put the app on a host of the same domain${baseUrl.startsWith("https:") ? ", or set COOKIE_SAME_SITE=none" : ", such as localhost for both"}`
      )

const ofSibling = ({ cookieDomain, cookiePrefix }: AccessSettings, domain: string): Check.Finding => {
  const setting =
    cookiePrefix === "host"
      ? `set COOKIE_DOMAIN=${domain} in the place of COOKIE_PREFIX`
      : `set COOKIE_DOMAIN=${domain}${Option.isSome(cookieDomain) ? ` in the place of ${cookieDomain.value}` : ""}`
  return Check.warning(
    `fetch from its pages has the cookies, if ${domain} is no public suffix such as co.uk; the app's own server gets none: if it reads them, ${setting}`
  )
}

/** Checks whether browsers send the cookies from pages of the app, and to its server. */
export const judgeCookies = (settings: AccessSettings, { instance, origin }: App): Check.Finding => {
  const service = new URL(serviceOf(settings, instance))
  const app = new URL(origin)
  if (app.protocol !== service.protocol) {
    return Check.failed(
      app.protocol === "http:"
        ? "BASE_URL is https, so browsers send the cookies with https only, and the app has http: serve it with https"
        : "the app has https, and browsers do not let its pages call BASE_URL with http: serve Latchkey with https"
    )
  }
  if (app.hostname === service.hostname) return Check.ok(`the app is on Latchkey's host, ${app.hostname}`)
  const { cookieDomain } = settings
  const reaching = Option.filter(
    cookieDomain,
    (domain) => isWithin(app.hostname, domain) && isWithin(service.hostname, domain)
  )
  if (Option.isSome(reaching)) {
    return Check.ok(`COOKIE_DOMAIN=${reaching.value} includes ${app.hostname}: its pages and its server get them`)
  }
  return Option.match(sharedDomain(app.hostname, service.hostname), {
    onNone: () => ofOtherSite(settings, app.hostname),
    onSome: (domain) => ofSibling(settings, domain)
  })
}

/** Returns `true` if a request that reaches the instance `default` by mistake has other CORS headers. */
export const showsInstance = (
  settings: AccessSettings,
  instances: ReadonlyArray<Instance>,
  { instance, origin }: App
): boolean => {
  const fallback = instances.find(({ id }) => id === defaultId)
  return fallback !== undefined && instance.id !== defaultId && !isAllowed(settings, { instance: fallback, origin })
}
