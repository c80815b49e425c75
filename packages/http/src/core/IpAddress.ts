/** The IP address that a request's limits are kept for. */
import type { Caller } from "@latchkey/domain/core/Caller"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import ipaddr from "ipaddr.js"

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/**
 * The IP address of the peer, for servers whose requests do not know it: handlers of the Fetch API. Provide it with
 * each request (`handler(request, Context.make(RemoteAddress, Option.some(ip)))`). Without it, all callers share the
 * limits of one IP address.
 */
export class RemoteAddress extends Context.Reference<RemoteAddress>()("@latchkey/http/RemoteAddress", {
  defaultValue: (): Option.Option<string> => Option.none()
}) {}

/** 64:ff9b::/96: IPv4 behind NAT64 (RFC 6052, 2.1). Its last 32 bits are the IPv4 address. */
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("64:ff9b::"), 96]

const fromNat64 = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address

/** Normalizes an address: drops a zone, and turns IPv6 that stands for IPv4 (mapped, or NAT64) into IPv4. */
const parse = (text: string): Option.Option<Address> => {
  try {
    return Option.some(fromNat64(ipaddr.process(text.replace(/%.*$/, ""))))
  } catch {
    return Option.none()
  }
}

const portOf = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/** Parses an entry of `X-Forwarded-For`, which some proxies write with a port. */
const parseForwarded = (entry: string): Option.Option<Address> => {
  const match = portOf.exec(entry)
  return parse(match?.[1] ?? match?.[2] ?? entry)
}

const networkOf = (address: ipaddr.IPv6, bits: 48 | 56 | 64): string => {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts
  const subnet = { 48: 0, 56: fourth & 0xff00, 64: fourth }[bits]
  return `${new ipaddr.IPv6([first, second, third, subnet, 0, 0, 0, 0]).toString()}/${bits}`
}

/** The networks of a caller that limits are kept for. */
export type Networks = Pick<Caller, "ipAddress" | "widerNetworks">

/**
 * Returns IPv4 unchanged, and the /64 of IPv6, because one subscriber has all of it (compare CVE-2026-45364 and, for
 * the mapping, CVE-2026-30827). Providers also give subscribers a /56 or a /48, with 256 or 65,536 of them.
 */
const networksOf = (address: Address): Networks =>
  address instanceof ipaddr.IPv6
    ? { ipAddress: networkOf(address, 64), widerNetworks: [networkOf(address, 56), networkOf(address, 48)] }
    : { ipAddress: address.toString() }

const unknown: Networks = { ipAddress: "unknown" }

/** Returns `true` if a text is a CIDR range, such as `10.0.0.0/8`. */
export const isRange = (text: string): boolean => ipaddr.isValidCIDR(text)

/** Returns `true` if a text is an address of the public internet, not of one machine or private network. */
export const isPublic = (text: string): boolean =>
  Option.exists(parse(text), (address) => address.range() === "unicast")

/** Addresses in a range of IPv4 that is written as IPv6 are IPv4, and so must the range be. */
const toIPv4Range = ([address, bits]: Range): Range => {
  if (!(address instanceof ipaddr.IPv6) || bits < 96) return [address, bits]
  const ipv4 = address.isIPv4MappedAddress() ? address.toIPv4Address() : fromNat64(address)
  return ipv4 instanceof ipaddr.IPv4 ? [ipv4, bits - 96] : [address, bits]
}

const makeInRanges = (trustedProxies: ReadonlyArray<string>): ((address: Address) => boolean) => {
  const ranges = trustedProxies.map((range) => toIPv4Range(ipaddr.parseCIDR(range)))
  return (address) => ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

/** Returns `true` if a text is an IP address. */
export const isAddress = (text: string): boolean => Option.isSome(parse(text))

/** Makes the function that returns `true` for the IP address of a trusted proxy. */
export const makeIsTrusted = (trustedProxies: ReadonlyArray<string>): ((text: string) => boolean) => {
  const isInRanges = makeInRanges(trustedProxies)
  return (text) => Option.exists(parse(text), isInRanges)
}

/**
 * Makes the function that returns a request's IP address, and its wider networks. Without trusted proxies that is the
 * socket's, whatever the headers say. With them, `X-Forwarded-For` is read from the right, past every trusted address,
 * to the first that is not trusted: an entry that a client adds itself is always further left. An invalid entry stops
 * at the proxy that reported it. All sockets without an address share one key.
 */
export const make = (
  trustedProxies: ReadonlyArray<string>
): ((remoteAddress: Option.Option<string>, forwardedFor: string | undefined) => Networks) => {
  const isTrusted = makeInRanges(trustedProxies)

  return (remoteAddress: Option.Option<string>, forwardedFor: string | undefined): Networks => {
    let nearest = Option.flatMap(remoteAddress, parse)
    const hops = Arr.reverse((forwardedFor ?? "").split(",").map((entry) => entry.trim()))
    for (const hop of hops) {
      if (Option.isNone(nearest) || !isTrusted(nearest.value)) break
      const next = parseForwarded(hop)
      if (Option.isNone(next)) break
      nearest = next
    }
    return Option.match(nearest, { onNone: () => unknown, onSome: networksOf })
  }
}
