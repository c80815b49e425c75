import { newEmail, requestLink } from "@latchkey/test-support/contract"
import { FormBrowser } from "@latchkey/test-support/operator"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"

const list = "/dashboard/instances/default/email-texts"
const path = `${list}/magic_link/en`

const own = {
  subject: "Welcome to {{instanceName}}",
  text: "\nHello & hi!\n\n{{link}}",
  html: '<p title="Hi">Hello! <a href="{{link}}">Sign in</a></p>'
}

const { operator, service } = operatorScene()

const unescape = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")

/** Returns what the fields of the form contain, as a browser reads them. */
const fieldsIn = (page: string) => {
  const text = (name: string) =>
    unescape(new RegExp(`<textarea id="${name}"[^>]*>\n([^<]*)</textarea>`).exec(page)?.[1] ?? "")
  return {
    subject: unescape(/<input id="subject"[^>]* value="([^"]*)"/.exec(page)?.[1] ?? ""),
    text: text("text"),
    html: text("html")
  }
}

describe("The text of an email", () => {
  test("is the default one at first, is saved and sent, and reset", async () => {
    const before = await operator().get(path)
    expect(before.text).toContain("Emails have this default text.")
    expect(fieldsIn(before.text).text).toContain("{{link}}")
    const saved = await operator().submit(path, fieldsIn(before.text))
    expect([saved.status, saved.headers["location"]]).toEqual([303, `${path}?done=saved`])
    await operator().submit(path, own)
    const after = await operator().get(`${path}?done=saved`)
    expect(after.text).toContain("Saved. Emails that are sent from now on have this text.")
    expect(fieldsIn(after.text)).toEqual(own)
    expect((await operator().get(list)).text).toContain("Your text</span>")
    const email = newEmail()
    await service().browser().post(requestLink, { email })
    await service().lastLink(email)
    expect((await service().emails()).at(-1)?.subject).toBe("Welcome to Latchkey")
    expect((await operator().submit(`${path}/reset`)).headers["location"]).toBe(`${path}?done=reset`)
    expect(fieldsIn((await operator().get(path)).text)).toEqual(fieldsIn(before.text))
    expect((await operator().submit(`${path}/reset`)).status).toBe(404)
  })

  test("with mistakes is shown again as it was typed, also a megabyte of it, with every mistake and its place", async () => {
    const html = `<script>alert("1")</script>\n<p onclick='x'>{{nope}} &amp; ${own.html}`
    const typed = { subject: "", text: "x".repeat(1_000_000), html }
    const reply = await operator().submit(path, typed)
    expect(reply.status).toBe(400)
    expect(fieldsIn(reply.text)).toEqual(typed)
    for (const mistake of [
      "Line 1, column 1: is empty.",
      "Line 1, column 20001: is longer than 20,000 characters.",
      "Line 1, column 1: &lt;script&gt; is not allowed.",
      "Line 2, column 4: the attribute onclick is not allowed on &lt;p&gt;.",
      "Line 2, column 16: there is no {{nope}} in this email."
    ]) {
      expect(reply.text).toContain(`<li>${mistake}</li>`)
    }
    expect((await operator().get(path)).text).toContain("Emails have this default text.")
  })

  test("is previewed as it is typed, in a frame that runs and sends nothing", async () => {
    const preview = await operator().submit(`${path}/preview`, own)
    expect(preview.status).toBe(200)
    expect(preview.text).toContain("<strong>Subject:</strong> Welcome to Latchkey")
    expect(preview.text).toContain(`<p title="Hi">Hello! <a href="${service().origin}/sign-in#example">Sign in</a></p>`)
    expect(preview.text).toContain("Hello &amp; hi!")
    const policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox"
    expect(preview.headers["content-security-policy"]).toBe(policy)
    expect(preview.headers["x-frame-options"]).toBe("SAMEORIGIN")
    expect((await operator().get(`${path}/preview`)).text).toContain("Sign in to Latchkey")
    const rejected = await operator().submit(`${path}/preview`, { ...own, html: "<script>alert(1)</script>" })
    expect(rejected.status).toBe(400)
    expect(rejected.text).toContain("HTML: Line 1, column 1: &lt;script&gt; is not allowed.")
    expect(rejected.text).not.toContain("<script")
    const page = await operator().get(path)
    expect(page.headers["content-security-policy"]).toContain("frame-src 'self';")
    expect(page.text).toContain(
      `<iframe class="preview" name="preview" title="Preview of the email" sandbox src="${path}/preview">`
    )
  })

  test("is sent as a test, a limited number of times, and the page says what is wrong with the address", async () => {
    const email = newEmail()
    expect((await operator().submit(`${path}/test`, { email })).headers["location"]).toBe(`${path}?done=sent`)
    const invalid = await operator().submit(`${path}/test`, { email: "ada@" })
    expect(invalid.status).toBe(400)
    expect(invalid.text).toContain('<span class="error" id="email-error">Enter an email address in the correct format')
    expect(invalid.text).toContain('value="ada@"')
    for (let count = 1; count < 20; count++) await operator().submit(`${path}/test`, { email: newEmail() })
    const refused = await operator().submit(`${path}/test`, { email })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect(refused.text).toContain("Too many test emails were sent. Try again in a few minutes.")
  })

  test("exists for the kinds and languages of emails only, and for administrators only", async () => {
    for (const unknown of [`${list}/nonsense/en`, `${list}/magic_link/tlh`, `${list}/magic_link/x%20y`]) {
      expect((await operator().get(unknown)).status).toBe(404)
    }
    for (const target of [list, path, `${path}/preview`]) {
      expect((await new FormBrowser(service().origin).get(target)).status).toBe(303)
    }
    for (const target of [path, `${path}/preview`, `${path}/test`, `${path}/reset`]) {
      expect((await new FormBrowser(service().origin).submit(target, own)).headers["location"]).toBe(
        "/dashboard/sign-in"
      )
      expect((await operator().submit(target, own, { "sec-fetch-site": "cross-site" })).status).toBe(403)
    }
  })
})
