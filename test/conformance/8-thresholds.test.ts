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
} from "./actions.ts"
import { onEveryStore, withoutArgon2 } from "./support.ts"

let count = 0
/** An address of the Internet that nobody has called from. */
const newAddress = () => `198.51.${100 + (++count >> 8)}.${count & 255}`

onEveryStore(
  "8 Rate-limit thresholds and window lengths: not shown in the contract; decided",
  (the) => {
    const from = (address: string) => the.service.browser({ "x-forwarded-for": address })

    /** How many of `limit + 1` are admitted at once, a millisecond before the window is over, and when it is. */
    const expectBudget = async (attempt: () => Promise<number>, limit: number, window: number) => {
      const admitted = async (attempts: number) => {
        let found = 0
        for (let index = 0; index < attempts; index++) if ((await attempt()) !== 429) found++
        return found
      }
      expect(await admitted(limit + 1)).toBe(limit)
      the.service.advance(window - 1)
      expect(await admitted(1)).toBe(0)
      the.service.advance(1)
      expect(await admitted(1)).toBe(1)
    }

    test("sign-up: 20 in 10 minutes from one address", async () => {
      const browser = from(newAddress())
      const attempt = async () => (await browser.post(signUp, { email: newEmail(), password: "short" })).status
      await expectBudget(attempt, 20, 10 * minute)
    })

    test("sign-in: 30 in a minute from one address", async () => {
      const browser = from(newAddress())
      const attempt = async () => (await browser.post(signIn, { email: newEmail(), password: "short" })).status
      await expectBudget(attempt, 30, minute)
    })

    test("sign-in: 10 in 15 minutes for one email, wherever from", async () => {
      const body = { email: newEmail(), password: "short" }
      await expectBudget(async () => (await from(newAddress()).post(signIn, body)).status, 10, 15 * minute)
    })

    test("sign-in: 10 in 15 minutes for one email from one browser that it knows, wherever from", async () => {
      const { browser, email } = await signUpNew(from(newAddress()))
      const body = { email, password: wrongPassword }
      const attempt = async () => (await browser.post(signIn, body, { "x-forwarded-for": newAddress() })).status
      await expectBudget(attempt, 10, 15 * minute)
    })

    test("magic link: 20 requests in 10 minutes from one address", async () => {
      const browser = from(newAddress())
      await expectBudget(async () => (await browser.post(requestLink, { email: newEmail() })).status, 20, 10 * minute)
    })

    test("magic link: 5 requests in 15 minutes for one email, wherever from", async () => {
      const email = newEmail()
      await expectBudget(async () => (await from(newAddress()).post(requestLink, { email })).status, 5, 15 * minute)
    })

    test("magic link: 30 verifications in a minute from one address", async () => {
      const browser = from(newAddress())
      await expectBudget(async () => (await browser.get(`${verify}?token=x`)).status, 30, minute)
    })

    describe("what an address is", () => {
      const onceAMinute = { limit: 1, windowSeconds: 60 }

      test.each([
        ["one IPv4 address", ["203.0.113.7", "203.0.113.7"], [401, 429]],
        ["two IPv4 addresses", ["203.0.113.8", "203.0.113.9"], [401, 401]],
        ["one /64 of IPv6", ["2001:db8:0:1::1", "2001:db8:0:1:ffff::2"], [401, 429]],
        ["two /64 of IPv6", ["2001:db8:0:2::1", "2001:db8:0:3::1"], [401, 401]],
        ["IPv4 mapped into IPv6", ["203.0.113.10", "::ffff:203.0.113.10"], [401, 429]],
        ["what the client wrote into the header itself", ["1.2.3.4, 203.0.113.11", "5.6.7.8, 203.0.113.11"], [401, 429]]
      ])("%s", async (_, addresses, statuses) => {
        const app = await newInstance(the.service, { rateLimits: { signInPerIp: onceAMinute } })
        const found = []
        for (const address of addresses) {
          const browser = app.browser({ "x-forwarded-for": address })
          found.push((await browser.post(signIn, { email: newEmail(), password: "short" })).status)
        }
        expect(found).toEqual(statuses)
      })
    })

    test("a limit that is reached for one thing is not reached for another", async () => {
      const browser = from(newAddress())
      for (let index = 0; index < 21; index++) await browser.post(signUp, { email: newEmail(), password: "short" })
      expect((await browser.post(signUp, { email: newEmail(), password: "short" })).status).toBe(429)
      expect((await browser.post(signIn, { email: newEmail(), password: "short" })).status).toBe(401)
      const link = await askForLink(the.service, browser, newEmail())
      the.service.advance(second)
      expect((await browser.get(link)).status).toBe(200)
    })
  },
  { ...withoutArgon2, settings: { trustedProxies: ["127.0.0.0/8"] } }
)

onEveryStore(
  "8 Rate limiting without trusted proxies: not shown in the contract; decided",
  (the) => {
    test("no header makes another address of a client", async () => {
      const rateLimits = { signInPerIp: { limit: 1, windowSeconds: 60 } }
      const app = await newInstance(the.service, { rateLimits })
      const statuses = []
      for (const header of ["x-forwarded-for", "x-real-ip", "forwarded"]) {
        const browser = app.browser({ [header]: newAddress() })
        statuses.push((await browser.post(signIn, { email: newEmail(), password: "short" })).status)
      }
      expect(statuses).toEqual([401, 429, 429])
    })
  },
  withoutArgon2
)
