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
  signInByLink,
  signUpNew,
  storedLink,
  tokenOf,
  verify
} from "./actions.ts"
import { onEveryStore } from "./support.ts"

/** A secret as somebody might store it: as it is, and in the encodings of its characters and of its bytes. */
const spellings = (secret: string): ReadonlyArray<string> => {
  const characters = Buffer.from(secret)
  const bytes = Buffer.from(secret, "base64url")
  return [secret, ...[characters, bytes].flatMap((buffer) => [buffer.toString("hex"), buffer.toString("base64")])]
}

onEveryStore("2.5 Magic-link token (server side)", (the) => {
  const dump = async () => JSON.stringify(await the.contents())
  const linksOf = async (email: string) =>
    ((await the.contents())["magic_links"] ?? []).filter((row) => row.includes(email))

  describe("the server stores only a hash of the token, not the token itself", () => {
    test("tokenHash is the SHA-256 of the token, and the token is nowhere in the store", async () => {
      const token = tokenOf(await askForLink(the.service, the.service.browser(), newEmail()))
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      const stored = await dump()
      expect(stored).toContain(sha256(token))
      for (const spelling of spellings(token)) expect(stored).not.toContain(spelling)
      const link = Option.getOrThrow(await storedLink(the.service, token))
      expect(link.tokenHash).toBe(sha256(token))
    })

    test("nor is it there while the mail waits to be sent, or after the link was used", async () => {
      const email = newEmail()
      const { reply } = await signInByLink(the.service, the.service.browser(), email)
      const [mail] = (await the.service.mails()).filter(({ to }) => to === email)
      const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? ""
      expect(reply.status).toBe(200)
      for (const spelling of spellings(token)) expect(await dump()).not.toContain(spelling)
    })

    test("not shown in the contract; decided: the same goes for passwords and for both cookies", async () => {
      const { browser, email } = await signUpNew(the.service.browser())
      const client = (await browser.cookie("__client")) ?? ""
      const session = (await browser.cookie("__session")) ?? ""
      const stored = await dump()
      expect(stored).toContain(email)
      expect(stored).toContain("$argon2id$")
      for (const secret of [client, session]) {
        expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
        expect(stored).toContain(sha256(secret))
        for (const spelling of spellings(secret)) expect(stored).not.toContain(spelling)
      }
      expect(stored).not.toContain(password)
      expect(stored).not.toContain(Buffer.from(password).toString("hex"))
      expect(stored).not.toContain(sha256(password))
    })
  })

  test("the email carries a verifyUrl of the form /v1/auth/magic-link/verify?token=<token>", async () => {
    const email = newEmail()
    const link = await askForLink(the.service, the.service.browser(), email)
    expect(link).toMatch(/^\/v1\/auth\/magic-link\/verify\?token=[A-Za-z0-9_-]{43}$/)
    const [mail] = (await the.service.mails()).filter(({ to }) => to === email)
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(`${the.service.origin}${link}`)
  })

  describe("lifetime 15 minutes; single use; the stored record is wiped when it is consumed", () => {
    test("lifetime 15 minutes", async () => {
      const token = tokenOf(await askForLink(the.service, the.service.browser(), newEmail()))
      the.service.advance(15 * minute - 1)
      expect(Option.isSome(await storedLink(the.service, token))).toBe(true)
      the.service.advance(1)
      expect(Option.isNone(await storedLink(the.service, token))).toBe(true)
      expect(errorOf(await the.service.browser().get(`${verify}?token=${token}`))).toEqual([401, "invalid_token"])
    })

    test("single use", async () => {
      const browser = the.service.browser()
      const link = await askForLink(the.service, browser, newEmail())
      expect((await browser.get(link)).status).toBe(200)
      expect(errorOf(await browser.get(link))).toEqual([401, "invalid_token"])
    })

    test("the stored record is wiped", async () => {
      const email = newEmail()
      const browser = the.service.browser()
      const link = await askForLink(the.service, browser, email)
      expect(await linksOf(email)).toHaveLength(1)
      await browser.get(link)
      expect(await linksOf(email)).toEqual([])
      expect(await dump()).not.toContain(sha256(tokenOf(link)))
    })
  })

  test("other fields: not shown in the contract; decided: instance, address, the browser that asked, the end", async () => {
    const browser = the.service.browser()
    const email = newEmail()
    const token = tokenOf(await askForLink(the.service, browser, email))
    const link = Option.getOrThrow(await storedLink(the.service, token))
    expect({ ...link }).toEqual({
      instanceId: "default",
      tokenHash: sha256(token),
      email,
      clientHash: Option.some(sha256((await browser.cookie("__client")) ?? "")),
      expiresAt: link.expiresAt
    })
    the.service.advance(15 * minute)
    const now = await the.service.run(DateTime.now)
    expect(DateTime.toEpochMillis(link.expiresAt)).toBe(DateTime.toEpochMillis(now))
  })
})
