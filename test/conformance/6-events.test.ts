import { describe, expect, test } from "vitest"
import {
  askForLink,
  newEmail,
  password,
  requestLink,
  signIn,
  signInAgain,
  signInWithLink,
  signOut,
  signOutAll,
  signUp,
  signUpNew,
  tokenOf,
  verify,
  wrongPassword
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"

onEveryStore("6 Events", (fixture) => {
  const emailsTo = async (email: string) => (await fixture.service.emails()).filter(({ to }) => to === email)
  const emailsDuring = async (use: () => Promise<unknown>) => {
    await fixture.service.deliver()
    const before = (await fixture.service.emails()).length
    await use()
    await fixture.service.deliver()
    return (await fixture.service.emails()).slice(before)
  }

  describe("the only outward effect described is the email sent by the magic-link request", () => {
    test("one request sends one email, only to that address", async () => {
      const email = newEmail()
      const emails = await emailsDuring(() => fixture.service.browser().post(requestLink, { email }))
      expect(emails.map(({ to }) => to)).toEqual([email])
      expect(await emailsDuring(async () => {})).toEqual([])
    })

    test("text and HTML contain verifyUrl and no other token", async () => {
      const email = newEmail()
      const link = await askForLink(fixture.service, fixture.service.browser(), email)
      const [sent] = await emailsTo(email)
      for (const part of [sent?.text ?? "", sent?.html ?? ""]) {
        const tokens = [...part.matchAll(/token=([\w-]+)/g)].map(([, token]) => token)
        expect(part).toContain(`${fixture.service.origin}${verify}?token=`)
        expect(new Set(tokens)).toEqual(new Set([tokenOf(link)]))
      }
      expect(sent?.subject).not.toContain(tokenOf(link))
    })

    test("it is sent to the normalized address", async () => {
      const { email } = await signUpNew(fixture.service.browser())
      const emails = await emailsDuring(() =>
        fixture.service.browser().post(requestLink, { email: `  ${email.toUpperCase()} ` })
      )
      expect(emails.map(({ to }) => to)).toEqual([email])
    })

    test.each([
      ["two recipients", (email: string) => `${email},other@example.com`],
      ["a line break", (email: string) => `${email}\r\nbcc: other@example.com`],
      ["a display name", (email: string) => `Other <${email}>`],
      ["a list", (email: string) => [email, "other@example.com"]]
    ])("an address with %s is refused, and no email is sent", async (_, makeAddress) => {
      const emails = await emailsDuring(async () => {
        const reply = await fixture.service.browser().post(requestLink, { email: makeAddress(newEmail()) })
        expect(reply.status).toBe(400)
      })
      expect(emails).toEqual([])
    })

    test("twenty concurrent requests for one address send no more than its limit of five", async () => {
      const email = newEmail()
      const emails = await emailsDuring(async () => {
        const ask = () => fixture.service.browser().post(requestLink, { email })
        const replies = await Promise.all(Array.from({ length: 20 }, ask))
        expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
      })
      expect(emails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => email))
    })
  })

  test("events of any other kind: not shown in the contract; decided: nothing else sends an email", async () => {
    const emails = await emailsDuring(async () => {
      const { browser, email } = await signUpNew(fixture.service.browser())
      await fixture.service.browser().post(signUp, { email, password })
      await fixture.service.browser().post(signIn, { email, password: wrongPassword })
      await signInAgain(fixture.service.browser(), email)
      await browser.post(signOut)
      const again = await signInAgain(browser, email)
      await again.browser.post(signOutAll)
    })
    expect(emails).toEqual([])
    const email = newEmail()
    expect(await emailsDuring(() => signInWithLink(fixture.service, fixture.service.browser(), email))).toHaveLength(1)
  })
})
