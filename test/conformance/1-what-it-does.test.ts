import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { describe, expect, test } from "vitest"
import {
  askForLink,
  errorOf,
  isSignedIn,
  newEmail,
  newInstance,
  password,
  requestLink,
  session,
  setCookieNames,
  signIn,
  signInAgain,
  signInWithLink,
  signUp,
  signUpNew,
  storedUser,
  wrongPassword
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"
import { makeWatchedHasher } from "@latchkey/test-support/WatchedHasher"

const hasher = makeWatchedHasher()

const timeOf = async (use: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await use()
  return performance.now() - start
}

onEveryStore(
  "1 What the service does",
  (fixture) => {
    test("authenticates end users of an application instance and creates sessions for them", async () => {
      const { browser, email, userId, sessionId } = await signUpNew(fixture.service.browser())
      const current = (await browser.get(session)).json
      expect(current).toMatchObject({ userId, sessionId, email })
      const { sessions = [], users = [] } = await fixture.contents()
      expect(users.filter((row) => row.includes(String(userId)))).toHaveLength(1)
      expect(sessions.filter((row) => row.includes(String(sessionId)) && row.includes(String(userId)))).toHaveLength(1)
    })

    describe("two sign-in methods exist: email + password (the default method) and magic link", () => {
      test("both methods sign in the same user", async () => {
        const { browser, email, userId } = await signUpNew(fixture.service.browser())
        const byLink = await signInWithLink(fixture.service, browser, email)
        const byPassword = await signInAgain(fixture.service.browser(), email)
        expect([byLink.userId, byPassword.userId]).toEqual([userId, userId])
        expect(new Set([byLink.sessionId, byPassword.sessionId]).size).toBe(2)
      })

      test("a new instance supports email + password, and magic links only after they are turned on", async () => {
        const instance = await fixture.service.instances((_) => _.create({ name: "Plain", hosts: ["plain.example"] }))
        const browser = fixture.service.browser({ host: "plain.example" })
        await signUpNew(browser)
        expect(errorOf(await browser.post(requestLink, { email: newEmail() }))).toEqual([401, "magic_link_disabled"])
        expect(instance.authConfig.magic_link).toBe(false)
      })
    })

    describe("a session is created, and the cookies __client and __session are set, by a successful", () => {
      test.each([
        ["sign-up", () => signUpNew(fixture.service.browser())],
        [
          "sign-in",
          async () => signInAgain(fixture.service.browser(), (await signUpNew(fixture.service.browser())).email)
        ],
        ["magic-link verification", () => signInWithLink(fixture.service, fixture.service.browser())]
      ])("%s", async (_, succeed) => {
        const { browser, reply, sessionId } = await succeed()
        expect(setCookieNames(reply)).toEqual(["__client", "__session"])
        expect((await browser.get(session)).json["sessionId"]).toBe(sessionId)
      })
    })

    describe("passwords are stored hashed with Argon2id and verified in constant time", () => {
      const storedHash = async (email: string) =>
        Redacted.value(Option.getOrThrow((await storedUser(fixture.service, email)).passwordHash))

      test("the store holds an Argon2id hash with its own salt", async () => {
        const ada = await signUpNew(fixture.service.browser())
        const grace = await signUpNew(fixture.service.browser())
        const hashes = [await storedHash(ada.email), await storedHash(grace.email)]
        for (const hash of hashes) {
          expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
        }
        expect(hashes[0]).not.toBe(hashes[1])
      })

      test("a password that differs at the start, at the end or in length costs one complete verification", async () => {
        const { email } = await signUpNew(fixture.service.browser())
        for (const wrong of [`X${password.slice(1)}`, `${password.slice(0, -1)}X`, "X", `${password}X`, password]) {
          const attempt = () => fixture.service.browser().post(signIn, { email, password: wrong })
          expect(await hasher.callsDuring(attempt)).toEqual([
            { operation: "verify", parameters: "$argon2id$v=19$m=19456,t=2,p=1" }
          ])
        }
      })
    })

    describe("sign-in never reveals whether an email address is registered", () => {
      const attempt = (email: string) => () =>
        fixture.service.browser().post(signIn, { email, password: wrongPassword })

      test("the error for wrong email and wrong password is the same", async () => {
        const { email } = await signUpNew(fixture.service.browser())
        const [unknown, wrong] = [await attempt(newEmail())(), await attempt(email)()]
        expect(errorOf(wrong)).toEqual([401, "invalid_credentials"])
        expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
      })

      test("a dummy hash is verified when the user is absent, at the cost of a real one", async () => {
        const { email } = await signUpNew(fixture.service.browser())
        const registered = await hasher.callsDuring(attempt(email))
        expect(registered).toHaveLength(1)
        expect(await hasher.callsDuring(attempt(newEmail()))).toEqual(registered)
      })

      test("a dummy hash is verified when the user has no password", async () => {
        const { email } = await signInWithLink(fixture.service, fixture.service.browser())
        const absent = await hasher.callsDuring(attempt(newEmail()))
        expect(await hasher.callsDuring(attempt(email))).toEqual(absent)
        expect(errorOf(await attempt(email)())).toEqual([401, "invalid_credentials"])
      })

      // Retried, because other load can slow down an attempt. A missing hash would show every time.
      test("the response time is the same whether or not the email exists", { retry: 3 }, async () => {
        const { email } = await signUpNew(fixture.service.browser())
        const times: { readonly known: Array<number>; readonly unknown: Array<number> } = { known: [], unknown: [] }
        for (let round = 0; round < 9; round++) {
          times.known.push(await timeOf(attempt(email)))
          times.unknown.push(await timeOf(attempt(newEmail())))
        }
        // The fastest of each, because other load only slows attempts down. Without a hash, the ratio would be about
        // 0.1.
        const ratio = Math.min(...times.unknown) / Math.min(...times.known)
        expect(ratio).toBeGreaterThan(0.4)
        expect(ratio).toBeLessThan(2.5)
      })
    })

    test("sign-up and sign-in are rate limited with a sliding window", async () => {
      const once = { limit: 1, windowSeconds: 60 }
      const app = await newInstance(fixture.service, { rateLimits: { signUpPerIp: once, signInPerIp: once } })
      const statuses = async (path: string) => {
        const found: Array<number> = []
        // One attempt every 40 seconds: a sliding window of a minute allows every other one.
        for (let index = 0; index < 4; index++) {
          found.push((await app.browser().post(path, { email: "nobody@example.com", password: "short" })).status)
          fixture.service.advance(40_000)
        }
        return found
      }
      expect(await statuses(signUp)).toEqual([400, 429, 400, 429])
      expect(await statuses(signIn)).toEqual([401, 429, 401, 429])
    })

    test("each instance has a configurable password policy", async () => {
      const lax = await newInstance(fixture.service)
      const strict = await newInstance(fixture.service, { sessionConfig: { passwordPolicy: { minLength: 40 } } })
      const credentials = { email: newEmail(), password }
      expect((await lax.browser().post(signUp, credentials)).status).toBe(200)
      expect(errorOf(await strict.browser().post(signUp, credentials))).toEqual([400, "password_too_short"])
    })

    test("the magic-link method is switched on per instance", async () => {
      const off = await newInstance(fixture.service, { authConfig: { magic_link: false } })
      const on = await newInstance(fixture.service)
      expect((await off.browser().post(requestLink, { email: newEmail() })).status).toBe(401)
      const browser = on.browser()
      await browser.get(await askForLink(fixture.service, browser, newEmail()))
      expect(await isSignedIn(browser)).toBe(true)
    })
  },
  { crypto: hasher.layer }
)

onEveryStore(
  "1 The magic-link method needs an outgoing email delivery provider to be configured",
  (fixture) => {
    test("without a provider the method is off, even if the instance has it turned on", async () => {
      const [instance] = await fixture.service.instances((_) => _.list)
      expect(instance?.authConfig.magic_link).toBe(true)
      const browser = fixture.service.browser()
      const email = newEmail()
      expect(errorOf(await browser.post(requestLink, { email }))).toEqual([401, "magic_link_disabled"])
      // In memory a table is there as soon as it had a row.
      expect((await fixture.contents())["queued_emails"] ?? []).toEqual([])
      await signUpNew(browser, email)
    })
  },
  { mailer: "unconfigured" }
)
