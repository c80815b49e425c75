import type { NewInstance } from "@latchkey/domain/instance/InstancePatch"
import * as DateTime from "effect/DateTime"
import { describe, expect, test } from "vitest"
import {
  askForLink,
  errorOf,
  minute,
  newEmail,
  newInstance,
  password,
  requestLink,
  second,
  signIn,
  signInAgain,
  signUp,
  signUpNew,
  storedUser,
  verify,
  wrongPassword
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

type Limits = NonNullable<NewInstance["rateLimits"]>

const threeAMinute = { limit: 3, windowSeconds: 60 }

onEveryStore("8 Limits", (fixture) => {
  const appWith = async (rateLimits: Limits) => (await newInstance(fixture.service, { rateLimits })).browser()

  /** Makes attempts at these seconds, and returns the seconds of those that were allowed. */
  const allowedAt = async (attempt: () => Promise<number>, seconds: ReadonlyArray<number>) => {
    const allowed: Array<number> = []
    let now = 0
    for (const at of seconds) {
      fixture.service.advance(Math.round((at - now) * second))
      now = at
      if ((await attempt()) !== 429) allowed.push(at)
    }
    return allowed
  }

  describe("Magic-link lifetime | 15 minutes | magic-link token", () => {
    test.each([
      ["14:59", 15 * minute - second, 200],
      ["14:59.999", 15 * minute - 1, 200],
      ["15:00.000", 15 * minute, 401],
      ["15:01", 15 * minute + second, 401]
    ])("at %s", async (_, age, status) => {
      const link = await askForLink(fixture.service, fixture.service.browser(), newEmail())
      fixture.service.advance(age)
      expect((await fixture.service.browser().get(link)).status).toBe(status)
    })
  })

  describe("Magic-link uses | 1 | magic-link token", () => {
    test("sequential requests: only the first succeeds", async () => {
      const link = await askForLink(fixture.service, fixture.service.browser(), newEmail())
      const statuses = []
      for (let index = 0; index < 3; index++) statuses.push((await fixture.service.browser().get(link)).status)
      expect(statuses).toEqual([200, 401, 401])
    })

    test("twenty concurrent requests by GET and by the button: exactly one succeeds", async () => {
      const link = await askForLink(fixture.service, fixture.service.browser(), newEmail())
      const token = link.slice(link.indexOf("=") + 1)
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0 ? fixture.service.browser().get(link) : fixture.service.browser().post(verify, { token })
        )
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    })
  })

  describe.each([
    ["sign-up", signUp, "signUpPerIp", { password: "short" }],
    ["sign-in per IP address", signIn, "signInPerIp", { password: "short" }],
    ["sign-in per email", signIn, "signInPerEmail", { password: "short", email: "victim@example.com" }]
  ] as const)("Rate limiting | sliding window | %s", (_, path, limit, body) => {
    const attempts = async () => {
      const browser = await appWith({ [limit]: threeAMinute })
      return async () => (await browser.post(path, { email: newEmail(), ...body })).status
    }

    test("it allows as many attempts as the limit, and no more", async () => {
      expect(await allowedAt(await attempts(), [0, 0, 0, 0, 0])).toEqual([0, 0, 0])
    })

    test("it slides: each attempt stops counting exactly one window later, to the millisecond", async () => {
      const seconds = [0, 20, 40, 59.999, 60, 60, 79.999, 80, 80, 99.999, 100, 100]
      expect(await allowedAt(await attempts(), seconds)).toEqual([0, 20, 40, 60, 80, 100])
    })

    test("it is not fixed to the clock: it allows no more than the limit across the end of a minute", async () => {
      const attempt = await attempts()
      const now = DateTime.toEpochMillis(await fixture.service.run(DateTime.now))
      fixture.service.advance(minute - (now % minute) - second)
      // A window that restarted between them would allow all six within two seconds.
      expect(await allowedAt(attempt, [0, 0.5, 0.9, 1, 1.5, 2])).toEqual([0, 0.5, 0.9])
    })

    test("it is not fixed to the first attempt: it allows no more than the limit across the end of that minute", async () => {
      expect(await allowedAt(await attempts(), [0, 59, 59.5, 60, 60.5, 61])).toEqual([0, 59, 59.5, 60])
    })

    test("it does not refill gradually: it allows no attempt before the first one stops counting", async () => {
      expect(await allowedAt(await attempts(), [0, 0, 0, 20, 40, 59.999, 60, 60, 60, 60])).toEqual([
        0, 0, 0, 60, 60, 60
      ])
    })

    test("refused attempts do not count: further attempts do not prolong the refusal", async () => {
      const further = Array.from({ length: 11 }, (_, index) => 5 + index * 5)
      expect(await allowedAt(await attempts(), [0, 0, 0, ...further, 60])).toEqual([0, 0, 0, 60])
    })

    test("it allows exactly as many of twenty concurrent attempts as the limit", async () => {
      const attempt = await attempts()
      const statuses = await Promise.all(Array.from({ length: 20 }, attempt))
      expect(statuses.filter((status) => status !== 429)).toHaveLength(3)
    })
  })

  describe("Rate limiting | sliding window | successful sign-ins", () => {
    test("count for the limit per IP address like failed ones", async () => {
      const browser = await appWith({ signInPerIp: threeAMinute })
      const { email } = await signUpNew(browser)
      const statuses = []
      for (const word of [password, wrongPassword, password, password]) {
        statuses.push((await browser.post(signIn, { email, password: word })).status)
      }
      expect(statuses).toEqual([200, 401, 200, 429])
    })

    test("not shown in the contract; decided: are refunded for the limit per email", async () => {
      const app = await newInstance(fixture.service, { rateLimits: { signInPerEmail: threeAMinute } })
      const { email } = await signUpNew(app.browser())
      for (let index = 0; index < 5; index++) await signInAgain(app.browser(), email)
      const statuses = []
      for (let index = 0; index < 4; index++) {
        statuses.push((await app.browser().post(signIn, { email, password: wrongPassword })).status)
      }
      expect(statuses).toEqual([401, 401, 401, 429])
    })

    test("not shown in the contract; decided: have their own limit on a known client", async () => {
      const app = await newInstance(fixture.service, { rateLimits: { signInPerEmail: threeAMinute } })
      const { browser, email } = await signUpNew(app.browser())
      for (let index = 0; index < 4; index++) await app.browser().post(signIn, { email, password: wrongPassword })
      expect((await app.browser().post(signIn, { email, password })).status).toBe(429)
      expect((await browser.post(signIn, { email, password })).status).toBe(200)
    })
  })

  describe("Password policy | per instance (see 2.6) | sign-up", () => {
    test("applies per instance, and only to sign-up", async () => {
      const strict = await newInstance(fixture.service)
      const { email } = await signUpNew(strict.browser())
      await fixture.service.instances((_) =>
        _.update(strict.id, { sessionConfig: { passwordPolicy: { minLength: 40 } } })
      )
      const rejected = await strict.browser().post(signUp, { email: newEmail(), password })
      expect(errorOf(rejected)).toEqual([400, "password_too_short"])
      await signUpNew((await newInstance(fixture.service)).browser())
      await signInAgain(strict.browser(), email)
    })
  })

  describe("Whether magic-link requests are rate limited: not shown in the contract; decided: they are", () => {
    test("requests have a sliding window", async () => {
      const browser = await appWith({ magicLinkPerIp: threeAMinute })
      const attempt = async () => (await browser.post(requestLink, { email: newEmail() })).status
      expect(await allowedAt(attempt, [0, 20, 40, 59.999, 60, 60, 80, 80])).toEqual([0, 20, 40, 60, 80])
    })

    test("verifications have a sliding window", async () => {
      const browser = await appWith({ magicLinkVerifyPerIp: threeAMinute })
      const attempt = async () => (await browser.get(`${verify}?token=x`)).status
      expect(await allowedAt(attempt, [0, 20, 40, 59.999, 60, 60])).toEqual([0, 20, 40, 60])
    })
  })
})

onEveryStore("8 Maximum password length: not shown in the contract; decided: 256 code points, after NFC", (fixture) => {
  const post = (path: string, body: unknown) => fixture.service.browser().post(path, body)

  test("accepts 256 without truncation, and refuses 257 as a malformed request at sign-up and sign-in", async () => {
    const email = newEmail()
    const longest = "😀".repeat(256)
    expect((await post(signUp, { email, password: longest })).status).toBe(200)
    expect((await post(signIn, { email, password: longest })).status).toBe(200)
    expect((await post(signIn, { email, password: "😀".repeat(255) })).status).toBe(401)
    for (const path of [signUp, signIn]) {
      expect(errorOf(await post(path, { email: newEmail(), password: `${longest}x` }))).toEqual([
        400,
        "invalid_request"
      ])
    }
  })

  test("passwords are not trimmed, and composed and decomposed characters are equal", async () => {
    const email = newEmail()
    expect((await post(signUp, { email, password: " pässwörter " })).status).toBe(200)
    expect((await post(signIn, { email, password: " pässwörter ".normalize("NFD") })).status).toBe(200)
    expect((await post(signIn, { email, password: "pässwörter" })).status).toBe(401)
    expect((await storedUser(fixture.service, email)).email).toBe(email)
  })
})
