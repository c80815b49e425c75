import { expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, newEmail, requestLink } from "@latchkey/test-support/contract"

const texts = `${instances}/default/email-texts`
const path = `${texts}/magic_link/en`

const own = {
  subject: "Welcome to {{instanceName}}",
  text: "Hello!\n\n{{link}}",
  html: '<p style="color:{{accentColor}}">Hello! <a href="{{link}}">Sign in</a></p>'
}

onBothMounts("Email texts in the admin API", (service) => {
  const json = { ...asAdmin, "content-type": "application/json" }
  const put = (body: object, to = path) =>
    service()
      .browser()
      .send("PUT", to, { headers: json, body: JSON.stringify(body) })
  const get = (from = path) => service().browser().get(from, asAdmin)
  const remove = () => service().browser().send("DELETE", path, { headers: asAdmin })
  const subjectOfNextLink = async () => {
    const email = newEmail()
    await service().browser().post(requestLink, { email })
    await service().lastLink(email)
    return (await service().emails()).at(-1)?.subject
  }

  test("are written, sent, listed, read and deleted", async () => {
    const before = await get()
    expect(before.json).toMatchObject({ kind: "magic_link", language: "en", updatedAt: null })
    expect(before.json["text"]).toContain("{{link}}")
    const written = await put(own)
    expect([written.status, written.json]).toEqual([
      200,
      { kind: "magic_link", language: "en", ...own, updatedAt: expect.stringMatching(/Z$/) }
    ])
    expect((await get()).json).toEqual(written.json)
    const { subject, updatedAt } = written.json
    expect((await get(texts)).json).toMatchObject({
      kinds: expect.arrayContaining([expect.objectContaining({ kind: "magic_link" })]),
      languages: expect.arrayContaining(["en"]),
      texts: [{ kind: "magic_link", language: "en", subject, updatedAt }]
    })
    expect(await subjectOfNextLink()).toBe("Welcome to Latchkey")
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
    expect((await get()).json).toEqual(before.json)
    expect(await subjectOfNextLink()).toBe("Your sign-in link for Latchkey")
  })

  test("with mistakes are 400, which names each with its place, and are not stored", async () => {
    const reply = await put({ subject: "Hi\r\nBcc: x", text: "Hello", html: "<p>\n<script>alert(1)</script></p>" })
    expect([reply.status, reply.json["code"], reply.json["errors"]]).toEqual([
      400,
      "invalid_request",
      [
        { field: "subject", reason: "line 1, column 3: the subject must be one line" },
        { field: "text", reason: "line 1, column 1: {{link}} is missing" },
        { field: "html", reason: "line 2, column 1: <script> is not allowed" },
        { field: "html", reason: 'line 1, column 1: a link to {{link}} is missing: <a href="{{link}}">…</a>' }
      ]
    ])
    expect((await get()).json["updatedAt"]).toBeNull()
    expect((await put({ ...own, html: 7 })).json["errors"]).toEqual([{ field: "html", reason: "must be a string" }])
    expect((await put({ ...own, html: "x".repeat(100_000) })).status).toBe(400)
    expect((await put({ ...own, html: "x".repeat(600_000) })).status).toBe(413)
  })

  test("are previewed with sample values, without a token", async () => {
    const preview = await service().browser().post(`${path}/preview`, own, asAdmin)
    expect([preview.status, preview.json]).toEqual([
      200,
      {
        subject: "Welcome to Latchkey",
        text: `Hello!\n\n${service().origin}/sign-in#example`,
        html: expect.stringContaining(`<p style="color:#1f5eff">Hello! <a href="${service().origin}/sign-in#example">`)
      }
    ])
    expect((await get()).json["updatedAt"]).toBeNull()
    const rejected = await service()
      .browser()
      .post(`${path}/preview`, { ...own, text: "" }, asAdmin)
    expect(rejected.json["errors"]).toEqual([{ field: "text", reason: "line 1, column 1: is empty" }])
  })

  test("are sent as a test, 20 times in 10 minutes", async () => {
    const sendTest = (email: string) => service().browser().post(`${path}/test`, { email }, asAdmin)
    const email = newEmail()
    expect((await sendTest(email)).status).toBe(200)
    await subjectOfNextLink()
    expect(await service().emails()).toContainEqual(
      expect.objectContaining({ to: email, text: expect.stringContaining("/sign-in#example") })
    )
    for (let count = 1; count < 20; count++) expect((await sendTest(newEmail())).status).toBe(200)
    const refused = await sendTest(newEmail())
    expect([refused.status, refused.json["code"]]).toEqual([429, "magic_link_rate_limited"])
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect((await sendTest("nonsense")).status).toBe(400)
  })

  test("require the admin key, and a kind, a language and an instance that exist", async () => {
    for (const [method, target] of [
      ["GET", texts],
      ["GET", path],
      ["PUT", path],
      ["DELETE", path],
      ["POST", `${path}/preview`],
      ["POST", `${path}/test`]
    ] as const) {
      expect((await service().browser().send(method, target, {})).status, `${method} ${target}`).toBe(401)
    }
    for (const unknown of [
      `${texts}/nonsense/en`,
      `${texts}/magic_link/tlh`,
      `${texts}/test_email/en`,
      `${texts}/A%00/x`
    ]) {
      expect((await get(unknown)).status, unknown).toBe(404)
      expect((await put(own, unknown)).status, unknown).toBe(404)
    }
    expect((await get(`${instances}/inst_unknown/email-texts`)).status).toBe(404)
  })
})
