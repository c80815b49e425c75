import { defaultId } from "@latchkey/domain/instance/Instance"
import { beforeEach, expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, newEmail, requestLink, session, verify, verifyCode } from "@latchkey/test-support/contract"

onBothMounts("The code beside a magic link", (service) => {
  const set = (magicLinkCodes: boolean) =>
    service().instances((directory) => directory.update(defaultId, { emailConfig: { magicLinkCodes } }))
  beforeEach(() => set(true))

  const requested = async (browser: Browser = service().browser()) => {
    const email = newEmail()
    await browser.post(requestLink, { email })
    return { browser, email, code: await service().lastCode(email) }
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

  test("signs in on the client that requested it, with the cookies of a link", async () => {
    const { browser, code, email } = await requested()
    const reply = await browser.post(verifyCode, { code })
    expect([reply.status, Object.keys(reply.json).sort()]).toEqual([200, ["sessionId", "userId"]])
    expect(reply.setCookies.map((cookie) => cookie.replace(/=[\w-]{43};/, "=…;").split(";")[0])).toEqual([
      "__client=…",
      "__session=…"
    ])
    expect(reply.headers["cache-control"]).toBe("no-store")
    expect((await browser.get(session)).json).toMatchObject({ ...reply.json, email, emailVerified: true })
  })

  test("is in the text and in the HTML of the email, and not in its subject", async () => {
    const { code, email } = await requested()
    const sent = (await service().emails()).find(({ to }) => to === email)
    expect(sent?.text).toContain(`\n${code}\n`)
    expect(sent?.html).toContain(`>${code}<`)
    expect(sent?.subject).not.toContain(code)
  })

  test("gets one reply if it is wrong, used, expired, of another client, without a request, or tried too often", async () => {
    const used = await requested()
    await used.browser.post(verifyCode, { code: used.code })
    const others = await requested()
    const burnt = await requested()
    for (let times = 0; times < 5; times++) await burnt.browser.post(verifyCode, { code: wrong(burnt.code) })
    const mistaken = await requested()
    const replies = [
      await used.browser.post(verifyCode, { code: used.code }),
      await mistaken.browser.post(verifyCode, { code: wrong(mistaken.code) }),
      await mistaken.browser.post(verifyCode, { code: others.code }),
      await service().browser().post(verifyCode, { code: others.code }),
      await burnt.browser.post(verifyCode, { code: burnt.code })
    ]
    service().advance(10 * 60_000)
    replies.push(await others.browser.post(verifyCode, { code: others.code }))
    expect(replies[0]?.json).toMatchObject({ code: "invalid_token", status: 401 })
    for (const reply of replies) {
      expect([reply.status, reply.text, reply.setCookies]).toEqual([401, replies[0]?.text, []])
    }
  })

  test("can be burnt by five wrong tries, while the link of the same email still works", async () => {
    const { browser, code, email } = await requested()
    for (let times = 0; times < 5; times++) await browser.post(verifyCode, { code: wrong(code) })
    expect((await browser.post(verifyCode, { code })).status).toBe(401)
    expect((await browser.get(await service().lastLink(email))).status).toBe(200)
  })

  test.each([
    ["spaces", (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    ["dashes", (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    [
      "full-width digits",
      (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    ],
    ["Persian digits", (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))]
  ])("may be typed with %s", async (_, typed) => {
    const { browser, code } = await requested()
    expect((await browser.post(verifyCode, { code: typed(code) })).status).toBe(200)
  })

  test.each(["", "12345", "1234567", "12345a", "١٢٣٤٥"])("%j is invalid_request, and counts no try", async (text) => {
    const { browser, code } = await requested()
    for (let times = 0; times < 6; times++) {
      const reply = await browser.post(verifyCode, { code: text })
      expect(reply.json).toMatchObject({
        code: "invalid_request",
        errors: [{ field: "code", reason: "must have six digits" }]
      })
    }
    expect((await browser.post(verifyCode, { code })).status).toBe(200)
  })

  test("and the link end each other", async () => {
    const first = await requested()
    await first.browser.get(await service().lastLink(first.email))
    expect((await first.browser.post(verifyCode, { code: first.code })).status).toBe(401)
    const second = await requested()
    const token = new URL(await service().lastLink(second.email), service().origin).searchParams.get("token")
    await second.browser.post(verifyCode, { code: second.code })
    expect((await second.browser.post(verify, { token })).status).toBe(401)
  })

  test("signs in once if it is used twice concurrently, or together with the link", async () => {
    const { browser, code, email } = await requested()
    const link = await service().lastLink(email)
    const statuses = await Promise.all([
      browser.post(verifyCode, { code }),
      browser.post(verifyCode, { code }),
      browser.get(link)
    ])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  test("is magic_link_code_disabled while the instance has codes turned off", async () => {
    await set(false)
    const browser = service().browser()
    const email = newEmail()
    await browser.post(requestLink, { email })
    await service().deliver()
    expect((await service().emails()).find(({ to }) => to === email)?.text).not.toMatch(/^\d{6}$/m)
    expect((await browser.post(verifyCode, { code: "492817" })).json).toMatchObject({
      status: 401,
      code: "magic_link_code_disabled"
    })
  })

  test("is turned on by the admin API", async () => {
    await set(false)
    const change = { emailConfig: { magicLinkCodes: true } }
    const reply = await service()
      .browser()
      .send("PATCH", `${instances}/default`, {
        headers: { "content-type": "application/json", ...asAdmin },
        body: JSON.stringify(change)
      })
    expect(reply.json).toMatchObject(change)
  })
})
