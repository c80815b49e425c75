import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser } from "@latchkey/test-support/Browser"
import { device, deviceToken, newEmail, password, session } from "@latchkey/test-support/contract"
import * as Devices from "@latchkey/test-support/devices"
import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { headingOf, ownForm, postForm, startWithPages } from "./support/app.ts"

const html = { accept: "text/html" }
const page = "/device"
const wrong = "BCDF-GHJK"

describe("The page of another device", () => {
  const recorder = makeRecorder()
  let service: Service
  beforeAll(async () => {
    service = await startWithPages({ logger: recorder.layer })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(3_600_000)
    await Devices.allow(service)
  })

  const signedUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }
  const started = async (body: object = { name: "Acme CLI" }, userAgent = "acme/2.1") => {
    const program = service.browser({ "user-agent": userAgent })
    const { json } = await program.post(device, body)
    const ask = async () => {
      service.advance(5000)
      return program.post(deviceToken, { deviceCode: json["deviceCode"] })
    }
    return { ask, code: String(json["userCode"]), deviceCode: String(json["deviceCode"]), program }
  }
  const open = (browser: Browser, code: string) => browser.get(`${page}?code=${encodeURIComponent(code)}`, html)
  const back = (code: string) => encodeURIComponent(`${service.origin}${page}?code=${encodeURIComponent(code)}`)

  test("asks for the code, then whether to sign the device in, and signs it in", async () => {
    const { browser, email } = await signedUp()
    const { ask, code, program } = await started()
    const empty = await browser.get(page, html)
    expect([empty.status, headingOf(empty)]).toEqual([200, "Sign in on another device"])
    expect(empty.text).toContain(`<form method="get" action="${page}"`)
    const asked = await open(browser, code.toLowerCase().replace("-", " "))
    expect([asked.status, headingOf(asked)]).toEqual([200, "Sign in this device?"])
    expect(asked.text).toContain("<strong>Acme CLI</strong>")
    expect(asked.text).toContain(`<bdi class="code">${code}</bdi>`)
    expect(asked.text).toContain(email)
    expect(asked.text).toMatch(/Requested <time [^>]*>just now<\/time> from the IP address <bdi>127.0.0.1<\/bdi>/)
    expect(asked.text).toContain("Only go on if you started this yourself.")
    expect((await ask()).json["code"]).toBe("authorization_pending")
    const approved = await postForm(browser, "/device/approve", { code })
    expect([approved.status, approved.headers.location]).toEqual([303, `${page}?done=approved`])
    expect(headingOf(await browser.get(`${page}?done=approved`, html))).toBe("Your device is signed in")
    expect((await ask()).status).toBe(200)
    expect((await program.get(session)).json["email"]).toBe(email)
  })

  test("refuses the device, without a recent sign-in", async () => {
    const { browser } = await signedUp()
    service.advance(600_000)
    const { ask, code } = await started()
    const denied = await postForm(browser, "/device/deny", { code })
    expect([denied.status, denied.headers.location]).toEqual([303, `${page}?done=denied`])
    expect(headingOf(await browser.get(`${page}?done=denied`, html))).toBe("Sign-in canceled")
    expect((await ask()).json["code"]).toBe("access_denied")
    await postForm(browser, "/reauthenticate", { password })
    const late = await postForm(browser, "/device/approve", { code })
    expect([late.status, headingOf(late)]).toEqual([401, "Sign in on another device"])
    expect(late.text).toContain("This code is wrong or has expired.")
  })

  test("leads users who are not signed in to sign-in, and back with the code", async () => {
    const { code } = await started()
    const browser = service.browser()
    const opened = await open(browser, code)
    expect([opened.status, opened.headers.location]).toEqual([303, `/sign-in?return_to=${back(code)}`])
    const posted = await postForm(browser, "/device/approve", { code })
    expect(posted.headers.location).toBe(`/sign-in?return_to=${back(code)}`)
  })

  test("asks who the user is, ten minutes after the sign-in, and comes back with the code", async () => {
    const { browser } = await signedUp()
    service.advance(600_000)
    const { ask, code } = await started()
    const url = `/reauthenticate?return_to=${back(code)}`
    const asked = await open(browser, code)
    expect(asked.text).toContain(`href="${url}"`)
    expect(asked.text).not.toContain("/device/approve")
    expect(asked.text).toContain("/device/deny")
    expect((await postForm(browser, "/device/approve", { code })).headers.location).toBe(url)
    const returnTo = `${service.origin}${page}?code=${code}`
    const confirmed = await postForm(browser, "/reauthenticate", { password, return_to: returnTo })
    expect(confirmed.headers.location).toBe(returnTo)
    expect((await open(browser, code)).text).toContain("/device/approve")
    expect((await postForm(browser, "/device/approve", { code })).status).toBe(303)
    expect((await ask()).status).toBe(200)
  })

  test("says of a code that it is malformed or wrong, and shows what was typed", async () => {
    const { browser } = await signedUp()
    for (const typed of ["", "WDJB-MJH", "WDJB-MJH1", '"><script>']) {
      const malformed = await open(browser, typed)
      expect([malformed.status, headingOf(malformed)]).toEqual([400, "Sign in on another device"])
      expect(malformed.text).toContain('<a href="#code">Enter the 8 letters that your device shows.</a>')
      expect(malformed.text).not.toContain("<script>")
    }
    const unknown = await open(browser, wrong)
    expect(unknown.status).toBe(401)
    expect(unknown.text).toContain(`value="${wrong}"`)
    expect(unknown.text).toContain('<a href="#code">This code is wrong or has expired.')
  })

  test("says the same of codes that no device has, that were used, that were refused, and that have expired", async () => {
    const { browser } = await signedUp()
    const [used, refused, expired] = [await started(), await started(), await started()]
    await postForm(browser, "/device/approve", { code: used.code })
    await postForm(browser, "/device/deny", { code: refused.code })
    service.advance(600_000)
    const texts: Array<string> = []
    for (const code of [wrong, used.code, refused.code, expired.code]) {
      const { status, text } = await open(browser, code)
      texts.push(`${status} ${text.replaceAll(code, "").replace(/nonce="[^"]*"/g, "")}`)
    }
    expect(new Set(texts).size).toBe(1)
  })

  test("allows five wrong codes a minute, and says when to try again", async () => {
    const { browser } = await signedUp()
    const { code } = await started()
    for (let count = 0; count < 5; count++) expect((await open(browser, wrong)).status).toBe(401)
    const limited = await open(browser, code)
    expect([limited.status, limited.headers["retry-after"]]).toEqual([429, "60"])
    expect((await postForm(browser, "/device/approve", { code })).status).toBe(429)
    service.advance(60_000)
    expect((await open(browser, code)).status).toBe(200)
  })

  test("is listed on the account page by its name, or as a command line or television", async () => {
    const { browser } = await signedUp()
    for (const body of [{ name: "<b>Acme</b> CLI" }, {}]) {
      const { ask, code } = await started(body)
      await postForm(browser, "/device/approve", { code })
      expect((await ask()).status).toBe(200)
    }
    const { text } = await browser.get("/account", html)
    expect(text).toContain("<strong>&lt;b&gt;Acme&lt;/b&gt; CLI</strong>")
    expect(text).toContain("<strong>Command line or TV</strong>")
  })

  test("calls a device without a name by its browser, or a command line or television", async () => {
    const { browser } = await signedUp()
    const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    expect((await open(browser, (await started({}, firefox)).code)).text).toContain("<strong>Firefox on Linux</strong>")
    expect((await open(browser, (await started({}, "acme/2.1")).code)).text).toContain(
      "<strong>Command line or TV</strong>"
    )
    const markup = await open(browser, (await started({ name: "<b>Acme</b>" })).code)
    expect(markup.text).toContain("<strong>&lt;b&gt;Acme&lt;/b&gt;</strong>")
  })

  test("accepts forms of own pages only, and is in no frame", async () => {
    const { browser } = await signedUp()
    const { ask, code } = await started()
    await service.instances((all) => all.update(defaultId, { origins: ["https://app.example.com"] }))
    const ofApp = { ...ownForm, origin: "https://app.example.com", "sec-fetch-site": "cross-site" }
    for (const path of ["/device/approve", "/device/deny"]) {
      expect((await postForm(browser, path, { code }, ofApp)).status).toBe(403)
    }
    expect((await ask()).json["code"]).toBe("authorization_pending")
    const asked = await browser.get(`${page}?code=${code}`, { ...html, ...ownForm })
    expect(asked.headers["content-security-policy"]).toContain("frame-ancestors 'none'")
    expect(asked.headers["cache-control"]).toBe("no-store")
  })

  test("is turned off with the setting", async () => {
    const { browser } = await signedUp()
    const { code } = await started()
    await Devices.allow(service, false)
    for (const path of [page, `${page}?code=${code}`]) {
      const off = await browser.get(path, html)
      expect(off.status).toBe(403)
      expect(off.text).toContain("You can&#39;t sign in other devices with a code here.")
    }
  })

  test("has neither code in a log or a cookie", async () => {
    const { browser } = await signedUp()
    const { ask, code, deviceCode } = await started()
    const opened = await open(browser, code)
    const approved = await postForm(browser, "/device/approve", { code })
    await ask()
    const logged = recorder.lines().join("\n")
    expect(logged).toContain("device_approve")
    for (const secret of [code, code.replace("-", ""), deviceCode]) expect(logged).not.toContain(secret)
    expect(JSON.stringify([cookiesOf(opened), cookiesOf(approved)])).not.toContain(code)
  })
})
