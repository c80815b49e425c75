/**
 * Warns about `X-Forwarded-For` from a peer that is not a trusted proxy: if it is the operator's proxy, all of its
 * users share the limits of one IP address.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as IpAddress from "../IpAddress.ts"

interface ForwardedWarning {
  /** Returns `true` if the peer is not a trusted proxy, and nothing was logged yet. */
  readonly isDue: (peer: Option.Option<string>) => boolean
  readonly log: (peer: Option.Option<string>) => Effect.Effect<void>
}

/** Makes the warning about the peer of a request with that header. */
export const make = (trustedProxies: ReadonlyArray<string>): ForwardedWarning => {
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
  return {
    isDue: (peer) => !isLogged && !Option.exists(peer, isTrustedPeer),
    log: (peer) =>
      Effect.suspend(() => {
        if (isLogged) return Effect.void
        isLogged = true
        const from = Option.getOrElse(Option.filter(peer, IpAddress.isAddress), () => "an unknown IP address")
        return Effect.logWarning(
          `Ignored X-Forwarded-For from ${from}, which is not a trusted proxy. If it is your proxy, set TRUSTED_PROXIES (in an app, trustedProxies of HttpSettings) to its addresses: until then all users behind it share the limits of one IP address. Anything else that sends this header may be ignored. This is logged once`
        )
      })
  }
}
