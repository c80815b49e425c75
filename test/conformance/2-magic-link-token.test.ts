import * as Crypto from "@latchkey/crypto/Crypto"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import {
  askForLink,
  errorOf,
  minute,
  newEmail,
  password,
  sha256,
  signInWithLink,
  signUpNew,
  storedLink,
  tokenOf,
  verify
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

/** Returns every form that a store could hold a token in: as it is, and encodings of its characters and its bytes. */
const encodings = (token: string): ReadonlyArray<string> => {
  const characters = Buffer.from(token)
  const bytes = Buffer.from(token, "base64url")
  return [token, ...[characters, bytes].flatMap((buffer) => [buffer.toString("hex"), buffer.toString("base64")])]
}

onEveryStore(
  "2.5 Magic-link token (server side)",
  (fixture) => {
    const dump = async () => JSON.stringify(await fixture.contents())
    const linksOf = async (email: string) =>
      ((await fixture.contents())["magic_links"] ?? []).filter((row) => row.includes(email))

    describe("the server stores only a hash of the token, not the token itself", () => {
      test("tokenHash is the SHA-256 of the token, and the store does not contain the token", async () => {
        const token = tokenOf(await askForLink(fixture.service, fixture.service.browser(), newEmail()))
        expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
        const stored = await dump()
        expect(stored).toContain(sha256(token))
        for (const encoding of encodings(token)) expect(stored).not.toContain(encoding)
        const link = Option.getOrThrow(await storedLink(fixture.service, token))
        expect(link.tokenHash).toBe(sha256(token))
      })

      test("the store does not contain the token before the email is sent or after the link was used", async () => {
        const email = newEmail()
        const { reply } = await signInWithLink(fixture.service, fixture.service.browser(), email)
        const [sent] = (await fixture.service.emails()).filter(({ to }) => to === email)
        const token = /token=([\w-]+)/.exec(sent?.text ?? "")?.[1] ?? ""
        expect(reply.status).toBe(200)
        for (const encoding of encodings(token)) expect(await dump()).not.toContain(encoding)
      })

      test("not shown in the contract; decided: the store contains neither passwords nor the values of the cookies", async () => {
        const { browser, email } = await signUpNew(fixture.service.browser())
        const client = (await browser.cookie("__client")) ?? ""
        const session = (await browser.cookie("__session")) ?? ""
        const stored = await dump()
        expect(stored).toContain(email)
        expect(stored).toContain("$argon2id$")
        for (const token of [client, session]) {
          expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
          expect(stored).toContain(sha256(token))
          for (const encoding of encodings(token)) expect(stored).not.toContain(encoding)
        }
        expect(stored).not.toContain(password)
        expect(stored).not.toContain(Buffer.from(password).toString("hex"))
        expect(stored).not.toContain(sha256(password))
      })
    })

    test("the email carries a verifyUrl of the form /v1/auth/magic-link/verify?token=<token>", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, fixture.service.browser(), email)
      expect(link).toMatch(/^\/v1\/auth\/magic-link\/verify\?token=[A-Za-z0-9_-]{43}$/)
      const [sent] = (await fixture.service.emails()).filter(({ to }) => to === email)
      for (const part of [sent?.text, sent?.html]) expect(part).toContain(`${fixture.service.origin}${link}`)
    })

    describe("lifetime 15 minutes; single use; the stored record is wiped when it is consumed", () => {
      test("lifetime 15 minutes: from then on the token is invalid_token", async () => {
        const token = tokenOf(await askForLink(fixture.service, fixture.service.browser(), newEmail()))
        fixture.service.advance(15 * minute - 1)
        expect(Option.isSome(await storedLink(fixture.service, token))).toBe(true)
        fixture.service.advance(1)
        expect(Option.isNone(await storedLink(fixture.service, token))).toBe(true)
        expect(errorOf(await fixture.service.browser().get(`${verify}?token=${token}`))).toEqual([401, "invalid_token"])
      })

      test("single use: a second use is invalid_token", async () => {
        const browser = fixture.service.browser()
        const link = await askForLink(fixture.service, browser, newEmail())
        expect((await browser.get(link)).status).toBe(200)
        expect(errorOf(await browser.get(link))).toEqual([401, "invalid_token"])
      })

      test("the stored record is wiped", async () => {
        const email = newEmail()
        const browser = fixture.service.browser()
        const link = await askForLink(fixture.service, browser, email)
        expect(await linksOf(email)).toHaveLength(1)
        await browser.get(link)
        expect(await linksOf(email)).toEqual([])
        expect(await dump()).not.toContain(sha256(tokenOf(link)))
      })
    })

    test("other fields: not shown in the contract; decided: instance, email, the requesting client, whether it verifies the address, the request of a code, the user who asked for it, expiry", async () => {
      const browser = fixture.service.browser()
      const email = newEmail()
      const token = tokenOf(await askForLink(fixture.service, browser, email))
      const link = Option.getOrThrow(await storedLink(fixture.service, token))
      expect({ ...link }).toEqual({
        instanceId: "default",
        tokenHash: sha256(token),
        email,
        clientHash: Option.some(sha256((await browser.cookie("__client")) ?? "")),
        verifiesEmail: true,
        requestId: Option.none(),
        userId: Option.none(),
        expiresAt: link.expiresAt
      })
      fixture.service.advance(15 * minute)
      const now = await fixture.service.run(DateTime.now)
      expect(DateTime.toEpochMillis(link.expiresAt)).toBe(DateTime.toEpochMillis(now))
    })
  },
  { crypto: Crypto.layer }
)
