/**
 * Warns about `X-Forwarded-For` from a peer that is not a trusted proxy: if it is the operator's proxy, all of its
 * users share the limits of one IP address.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as IpAddress from "../IpAddress.ts"

/** Makes the function that looks at the peer of a request with that header, and warns about the first one. */
export const make = (trustedProxies: ReadonlyArray<string>): ((peer: Option.Option<string>) => Effect.Effect<void>) => {
  const isTrusted = IpAddress.makeIsTrusted(trustedProxies)
  let isLogged = false
  // Nearly all requests come from one proxy, and parsing its address takes longer than comparing it.
  let lastTrusted: string | undefined
  const isTrustedPeer = (peer: string): boolean => {
    if (peer === lastTrusted) return true
    if (!isTrusted(peer)) return false
    lastTrusted = peer
    return true
  }
  return (peer) =>
    Effect.suspend(() => {
      if (isLogged || Option.exists(peer, isTrustedPeer)) return Effect.void
      isLogged = true
      const from = Option.getOrElse(Option.filter(peer, IpAddress.isAddress), () => "an unknown IP address")
      return Effect.logWarning(
        `Ignored X-Forwarded-For from ${from}, which is not a trusted proxy. If it is your proxy, set TRUSTED_PROXIES (in an app, trustedProxies of HttpSettings) to its addresses: until then all users behind it share the limits of one IP address. Anything else that sends this header may be ignored. This is logged once`
      )
    })
}
