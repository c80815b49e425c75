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
} from "./actions.ts"
import { onEveryStore, withoutArgon2 } from "./support.ts"

type Limits = NonNullable<NewInstance["rateLimits"]>

const threeAMinute = { limit: 3, windowSeconds: 60 }

onEveryStore(
  "8 Limits",
  (the) => {
    const appWith = async (rateLimits: Limits) => (await newInstance(the.service, { rateLimits })).browser()

    /** Attempts at these seconds, and the seconds of those that are admitted. */
    const admittedAt = async (attempt: () => Promise<number>, seconds: ReadonlyArray<number>) => {
      const admitted: Array<number> = []
      let now = 0
      for (const at of seconds) {
        the.service.advance(Math.round((at - now) * second))
        now = at
        if ((await attempt()) !== 429) admitted.push(at)
      }
      return admitted
    }

    describe("Magic-link lifetime | 15 minutes | magic-link token", () => {
      test.each([
        ["14:59", 15 * minute - second, 200],
        ["14:59.999", 15 * minute - 1, 200],
        ["15:00.000", 15 * minute, 401],
        ["15:01", 15 * minute + second, 401]
      ])("at %s", async (_, age, status) => {
        const link = await askForLink(the.service, the.service.browser(), newEmail())
        the.service.advance(age)
        expect((await the.service.browser().get(link)).status).toBe(status)
      })
    })

    describe("Magic-link uses | 1 | magic-link token", () => {
      test("one after the other", async () => {
        const link = await askForLink(the.service, the.service.browser(), newEmail())
        const statuses = []
        for (let index = 0; index < 3; index++) statuses.push((await the.service.browser().get(link)).status)
        expect(statuses).toEqual([200, 401, 401])
      })

      test("twenty at once, by GET and by the button", async () => {
        const link = await askForLink(the.service, the.service.browser(), newEmail())
        const token = link.slice(link.indexOf("=") + 1)
        const replies = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            index % 2 === 0 ? the.service.browser().get(link) : the.service.browser().post(verify, { token })
          )
        )
        expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      })
    })

    describe.each([
      ["sign-up", signUp, "signUpPerIp", { password: "short" }],
      ["sign-in per address", signIn, "signInPerIp", { password: "short" }],
      ["sign-in per email", signIn, "signInPerEmail", { password: "short", email: "victim@example.com" }]
    ] as const)("Rate limiting | sliding window | %s", (_, path, budget, body) => {
      const attempts = async () => {
        const browser = await appWith({ [budget]: threeAMinute })
        return async () => (await browser.post(path, { email: newEmail(), ...body })).status
      }

      test("as many as the limit are admitted, the next is not", async () => {
        expect(await admittedAt(await attempts(), [0, 0, 0, 0, 0])).toEqual([0, 0, 0])
      })

      test("it slides: a hit stops counting when it is a window old, to the millisecond, and each on its own", async () => {
        const seconds = [0, 20, 40, 59.999, 60, 60, 79.999, 80, 80, 99.999, 100, 100]
        expect(await admittedAt(await attempts(), seconds)).toEqual([0, 20, 40, 60, 80, 100])
      })

      test("it is not fixed: no more than the limit across the end of a minute of the clock", async () => {
        const attempt = await attempts()
        const now = DateTime.toEpochMillis(await the.service.run(DateTime.now))
        the.service.advance(minute - (now % minute) - second)
        // Six hits within two seconds would pass a window that begins anew between them.
        expect(await admittedAt(attempt, [0, 0.5, 0.9, 1, 1.5, 2])).toEqual([0, 0.5, 0.9])
      })

      test("nor across the end of a minute that begins with the first hit", async () => {
        expect(await admittedAt(await attempts(), [0, 59, 59.5, 60, 60.5, 61])).toEqual([0, 59, 59.5, 60])
      })

      test("it does not refill bit by bit: nothing is free before the first hit has left", async () => {
        expect(await admittedAt(await attempts(), [0, 0, 0, 20, 40, 59.999, 60, 60, 60, 60])).toEqual([
          0, 0, 0, 60, 60, 60
        ])
      })

      test("refused attempts do not count: hammering does not prolong the refusal", async () => {
        const hammering = Array.from({ length: 11 }, (_, index) => 5 + index * 5)
        expect(await admittedAt(await attempts(), [0, 0, 0, ...hammering, 60])).toEqual([0, 0, 0, 60])
      })

      test("twenty at once: exactly as many as the limit", async () => {
        const attempt = await attempts()
        const statuses = await Promise.all(Array.from({ length: 20 }, attempt))
        expect(statuses.filter((status) => status !== 429)).toHaveLength(3)
      })
    })

    describe("Rate limiting | sliding window | the right password counts like a wrong one", () => {
      test("per address", async () => {
        const browser = await appWith({ signInPerIp: threeAMinute })
        const { email } = await signUpNew(browser)
        const statuses = []
        for (const word of [password, wrongPassword, password, password]) {
          statuses.push((await browser.post(signIn, { email, password: word })).status)
        }
        expect(statuses).toEqual([200, 401, 200, 429])
      })

      test("not shown in the contract; decided: but gives back what it took from the email's budget", async () => {
        const app = await newInstance(the.service, { rateLimits: { signInPerEmail: threeAMinute } })
        const { email } = await signUpNew(app.browser())
        for (let index = 0; index < 5; index++) await signInAgain(app.browser(), email)
        const statuses = []
        for (let index = 0; index < 4; index++) {
          statuses.push((await app.browser().post(signIn, { email, password: wrongPassword })).status)
        }
        expect(statuses).toEqual([401, 401, 401, 429])
      })

      test("not shown in the contract; decided: a browser the account knows has a budget of its own", async () => {
        const app = await newInstance(the.service, { rateLimits: { signInPerEmail: threeAMinute } })
        const { browser, email } = await signUpNew(app.browser())
        for (let index = 0; index < 4; index++) await app.browser().post(signIn, { email, password: wrongPassword })
        expect((await app.browser().post(signIn, { email, password })).status).toBe(429)
        expect((await browser.post(signIn, { email, password })).status).toBe(200)
      })
    })

    describe("Password policy | per instance (see 2.6) | sign-up", () => {
      test("per instance, and for sign-up only", async () => {
        const strict = await newInstance(the.service)
        const { email } = await signUpNew(strict.browser())
        await the.service.instances((_) =>
          _.update(strict.id, { sessionConfig: { passwordPolicy: { minLength: 40 } } })
        )
        const refused = await strict.browser().post(signUp, { email: newEmail(), password })
        expect(errorOf(refused)).toEqual([400, "password_too_short"])
        await signUpNew((await newInstance(the.service)).browser())
        await signInAgain(strict.browser(), email)
      })
    })

    describe("Whether magic-link requests are rate limited: not shown in the contract; decided: they are", () => {
      test("the window slides as well", async () => {
        const browser = await appWith({ magicLinkPerIp: threeAMinute })
        const attempt = async () => (await browser.post(requestLink, { email: newEmail() })).status
        expect(await admittedAt(attempt, [0, 20, 40, 59.999, 60, 60, 80, 80])).toEqual([0, 20, 40, 60, 80])
      })

      test("verifying, too", async () => {
        const browser = await appWith({ magicLinkVerifyPerIp: threeAMinute })
        const attempt = async () => (await browser.get(`${verify}?token=x`)).status
        expect(await admittedAt(attempt, [0, 20, 40, 59.999, 60, 60])).toEqual([0, 20, 40, 60])
      })
    })
  },
  withoutArgon2
)

onEveryStore("8 Maximum password length: not shown in the contract; decided: 256 code points, after NFC", (the) => {
  const post = (path: string, body: unknown) => the.service.browser().post(path, body)

  test("256 are taken whole, 257 are a malformed request at sign-up and at sign-in", async () => {
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

  test("neither trimmed nor changed, but composed and decomposed letters are the same", async () => {
    const email = newEmail()
    expect((await post(signUp, { email, password: " pässwörter " })).status).toBe(200)
    expect((await post(signIn, { email, password: " pässwörter ".normalize("NFD") })).status).toBe(200)
    expect((await post(signIn, { email, password: "pässwörter" })).status).toBe(401)
    expect((await storedUser(the.service, email)).email).toBe(email)
  })
})
