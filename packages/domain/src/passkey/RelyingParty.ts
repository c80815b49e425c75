/** Which pages can ask for the passkeys of an instance (WebAuthn Level 3, 5.1.2 and 13.4.9). */
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import type { Instance } from "../instance/Instance.ts"
import type { PublicUrls } from "../instance/PublicUrls.ts"

/**
 * The relying party of an instance. `id`: the RP ID, to which passkeys are bound. `origins`: the exact origins of the
 * pages that may ask for them.
 */
export interface RelyingParty {
  readonly id: string
  readonly name: string
  readonly origins: ReadonlyArray<string>
}

const originPattern = /^https?:\/\/([^/:[\]]+)(:[0-9]+)?$/

/** Returns the host name of an origin, or `None` if it is an IPv6 address. */
const hostNameOf = (origin: string): Option.Option<string> => Option.fromNullable(originPattern.exec(origin)?.[1])

/** Returns the host of an origin without its port; an IPv6 address with its brackets. */
export const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, "").replace(/:[0-9]+$/, "")

const isIpv4 = (host: string): boolean => /^[0-9.]+$/.test(host)

/** As `hostNameOf`, without IP addresses of version 4: passkeys are bound to domains. */
const domainOf = (origin: string): Option.Option<string> => Option.filter(hostNameOf(origin), (name) => !isIpv4(name))

/** Returns `true` if pages of the host can use the RP ID: it is the RP ID or a subdomain of it. */
export const isWithin = (host: string, rpId: string): boolean => host === rpId || host.endsWith(`.${rpId}`)

/**
 * Returns the RP ID that an instance has by its settings, whether or not its pages can use it: `passkeyConfig.rpId`, or
 * the host of its public URL.
 */
export const rpIdOf = (urls: PublicUrls["Type"], instance: Instance): string =>
  instance.passkeyConfig.rpId ?? hostOf(urls.origin(instance))

/**
 * Returns the relying party of an instance. Returns `None` if pages of the instance could not use passkeys: the host is
 * an IP address, or not within the RP ID that is set.
 */
export const of = (urls: PublicUrls["Type"], instance: Instance): Option.Option<RelyingParty> =>
  Option.gen(function* () {
    const host = yield* domainOf(urls.origin(instance))
    const id = rpIdOf(urls, instance)
    if (!isWithin(host, id)) return yield* Option.none()
    const isAllowed = (origin: string) => Option.exists(hostNameOf(origin), (name) => isWithin(name, id))
    const all = [urls.origin(instance), ...urls.origins(instance), ...instance.origins]
    return { id, name: instance.name, origins: Arr.dedupe(all.filter(isAllowed)) }
  })
