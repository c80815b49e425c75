/**
 * What the HTTP adapter has to be told.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/**
 * How Latchkey is reached, and by whom.
 *
 * - `baseUrl`: the public origin, such as `https://auth.example.com`. No slash at the end. Cookies are
 *   `Secure`, and HSTS is sent, when it is https.
 * - `allowedOrigins`: browser origins that may call with credentials, besides those of the instance and of `baseUrl`.
 * - `trustedProxies`: CIDR ranges whose `X-Forwarded-For` is believed. None: the socket's address is the client's.
 * - `cookieDomain`, `cookieSameSite`: none and `lax` keep the cookies on this one host.
 * - `adminApiKey`: the bearer key of the admin API; none turns the admin API off.
 *
 * @since 0.1.0
 */
export interface HttpOptions {
  readonly baseUrl: string
  readonly allowedOrigins: ReadonlyArray<string>
  readonly trustedProxies: ReadonlyArray<string>
  readonly cookieDomain: Option.Option<string>
  readonly cookieSameSite: "lax" | "strict" | "none"
  readonly adminApiKey: Option.Option<Redacted.Redacted>
}

/**
 * What holds unless it is set: no other origins, no proxies, cookies for this one host with `SameSite=Lax`, no admin
 * API.
 *
 * @since 0.1.0
 */
export const defaults: Omit<HttpOptions, "baseUrl"> = {
  allowedOrigins: [],
  trustedProxies: [],
  cookieDomain: Option.none(),
  cookieSameSite: "lax",
  adminApiKey: Option.none()
}

/** The settings as a service. @since 0.1.0 */
export class HttpSettings extends Context.Tag("../HttpSettings.ts")<HttpSettings, HttpOptions>() {}

/**
 * The settings: `baseUrl`, and whatever differs from `defaults`. Nothing is read from the environment. A range in
 * `trustedProxies` that is none (see `IpAddress.isRange`) is a defect when the routes are built.
 *
 * @since 0.1.0
 */
export const layer = (options: Pick<HttpOptions, "baseUrl"> & Partial<HttpOptions>): Layer.Layer<HttpSettings> =>
  Layer.succeed(HttpSettings, { ...defaults, ...options })
