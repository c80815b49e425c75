/** IP addresses: which are on the public Internet, and which of them a socket gets. */
import { BlockList, isIP, type LookupFunction } from "node:net"

const special = new BlockList()
const loopback = new BlockList()
const unicast = new BlockList()

/** IANA's registry of special-purpose addresses, with multicast. A name on the Internet has no reason to name one. */
const ipv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4"
]

/** Within 2000::/3: Teredo and other protocols, documentation, and 6to4, which contains an IPv4 address. */
const ipv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]

const add = (list: BlockList, family: "ipv4" | "ipv6", ranges: ReadonlyArray<string>) => {
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/")
    list.addSubnet(network, Number(prefix), family)
  }
}

add(special, "ipv4", ipv4)
add(special, "ipv6", ipv6)
add(loopback, "ipv4", ["127.0.0.0/8"])
add(loopback, "ipv6", ["::1/128"])
add(unicast, "ipv6", ["2000::/3"])

/**
 * Returns whether it is an IP address on the public Internet. Of IPv6 that is global unicast only: no IPv4 address in
 * IPv6 (mapped, NAT64) is.
 */
export const isPublic = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !special.check(address, "ipv4")
  return family === 6 && !address.includes("%") && unicast.check(address, "ipv6") && !special.check(address, "ipv6")
}

/** Returns whether it is an IP address of this machine. */
export const isLoopback = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && !address.includes("%") && loopback.check(address, family === 4 ? "ipv4" : "ipv6")
}

/** Which addresses a URL may have. `refusal`: how the request fails without one. */
export interface Addresses<E extends Error> {
  readonly resolve: (hostname: string) => Promise<ReadonlyArray<string>>
  readonly accepts: (address: string) => boolean
  readonly refusal: E
}

/** Checks each address that a name has, at the moment of the connection, so the socket has an address that passed. */
export const checkedLookup =
  ({ accepts, refusal, resolve }: Addresses<Error>): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(accepts).map((address) => ({ address, family: isIP(address) }))
        const [first] = allowed
        if (first === undefined) return callback(refusal, "", 0)
        return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0)
    )
  }
