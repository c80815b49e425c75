import { describe, expect, test } from "vitest"
import {
  askForLink,
  newEmail,
  password,
  requestLink,
  signIn,
  signInAgain,
  signInByLink,
  signOut,
  signOutAll,
  signUp,
  signUpNew,
  tokenOf,
  verify,
  wrongPassword
} from "./actions.ts"
import { onEveryStore } from "./support.ts"

onEveryStore("6 Events", (the) => {
  const mailsTo = async (email: string) => (await the.service.mails()).filter(({ to }) => to === email)
  const mailsDuring = async (use: () => Promise<unknown>) => {
    await the.service.deliver()
    const before = (await the.service.mails()).length
    await use()
    await the.service.deliver()
    return (await the.service.mails()).slice(before)
  }

  describe("the only outward effect described is the email sent by the magic-link request", () => {
    test("one request, one email, to that address alone", async () => {
      const email = newEmail()
      const mails = await mailsDuring(() => the.service.browser().post(requestLink, { email }))
      expect(mails.map(({ to }) => to)).toEqual([email])
      expect(await mailsDuring(async () => {})).toEqual([])
    })

    test("it contains verifyUrl, in its text and in its HTML, and no other token", async () => {
      const email = newEmail()
      const link = await askForLink(the.service, the.service.browser(), email)
      const [mail] = await mailsTo(email)
      for (const part of [mail?.text ?? "", mail?.html ?? ""]) {
        const tokens = [...part.matchAll(/token=([\w-]+)/g)].map(([, token]) => token)
        expect(part).toContain(`${the.service.origin}${verify}?token=`)
        expect(new Set(tokens)).toEqual(new Set([tokenOf(link)]))
      }
      expect(mail?.subject).not.toContain(tokenOf(link))
    })

    test("it goes to the address as it is stored, whatever else was typed", async () => {
      const { email } = await signUpNew(the.service.browser())
      const mails = await mailsDuring(() =>
        the.service.browser().post(requestLink, { email: `  ${email.toUpperCase()} ` })
      )
      expect(mails.map(({ to }) => to)).toEqual([email])
    })

    test.each([
      ["two recipients", (email: string) => `${email},other@example.com`],
      ["a line break", (email: string) => `${email}\r\nbcc: other@example.com`],
      ["a display name", (email: string) => `Other <${email}>`],
      ["a list", (email: string) => [email, "other@example.com"]]
    ])("an address with %s is refused, and nobody gets an email", async (_, made) => {
      const mails = await mailsDuring(async () => {
        const reply = await the.service.browser().post(requestLink, { email: made(newEmail()) })
        expect(reply.status).toBe(400)
      })
      expect(mails).toEqual([])
    })

    test("twenty requests for one address at once send no more than its budget of five", async () => {
      const email = newEmail()
      const mails = await mailsDuring(async () => {
        const ask = () => the.service.browser().post(requestLink, { email })
        const replies = await Promise.all(Array.from({ length: 20 }, ask))
        expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
      })
      expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => email))
    })
  })

  test("events of any other kind: not shown in the contract; decided: nothing else sends an email", async () => {
    const mails = await mailsDuring(async () => {
      const { browser, email } = await signUpNew(the.service.browser())
      await the.service.browser().post(signUp, { email, password })
      await the.service.browser().post(signIn, { email, password: wrongPassword })
      await signInAgain(the.service.browser(), email)
      await browser.post(signOut)
      const again = await signInAgain(browser, email)
      await again.browser.post(signOutAll)
    })
    expect(mails).toEqual([])
    const email = newEmail()
    expect(await mailsDuring(() => signInByLink(the.service, the.service.browser(), email))).toHaveLength(1)
  })
})
