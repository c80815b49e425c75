/**
 * Where people's browsers reach an instance. It comes from configuration alone, never from a request header: that is
 * how links in mails stay ours (compare CVE-2023-49097, GHSA-3529-5m8x-rpv3).
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { defaultId, type Instance } from "./Instance.ts"
import type { Secret } from "../core/Token.ts"

/**
 * The port for public addresses. `layer` serves it from one base URL; provide your own if instances live elsewhere.
 *
 * @since 0.1.0
 */
export class PublicUrls extends Context.Tag("@latchkey/domain/PublicUrls")<
  PublicUrls,
  {
    /** Where Latchkey's paths begin on its origins: nothing, or such as `/auth`. */
    readonly prefix: string
    /** Scheme, host and port, such as `https://auth.example.com`: where links lead. */
    readonly origin: (instance: Instance) => string
    /** The origin of every host that the instance has. */
    readonly origins: (instance: Instance) => ReadonlyArray<string>
    /** The link that goes into a mail. It holds the token: treat it as a secret. */
    readonly verify: (instance: Instance, token: Secret) => string
    /** Where a browser goes after it has signed in on a page or by link. */
    readonly home: (instance: Instance) => string
  }
>() {}

const parts = /^(https?:\/\/)(\[[^\]]+\]|[^/:?#]+)(:[0-9]+)?$/

/**
 * Where Latchkey's paths begin on its origins, such as `/auth` in an app that mounts it there; nothing by default.
 *
 * @since 0.1.0
 */
export interface PublicUrlsOptions {
  readonly prefix?: `/${string}`
}

/**
 * `baseUrl` is the public origin of the `default` instance. Other instances have their first host there, on the same
 * scheme and port.
 *
 * @since 0.1.0
 */
export const make = (baseUrl: string, options: PublicUrlsOptions = {}): PublicUrls["Type"] => {
  const prefix = options.prefix ?? ""
  const [, scheme = "", , port = ""] = parts.exec(baseUrl) ?? []
  const origins = (instance: Instance) => {
    const ofHosts = instance.hosts.map((host) => `${scheme}${host}${port}`)
    return instance.id === defaultId ? [baseUrl, ...ofHosts] : ofHosts
  }
  const origin = (instance: Instance) => origins(instance)[0] ?? baseUrl
  return PublicUrls.of({
    prefix,
    origin,
    origins,
    verify: (instance, token) =>
      `${origin(instance)}${prefix}/v1/auth/magic-link/verify?token=${Redacted.value(token)}`,
    home: (instance) => instance.redirectUrl ?? `${origin(instance)}/`
  })
}

/**
 * `make` as a layer. `baseUrl` has no path and no slash at the end, such as `https://auth.example.com`.
 *
 * @since 0.1.0
 */
export const layer = (baseUrl: string, options?: PublicUrlsOptions): Layer.Layer<PublicUrls> =>
  Layer.succeed(PublicUrls, make(baseUrl, options))
