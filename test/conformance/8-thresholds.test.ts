import { describe, expect, test } from "vitest"
import {
  askForLink,
  minute,
  newEmail,
  newInstance,
  requestLink,
  second,
  signIn,
  signUp,
  signUpNew,
  verify,
  wrongPassword
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

let count = 0
/** Returns an unused IP address. */
const newIpAddress = () => `198.51.${100 + (++count >> 8)}.${count & 255}`

onEveryStore(
  "8 Rate-limit thresholds and window lengths: not shown in the contract; decided",
  (fixture) => {
    const from = (ipAddress: string) => fixture.service.browser({ "x-forwarded-for": ipAddress })

    /** Expects that `limit` attempts are allowed, no more until the window ends, and then another one. */
    const expectLimit = async (attempt: () => Promise<number>, limit: number, window: number) => {
      const allowedOf = async (attempts: number) => {
        let found = 0
        for (let index = 0; index < attempts; index++) if ((await attempt()) !== 429) found++
        return found
      }
      expect(await allowedOf(limit + 1)).toBe(limit)
      fixture.service.advance(window - 1)
      expect(await allowedOf(1)).toBe(0)
      fixture.service.advance(1)
      expect(await allowedOf(1)).toBe(1)
    }

    test("sign-up: 20 in 10 minutes per IP address", async () => {
      const browser = from(newIpAddress())
      const attempt = async () => (await browser.post(signUp, { email: newEmail(), password: "short" })).status
      await expectLimit(attempt, 20, 10 * minute)
    })

    test("sign-in: 30 in a minute per IP address", async () => {
      const browser = from(newIpAddress())
      const attempt = async () => (await browser.post(signIn, { email: newEmail(), password: "short" })).status
      await expectLimit(attempt, 30, minute)
    })

    test("sign-in: 10 in 15 minutes per email, from any IP address", async () => {
      const body = { email: newEmail(), password: "short" }
      await expectLimit(async () => (await from(newIpAddress()).post(signIn, body)).status, 10, 15 * minute)
    })

    test("sign-in: 10 in 15 minutes per known client, from any IP address", async () => {
      const { browser, email } = await signUpNew(from(newIpAddress()))
      const body = { email, password: wrongPassword }
      const attempt = async () => (await browser.post(signIn, body, { "x-forwarded-for": newIpAddress() })).status
      await expectLimit(attempt, 10, 15 * minute)
    })

    test("magic link: 20 requests in 10 minutes per IP address", async () => {
      const browser = from(newIpAddress())
      await expectLimit(async () => (await browser.post(requestLink, { email: newEmail() })).status, 20, 10 * minute)
    })

    test("magic link: 5 requests in 15 minutes per email, from any IP address", async () => {
      const email = newEmail()
      await expectLimit(async () => (await from(newIpAddress()).post(requestLink, { email })).status, 5, 15 * minute)
    })

    test("magic link: 30 verifications in a minute per IP address", async () => {
      const browser = from(newIpAddress())
      await expectLimit(async () => (await browser.get(`${verify}?token=x`)).status, 30, minute)
    })

    describe("which IP addresses count together", () => {
      const onceAMinute = { limit: 1, windowSeconds: 60 }

      test.each([
        ["one IPv4 address", ["203.0.113.7", "203.0.113.7"], [401, 429]],
        ["two IPv4 addresses", ["203.0.113.8", "203.0.113.9"], [401, 401]],
        ["one /64 of IPv6", ["2001:db8:0:1::1", "2001:db8:0:1:ffff::2"], [401, 429]],
        ["two /64 of IPv6", ["2001:db8:0:2::1", "2001:db8:0:3::1"], [401, 401]],
        ["IPv4 mapped into IPv6", ["203.0.113.10", "::ffff:203.0.113.10"], [401, 429]],
        [
          "a value that the client sent in the header itself",
          ["1.2.3.4, 203.0.113.11", "5.6.7.8, 203.0.113.11"],
          [401, 429]
        ]
      ])("%s", async (_, ipAddresses, statuses) => {
        const app = await newInstance(fixture.service, { rateLimits: { signInPerIp: onceAMinute } })
        const found = []
        for (const ipAddress of ipAddresses) {
          const browser = app.browser({ "x-forwarded-for": ipAddress })
          found.push((await browser.post(signIn, { email: newEmail(), password: "short" })).status)
        }
        expect(found).toEqual(statuses)
      })
    })

    test("a limit that is reached for one action does not restrict another", async () => {
      const browser = from(newIpAddress())
      for (let index = 0; index < 21; index++) await browser.post(signUp, { email: newEmail(), password: "short" })
      expect((await browser.post(signUp, { email: newEmail(), password: "short" })).status).toBe(429)
      expect((await browser.post(signIn, { email: newEmail(), password: "short" })).status).toBe(401)
      const link = await askForLink(fixture.service, browser, newEmail())
      fixture.service.advance(second)
      expect((await browser.get(link)).status).toBe(200)
    })
  },
  { settings: { trustedProxies: ["127.0.0.0/8"] } }
)

onEveryStore("8 Rate limiting without trusted proxies: not shown in the contract; decided", (fixture) => {
  test("no header changes the IP address of a client", async () => {
    const rateLimits = { signInPerIp: { limit: 1, windowSeconds: 60 } }
    const app = await newInstance(fixture.service, { rateLimits })
    const statuses = []
    for (const header of ["x-forwarded-for", "x-real-ip", "forwarded"]) {
      const browser = app.browser({ [header]: newIpAddress() })
      statuses.push((await browser.post(signIn, { email: newEmail(), password: "short" })).status)
    }
    expect(statuses).toEqual([401, 429, 429])
  })
})
