import * as IpAddress from "@latchkey/http/core/IpAddress"
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"

/** Makes the function that returns the IP address only. */
const make = (trustedProxies: ReadonlyArray<string>) => {
  const networksOf = IpAddress.make(trustedProxies)
  return (socket: Option.Option<string>, forwardedFor: string | undefined) => networksOf(socket, forwardedFor).ipAddress
}

const direct = (socket: string) => make([])(Option.some(socket), undefined)
const widerNetworks = (socket: string) => IpAddress.make([])(Option.some(socket), undefined).widerNetworks
const proxied = make(["10.0.0.0/8", "2001:db8:ffff::/48"])
const behindProxy = (forwardedFor?: string) => proxied(Option.some("10.0.0.1"), forwardedFor)

describe("IpAddress without trusted proxies", () => {
  it("is the socket's IP address, whatever the header says", () => {
    const ipAddressOf = make([])
    assert.strictEqual(ipAddressOf(Option.some("203.0.113.7"), "198.51.100.1"), "203.0.113.7")
    assert.strictEqual(ipAddressOf(Option.some("127.0.0.1"), "198.51.100.1, 127.0.0.1"), "127.0.0.1")
  })

  it("is one shared key if the socket has no IP address", () => {
    const ipAddressOf = make([])
    assert.strictEqual(ipAddressOf(Option.none(), undefined), "unknown")
    assert.strictEqual(ipAddressOf(Option.none(), "198.51.100.1"), "unknown")
    assert.strictEqual(ipAddressOf(Option.some("/run/latchkey.sock"), "198.51.100.1"), "unknown")
  })
})

describe("IpAddress of IPv6", () => {
  it.each([
    "2001:db8:1:2::1",
    "2001:DB8:1:2::1",
    "2001:0db8:0001:0002:0000:0000:0000:0001",
    "2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:db8:1:2:a:b:192.0.2.1",
    "2001:db8:1:2::1%eth0"
  ])("is the /64 of its subscriber: %s", (address) => {
    assert.strictEqual(direct(address), direct("2001:db8:1:2::"))
    assert.strictEqual(direct(address), "2001:db8:1:2::/64")
  })

  it("differs for two subscribers", () => {
    assert.notStrictEqual(direct("2001:db8:1:2::1"), direct("2001:db8:1:3::1"))
  })

  it.each(["::ffff:203.0.113.7", "::FFFF:203.0.113.7", "::ffff:cb00:7107", "0:0:0:0:0:ffff:203.0.113.7"])(
    "is IPv4 if it only maps IPv4: %s",
    (address) => assert.strictEqual(direct(address), "203.0.113.7")
  )

  it("differs for two mapped IPv4 addresses, though they share a /64", () => {
    assert.notStrictEqual(direct("::ffff:203.0.113.7"), direct("::ffff:203.0.113.8"))
  })
})

describe("IpAddress of NAT64", () => {
  it.each(["64:ff9b::203.0.113.7", "64:ff9b::cb00:7107", "0064:ff9b:0:0:0:0:cb00:7107"])(
    "is the IPv4 address in it, without wider networks: %s",
    (address) => {
      assert.strictEqual(direct(address), "203.0.113.7")
      assert.isUndefined(widerNetworks(address))
      assert.strictEqual(behindProxy(address), "203.0.113.7")
    }
  )

  it.each(["64:ff9b:1::203.0.113.7", "64:ff9b:0:0:0:1:cb00:7107", "64:ff9a::203.0.113.7"])(
    "is not any other address: %s",
    (address) => assert.match(direct(address), /\/64$/)
  )
})

describe("The wider networks of an IP address", () => {
  it("are the /56 and the /48 of IPv6, in this order", () => {
    assert.deepStrictEqual(widerNetworks("2001:db8:1:2a3b::1"), ["2001:db8:1:2a00::/56", "2001:db8:1::/48"])
    assert.deepStrictEqual(widerNetworks("2001:db8:1:2aff:ffff::9"), ["2001:db8:1:2a00::/56", "2001:db8:1::/48"])
    assert.deepStrictEqual(widerNetworks("2001:db8:2:2a3b::1"), ["2001:db8:2:2a00::/56", "2001:db8:2::/48"])
  })

  it.each(["203.0.113.7", "::ffff:203.0.113.7", "/run/latchkey.sock"])("are none for %s", (address) =>
    assert.isUndefined(widerNetworks(address))
  )
})

describe("IpAddress behind trusted proxies", () => {
  it("is the rightmost entry that is not trusted", () => {
    assert.strictEqual(behindProxy("203.0.113.7"), "203.0.113.7")
    assert.strictEqual(behindProxy("203.0.113.7, 10.1.2.3"), "203.0.113.7")
    assert.strictEqual(behindProxy("203.0.113.7,10.1.2.3 , 10.4.5.6"), "203.0.113.7")
  })

  it.each(["198.51.100.1", "10.9.9.9", "unknown", "", "'; drop table", "198.51.100.1, 198.51.100.2"])(
    "ignores what a client wrote further left: %s",
    (forged) => assert.strictEqual(behindProxy(`${forged}, 203.0.113.7, 10.1.2.3`), "203.0.113.7")
  )

  it("ignores a header that no trusted proxy sent", () => {
    assert.strictEqual(proxied(Option.some("203.0.113.9"), "198.51.100.1"), "203.0.113.9")
  })

  it("reads several headers as one list", () => {
    const joined = ["198.51.100.1", "203.0.113.7", "10.1.2.3"].join(", ")
    assert.strictEqual(behindProxy(joined), "203.0.113.7")
  })

  it.each([
    ["203.0.113.7:51234", "203.0.113.7"],
    ["[2001:db8:1:2::9]:51234", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["fe80:1:2:3::9%eth0", "fe80:1:2:3::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:80", "203.0.113.7"]
  ])("accepts an entry with a port, brackets or a zone: %s", (entry, expected) => {
    assert.strictEqual(behindProxy(entry), expected)
  })

  it.each([
    "unknown",
    "_hidden",
    "203.0.113.7.example",
    "256.1.1.1",
    "2001:db8::g",
    ":",
    "[",
    "%",
    "\u0000",
    "1".repeat(60_000)
  ])("is the proxy that reported an invalid entry", (garbage) => {
    assert.strictEqual(behindProxy(garbage), "10.0.0.1")
    assert.strictEqual(behindProxy(`203.0.113.7, ${garbage}, 10.1.2.3`), "10.1.2.3")
  })

  it("is the nearest proxy if the header is missing or empty", () => {
    assert.strictEqual(behindProxy(), "10.0.0.1")
    assert.strictEqual(behindProxy(""), "10.0.0.1")
    assert.strictEqual(behindProxy(", ,"), "10.0.0.1")
  })

  it("is the farthest proxy if every hop is trusted", () => {
    assert.strictEqual(behindProxy("10.7.7.7, 10.8.8.8"), "10.7.7.7")
  })

  it("trusts an IPv4 proxy that the socket reports as mapped IPv6", () => {
    assert.strictEqual(proxied(Option.some("::ffff:10.0.0.1"), "203.0.113.7"), "203.0.113.7")
  })

  it("trusts a range in IPv4-mapped form, and no more than that range", () => {
    const ipAddressOf = make(["::ffff:10.0.0.0/104"])
    assert.strictEqual(ipAddressOf(Option.some("10.0.0.1"), "203.0.113.7"), "203.0.113.7")
    assert.strictEqual(ipAddressOf(Option.some("11.0.0.1"), "203.0.113.7"), "11.0.0.1")
  })

  it("trusts an IPv6 proxy by its range", () => {
    assert.strictEqual(proxied(Option.some("2001:db8:ffff:1::1"), "203.0.113.7"), "203.0.113.7")
    assert.strictEqual(proxied(Option.some("2001:db8:fffe:1::1"), "203.0.113.7"), "2001:db8:fffe:1::/64")
  })

  it("reads 60 kB of entries", () => {
    assert.strictEqual(behindProxy(`${"198.51.100.1, ".repeat(4_300)}203.0.113.7`), "203.0.113.7")
    assert.strictEqual(behindProxy(`203.0.113.7, ${"10.1.2.3, ".repeat(6_000)}10.1.2.3`), "203.0.113.7")
  })
})

describe("IpAddress.isRange", () => {
  it("is true for CIDR ranges only", () => {
    for (const range of ["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32", "::ffff:10.0.0.0/104"]) {
      assert.isTrue(IpAddress.isRange(range), range)
    }
    for (const text of ["", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/", "example.com/8", "2001:db8::/129", "all"]) {
      assert.isFalse(IpAddress.isRange(text), text)
    }
  })
})

describe("IpAddress.isPublic", () => {
  it("is true for addresses of the public internet, and false for those of one machine or private network", () => {
    for (const address of ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"]) {
      assert.isTrue(IpAddress.isPublic(address), address)
    }
    for (const text of ["127.0.0.1", "::1", "0.0.0.0", "::", "10.1.2.3", "172.18.0.2", "fd00::1", "localhost", ""]) {
      assert.isFalse(IpAddress.isPublic(text), text)
    }
  })
})
