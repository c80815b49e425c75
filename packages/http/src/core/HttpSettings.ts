/**
 * The settings of the HTTP adapter.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/**
 * - `baseUrl`: the public origin, such as `https://auth.example.com`, without a slash at the end. If it is https, cookies
 *   are `Secure` and HSTS is sent.
 * - `prefix`: the path below which Latchkey is mounted, such as `/auth`; empty by default.
 * - `allowedOrigins`: browser origins that may call the `default` instance with credentials, in addition to its own and
 *   its `origins`. Other instances have only theirs.
 * - `trustedProxies`: CIDR ranges whose `X-Forwarded-For` is trusted. Without any, the socket's IP address counts.
 * - `cookieDomain`, `cookieSameSite`: by default none and `lax`, so that the cookies stay on this one host.
 * - `cookiePrefix`: `host` names the cookies of users `__Host-__client` and `__Host-__session`, which browsers accept from
 *   this host only, over https. Requires an https `baseUrl` and no `cookieDomain`. `none` by default.
 * - `adminApiKey`: the bearer key of the admin API; none turns the admin API off.
 *
 * @since 0.1.0
 */
export interface HttpOptions {
  readonly baseUrl: string
  readonly prefix: "" | `/${string}`
  readonly allowedOrigins: ReadonlyArray<string>
  readonly trustedProxies: ReadonlyArray<string>
  readonly cookieDomain: Option.Option<string>
  readonly cookieSameSite: "lax" | "strict" | "none"
  readonly cookiePrefix: "none" | "host"
  readonly adminApiKey: Option.Option<Redacted.Redacted>
}

/** The settings that cookies depend on. @since 0.1.0 */
export type CookieOptions = Pick<HttpOptions, "baseUrl" | "cookieDomain" | "cookiePrefix" | "cookieSameSite">

/**
 * The defaults: no prefix, no other origins, no proxies, cookies for this host with `SameSite=Lax`, no admin API.
 *
 * @since 0.1.0
 */
export const defaults: Omit<HttpOptions, "baseUrl"> = {
  prefix: "",
  allowedOrigins: [],
  trustedProxies: [],
  cookieDomain: Option.none(),
  cookieSameSite: "lax",
  cookiePrefix: "none",
  adminApiKey: Option.none()
}

/** The settings as a service. @since 0.1.0 */
export class HttpSettings extends Context.Tag("@latchkey/http/HttpSettings")<HttpSettings, HttpOptions>() {}

/** Returns `true` if browsers accept the cookies: with the prefix only over https and without a domain (RFC 6265bis). */
const isPrefixAllowed = ({ baseUrl, cookieDomain, cookiePrefix }: CookieOptions): boolean =>
  cookiePrefix === "none" || (baseUrl.startsWith("https:") && Option.isNone(cookieDomain))

/**
 * Makes the settings from `baseUrl` and everything that differs from `defaults`. Reads nothing from the environment. A
 * `cookiePrefix` that contradicts other settings is a defect when the layer is built, and an invalid range in
 * `trustedProxies` (see `IpAddress.isRange`) when the routes are.
 *
 * @since 0.1.0
 */
export const layer = (options: Pick<HttpOptions, "baseUrl"> & Partial<HttpOptions>): Layer.Layer<HttpSettings> => {
  const settings = { ...defaults, ...options }
  return isPrefixAllowed(settings)
    ? Layer.succeed(HttpSettings, settings)
    : Layer.die(new TypeError('cookiePrefix "host" requires an https baseUrl and no cookieDomain'))
}
