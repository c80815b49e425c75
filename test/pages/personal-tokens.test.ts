import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { maxPersonalTokens } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import type { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { cookiesOf, type Reply } from "@latchkey/test-support/HttpClient"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }
const tokens = "/account/tokens"
const secretIn = ({ text }: Reply): string => /lk_[\w-]{43}\w{6}/.exec(text)?.[0] ?? ""
const idIn = ({ text }: Reply): string => /\/account\/tokens\/(pat_[^/]+)\/revoke/.exec(text)?.[1] ?? ""
const text = (reply: Reply) => reply.text.replaceAll("&#39;", "'")
const form = { name: "Nightly backup", expiry: "30" }

describe("The page of personal access tokens", () => {
  const recorder = makeRecorder()
  let service: Service
  const set = (tokenConfig: InstancePatch["tokenConfig"] & object) =>
    service.instances((instances) => instances.update(defaultId, { tokenConfig }))
  beforeAll(async () => {
    service = await startWithPages({ logger: recorder.layer })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(3_600_000)
    await set({ personalTokens: true, scopes: ["reports:read", "reports:write"] })
  })

  const signedUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }
  const get = (browser: Browser, path = tokens) => browser.get(path, html)
  const create = (browser: Browser, fields: Record<string, string> = {}) =>
    postForm(browser, tokens, { ...form, ...fields })
  const statusOf = async (secret: string) =>
    (await service.browser({ authorization: `Bearer ${secret}` }).get(session)).status

  test("offers thirty days and no scope, and shows the new token once, which works", async () => {
    const { browser, email } = await signedUp()
    const page = await get(browser)
    expect([page.status, headingOf(page)]).toEqual([200, "Access tokens"])
    expect(page.text).toContain("You don&#39;t have an access token yet.")
    expect(page.text).toMatch(/<option value="30" selected>In 30 days \(\d+ \w+ \d{4}\)<\/option>/)
    expect(page.text.match(/ checked/)).toBeNull()
    const fields = { page_view: valuesOf(page)["page_view"] ?? "", scopes: "reports:read" }
    const created = await create(browser, fields)
    const secret = secretIn(created)
    expect([created.status, headingOf(created)]).toEqual([200, "Your new access token"])
    expect(text(created)).toContain("Copy the token and store it now. You can't see it again.")
    expect(created.text).toContain(`class="quiet small copy" data-text="${secret}"`)
    expect(created.text).toContain("<code>reports:read</code>")
    const program = await service.browser({ authorization: `Bearer ${secret}` }).get(session)
    expect([program.status, program.json["email"]]).toEqual([200, email])
    const list = await get(browser)
    expect(list.text).toContain("<strong>Nightly backup</strong>")
    expect(list.text).toContain('<span class="hint"><bdi><code>reports:read</code></bdi></span>')
    expect(list.text).toContain('name="scopes" value="reports:write"')
    expect(list.text).not.toContain("lk_")
    expect(text(list)).toMatch(/All your tokens stop working when you change your password/)
    expect(list.text).toMatch(/Created <time [^>]*>just now<\/time>, last used <time/)
    expect(list.text).toMatch(/Expires <time [^>]*>on \d+ \w+ \d{4}<\/time>/)
  })

  test("has the new token in no URL, cookie, cache or log", async () => {
    const { browser } = await signedUp()
    const created = await create(browser)
    const secret = secretIn(created)
    const { headers, setCookies } = created
    expect(secret).not.toBe("")
    expect(headers["cache-control"]).toBe("no-store")
    expect(JSON.stringify([headers, setCookies])).not.toContain(secret)
    await statusOf(secret)
    const logged = recorder.lines().join("\n")
    expect(logged).toContain("personal_token_create")
    expect(logged).not.toContain(secret.slice(3, 46))
  })

  test("makes one token of a form that is sent twice, and shows the same one", async () => {
    const { browser } = await signedUp()
    const fields = { page_view: valuesOf(await get(browser))["page_view"] ?? "" }
    const [first, second] = await Promise.all([create(browser, fields), create(browser, fields)])
    const third = await create(browser, fields)
    expect(secretIn(first)).not.toBe("")
    expect([secretIn(second), secretIn(third)]).toEqual([secretIn(first), secretIn(first)])
    expect((await get(browser)).text.match(/<strong>Nightly backup/g)).toHaveLength(1)
    service.advance(30_000)
    expect(secretIn(await create(browser, fields))).not.toBe(secretIn(first))
  })

  test("asks who the user is, ten minutes after the sign-in, before one is created, and not to revoke one", async () => {
    const { browser } = await signedUp()
    await create(browser)
    service.advance(600_000)
    const page = await get(browser)
    const back = `${service.origin}${tokens}`
    const url = `/reauthenticate?return_to=${encodeURIComponent(back)}`
    expect(page.text).not.toContain('name="expiry"')
    expect(page.text).toContain(`href="${url}"`)
    const late = await create(browser, { name: "Late" })
    expect([late.status, late.headers.location, secretIn(late)]).toEqual([303, url, ""])
    const revoked = await postForm(browser, `${tokens}/${idIn(page)}/revoke`, {})
    expect(revoked.headers.location).toBe(`${tokens}?done=revoked`)
    const confirmed = await postForm(browser, "/reauthenticate", { password, return_to: back })
    expect(confirmed.headers.location).toBe(back)
    expect((await get(browser)).text).toContain('name="expiry"')
    expect((await create(browser)).status).toBe(200)
  })

  test("revokes a token of the user after a second press, and no one else's", async () => {
    const { browser } = await signedUp()
    const secret = secretIn(await create(browser))
    const page = await get(browser)
    const id = idIn(page)
    expect(page.text).toMatch(/<details><summary [^>]*aria-label="Revoke: Nightly backup">Revoke<\/summary>\n<form/)
    const other = (await signedUp()).browser
    for (const path of [id, "pat_x", id.replace(/.$/, "x")]) {
      const reply = await postForm(other, `${tokens}/${path}/revoke`, {})
      expect([path, reply.status, reply.headers.location]).toEqual([path, 303, tokens])
    }
    expect(await statusOf(secret)).toBe(200)
    const revoked = await postForm(browser, `${tokens}/${id}/revoke`, {})
    expect(revoked.headers.location).toBe(`${tokens}?done=revoked`)
    const left = await get(browser, `${tokens}?done=revoked`)
    expect(left.text).toContain("The token is revoked, and no longer works.")
    expect(left.text).not.toContain("Nightly backup")
    expect(await statusOf(secret)).toBe(401)
    expect((await postForm(browser, `${tokens}/${id}/revoke`, {})).headers.location).toBe(tokens)
  })

  test("lists tokens that have expired or never do, and says so", async () => {
    const { browser } = await signedUp()
    const secret = secretIn(await create(browser, { name: "Weekly", expiry: "7" }))
    service.advance(1000)
    await create(browser, { name: "Yearly", expiry: "year" })
    service.advance(1000)
    await create(browser, { name: "Forever", expiry: "never" })
    const rows = async () =>
      ((await get(browser)).text.split("</ul>")[0] ?? "")
        .split("<li>")
        .slice(1)
        .map((row) => [/<strong>([^<]*)/.exec(row)?.[1], ...(row.match(/Expired|Expires|Doesn&#39;t expire/g) ?? [])])
    expect(await rows()).toEqual([
      ["Weekly", "Expires"],
      ["Yearly", "Expires"],
      ["Forever", "Doesn&#39;t expire"]
    ])
    // The session expires after seven days without a visit.
    service.advance(6 * 86_400_000)
    expect(await statusOf(secret)).toBe(200)
    await rows()
    service.advance(86_400_000)
    expect(await statusOf(secret)).toBe(401)
    expect(await rows()).toEqual([
      ["Weekly", "Expired"],
      ["Yearly", "Expires"],
      ["Forever", "Doesn&#39;t expire"]
    ])
  })

  test("escapes names, and names each invalid field, and keeps what was typed", async () => {
    const { browser } = await signedUp()
    const created = await create(browser, { name: ' <b>"Backup" ' })
    const list = await get(browser)
    for (const reply of [created, list]) {
      expect(reply.text).toContain("<strong>&lt;b&gt;&quot;Backup&quot;</strong>")
      expect(reply.text).not.toContain("<b>")
    }
    for (const name of ["", " ", "x".repeat(101), "a\u0000b"]) {
      const reply = await create(browser, { name, expiry: "90", scopes: "reports:write" })
      expect([name, reply.status, secretIn(reply)]).toEqual([name, 400, ""])
      expect(reply.text).toContain('<a href="#name">')
      expect(reply.text).toContain('<option value="90" selected>')
      expect(reply.text).toContain('value="reports:write" checked')
    }
    for (const expiry of ["", "31", "-7", "Infinity"]) {
      const reply = await create(browser, { expiry, name: "Kept" })
      expect([expiry, reply.status, reply.text.includes('<a href="#expiry">')]).toEqual([expiry, 400, true])
      expect(reply.text).toContain('value="Kept"')
    }
    const gone = await create(browser, { scopes: "admin" })
    expect([gone.status, secretIn(gone)]).toEqual([400, ""])
    expect(gone.text).toContain('<a href="#scopes">The permissions have changed. Choose again.</a>')
    expect((await get(browser)).text.match(/<strong>/g)).toHaveLength(2)
  })

  test("has no scopes to choose from on an instance without any", async () => {
    await set({ scopes: [] })
    const { browser } = await signedUp()
    expect((await get(browser)).text).not.toContain("Permissions")
    expect((await create(browser)).status).toBe(200)
  })

  test("lets users revoke tokens, but create none, while they are turned off, and is not on the account page", async () => {
    const { browser } = await signedUp()
    expect((await get(browser, "/account")).text).toContain(`href="${tokens}"`)
    await create(browser)
    await set({ personalTokens: false })
    const page = await get(browser)
    expect(text(page)).toContain("Access tokens are turned off. You can't create any, and yours don't work.")
    expect(page.text).not.toContain('name="expiry"')
    const refused = await create(browser)
    expect([refused.status, secretIn(refused)]).toEqual([403, ""])
    expect(text(refused)).toContain("You can't create access tokens here.")
    expect((await get(browser, "/account")).text).not.toContain(`href="${tokens}"`)
    expect((await postForm(browser, `${tokens}/${idIn(page)}/revoke`, {})).status).toBe(303)
    expect((await get(browser)).text).not.toContain("Nightly backup")
  })

  test("has no form for users with as many tokens as possible, until one of them is revoked", async () => {
    const { browser } = await signedUp()
    for (let count = 0; count < maxPersonalTokens; count++) await create(browser)
    const full = await get(browser)
    expect(full.text).toContain(`You have ${maxPersonalTokens} access tokens`)
    expect((await create(browser)).status).toBe(409)
    await postForm(browser, `${tokens}/${idIn(full)}/revoke`, {})
    const page = await get(browser)
    expect(page.text).not.toContain(`You have ${maxPersonalTokens} access tokens`)
    expect(page.text).toContain('name="expiry"')
  })

  test("sends users without a session to sign in and back, and refuses forms of other origins", async () => {
    const signIn = `/sign-in?return_to=${encodeURIComponent(`${service.origin}${tokens}`)}`
    for (const reply of [await get(service.browser()), await create(service.browser())]) {
      expect([reply.status, reply.headers.location, cookiesOf(reply).join()]).toEqual([
        303,
        signIn,
        expect.not.stringContaining("__session")
      ])
    }
    const { browser } = await signedUp()
    await service.instances((all) => all.update(defaultId, { origins: ["https://app.example.com"] }))
    const origin = { ...ownForm, origin: "https://app.example.com", "sec-fetch-site": "cross-site" }
    expect((await postForm(browser, tokens, form, origin)).status).toBe(403)
    expect((await get(browser)).text).not.toContain("Nightly backup")
  })

  test("tells the user of a new token by email", async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-in/link", { email })
    await browser.get(await service.lastLink(email), html)
    expect((await create(browser)).status).toBe(200)
    await service.deliver()
    const emails = (await service.emails()).filter(({ to }) => to === email)
    expect(emails.at(-1)?.subject).toBe("An access token was created for your Latchkey account")
  })
})
