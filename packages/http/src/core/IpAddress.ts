/**
 * The network address that a request is counted under.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import ipaddr from "ipaddr.js"

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/**
 * The address at the other end of the connection, for servers whose requests do not know it: the handlers of the Fetch
 * API. Give it with each request (`handler(request, Context.make(RemoteAddress, Option.some(ip)))`). Without it all
 * people together have the budget of one.
 *
 * @since 0.1.0
 */
export class RemoteAddress extends Context.Reference<RemoteAddress>()("../RemoteAddress.ts", {
  defaultValue: (): Option.Option<string> => Option.none()
}) {}

/** An address in one spelling: a zone is dropped, and IPv4-mapped IPv6 is IPv4. */
const parse = (text: string): Option.Option<Address> => {
  try {
    return Option.some(ipaddr.process(text.replace(/%.*$/, "")))
  } catch {
    return Option.none()
  }
}

const portOf = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/** An entry of `X-Forwarded-For`, which some proxies write with a port. */
const parseForwarded = (entry: string): Option.Option<Address> => {
  const match = portOf.exec(entry)
  return parse(match?.[1] ?? match?.[2] ?? entry)
}

/**
 * The key of an address: IPv4 as it is; of IPv6 the /64, because that is what one subscriber has to itself
 * (compare CVE-2026-45364 and, for the mapping, CVE-2026-30827).
 */
const keyOf = (address: Address): string =>
  address instanceof ipaddr.IPv6
    ? `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
    : address.toString()

const unknown = "unknown"

/** Whether a text is a CIDR range, such as `10.0.0.0/8`. @since 0.1.0 */
export const isRange = (text: string): boolean => ipaddr.isValidCIDR(text)

/**
 * Whether a text is an address that can be reached from everywhere, not from one machine or network alone.
 *
 * @since 0.1.0
 */
export const isPublic = (text: string): boolean =>
  Option.exists(parse(text), (address) => address.range() === "unicast")

/**
 * Makes the function that tells a request's address. Without trusted proxies that is the socket's, whatever headers
 * say. With them `X-Forwarded-For` is read from the right, past every trusted address, to the first that is not: what
 * a client writes into the header itself only ever lands further left. An entry that is no address ends the walk at the
 * proxy that reported it; a socket without an address shares one strict bucket.
 *
 * @since 0.1.0
 */
export const make = (
  trustedProxies: ReadonlyArray<string>
): ((remoteAddress: Option.Option<string>, forwardedFor: string | undefined) => string) => {
  const ranges: ReadonlyArray<Range> = trustedProxies.map((range) => {
    const [address, bits] = ipaddr.parseCIDR(range)
    return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
      ? [address.toIPv4Address(), Math.max(0, bits - 96)]
      : [address, bits]
  })
  const isTrusted = (address: Address) =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))

  return (remoteAddress: Option.Option<string>, forwardedFor: string | undefined): string => {
    let nearest = Option.flatMap(remoteAddress, parse)
    const hops = Arr.reverse((forwardedFor ?? "").split(",").map((entry) => entry.trim()))
    for (const hop of hops) {
      if (Option.isNone(nearest) || !isTrusted(nearest.value)) break
      const next = parseForwarded(hop)
      if (Option.isNone(next)) break
      nearest = next
    }
    return Option.match(nearest, { onNone: () => unknown, onSome: keyOf })
  }
}
