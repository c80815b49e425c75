/** The settings of the HTTP adapter. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as HttpSettingsCheck from "./internal/HttpSettingsCheck.ts"
import * as SettingRules from "./SettingRules.ts"

/**
 * - `baseUrl`: the public origin, such as `https://auth.example.com`, without a slash at the end. If it is https,
 *   cookies are `Secure` and HSTS is sent.
 * - `prefix`: the path below which Latchkey is mounted, such as `/auth`, without a slash at the end; empty by default.
 * - `allowedOrigins`: browser origins that may call the `default` instance with credentials, in addition to its own and
 *   its `origins`. Other instances have only theirs.
 *   Users may also return to them after signing in.
 * - `localOrigins`: whether pages on every other port of the host of `baseUrl` are allowed, too, for development. Only
 *   with a `baseUrl` on localhost. `false` by default.
 * - `trustedProxies`: CIDR ranges whose `X-Forwarded-For` is trusted. Without any, the socket's IP address counts.
 * - `cookieDomain`, `cookieSameSite`: by default none and `lax`, so that the cookies stay on this one host. `none`
 *   requires an https `baseUrl`, and the host of `baseUrl` must belong to the domain.
 * - `cookiePrefix`: `host` names the cookies of users `__Host-__client` and `__Host-__session`, which browsers accept
 *   from this host only, over https. Requires an https `baseUrl` and no `cookieDomain`. `none` by default.
 * - `cookieOwner`: whose cookies they are; by default those of users. Those of `operators` have other names, end with
 *   the browser session, and are for the dashboard alone: see `OperatorSettings`. No app sets it.
 * - `adminApiKey`: the bearer key of the admin API with the role `admin`, at least 32 characters. Without it, only API
 *   keys work there.
 * - `adminApiKeyPrevious`: the key that it replaces, which works, too, until programs have the new one.
 */
export interface HttpOptions {
  readonly baseUrl: string
  readonly prefix: "" | `/${string}`
  readonly allowedOrigins: ReadonlyArray<string>
  readonly localOrigins: boolean
  readonly trustedProxies: ReadonlyArray<string>
  readonly cookieDomain: Option.Option<string>
  readonly cookieSameSite: "lax" | "strict" | "none"
  readonly cookiePrefix: "none" | "host"
  readonly cookieOwner?: "users" | "operators"
  readonly adminApiKey: Option.Option<Redacted.Redacted>
  readonly adminApiKeyPrevious: Option.Option<Redacted.Redacted>
}

/** The settings that cookies depend on. */
export type CookieOptions = Pick<
  HttpOptions,
  "baseUrl" | "cookieDomain" | "cookieOwner" | "cookiePrefix" | "cookieSameSite" | "prefix"
>

/** The defaults: no prefix, no other origins, no proxies, cookies for this host with `SameSite=Lax`, no admin key. */
export const defaults: Omit<HttpOptions, "baseUrl"> = {
  prefix: "",
  allowedOrigins: [],
  localOrigins: false,
  trustedProxies: [],
  cookieDomain: Option.none(),
  cookieSameSite: "lax",
  cookiePrefix: "none",
  adminApiKey: Option.none(),
  adminApiKeyPrevious: Option.none()
}

/** The settings as a service. */
export class HttpSettings extends Context.Tag("@latchkey/http/HttpSettings")<HttpSettings, HttpOptions>() {}

/** What may be left out has a default. */
export type Options = Pick<HttpOptions, "baseUrl"> & Partial<Omit<HttpOptions, "cookieOwner">>

/** Settings are wrong. `message` names each, its value unless it is secret, what is expected, and an example. */
export class InvalidHttpSettings extends Data.TaggedError("InvalidHttpSettings")<{
  readonly errors: ReadonlyArray<SettingRules.SettingError>
}> {
  override get message(): string {
    return `HttpSettings: ${SettingRules.report(this.errors)}`
  }
}

// Many apps compile without `exactOptionalPropertyTypes`, and pass `undefined` for what they leave out.
const withDefaults = (options: Options): HttpOptions => {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, baseUrl: options.baseUrl, ...Object.fromEntries(given) }
}

/**
 * Checks the settings, and adds `defaults`. Reads nothing from the environment. Values are not normalized, because the
 * app uses the same ones elsewhere: a `baseUrl` or an origin with a slash at the end is wrong. Fails with
 * `InvalidHttpSettings`, which names everything that is wrong.
 */
export const make = (options: Options): Effect.Effect<HttpOptions, InvalidHttpSettings> => {
  const settings = withDefaults(options)
  const errors = HttpSettingsCheck.errorsOf(settings)
  return errors.length === 0 ? Effect.succeed(settings) : new InvalidHttpSettings({ errors })
}

/**
 * Makes the settings from `baseUrl` and everything that differs from `defaults`. Fails as `make` does when it is built.
 */
export const layer = (options: Options): Layer.Layer<HttpSettings, InvalidHttpSettings> =>
  Layer.effect(HttpSettings, make(options))
