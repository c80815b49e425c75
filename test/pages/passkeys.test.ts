import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import * as PageScript from "../../packages/pages/src/core/PageScript.ts"
import type { Browser } from "@latchkey/test-support/Browser"
import { asAdmin, newEmail, password, session, signOut } from "@latchkey/test-support/contract"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { appPage, headingOf, home, postForm, startBesideApp } from "./support/app.ts"

const html = { accept: "text/html" }
const returnTo = `return_to=${encodeURIComponent(appPage)}`

describe("The pages of an instance with passkeys", () => {
  const storage = makeInterceptedStorage()
  let service: Service
  let unnamed: Service
  beforeAll(async () => {
    service = await startBesideApp({ host: "localhost", storage: storage.layer })
    unnamed = await startBesideApp()
  })
  afterAll(() => Promise.all([service.stop(), unnamed.stop()]))
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => storage.reset())

  /** Signs in with a link, which verifies the address, and sets a password. */
  const verified = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-in/link", { email })
    await browser.get(await service.lastLink(email), html)
    await postForm(browser, "/account/password", { password })
    await browser.post(signOut)
    return { browser, email }
  }
  const signIn = (browser: ReturnType<Service["browser"]>, email: string, passkeys: string) =>
    postForm(browser, "/sign-in", { email, password, passkeys, return_to: appPage })

  test("offer passkeys in the field for the address and with a button, and not where they are impossible", async () => {
    const page = await service.browser().get("/sign-in", html)
    expect(page.text).toContain('autocomplete="username webauthn"')
    expect(page.text).toContain('data-passkey="get" data-options="/v1/auth/passkeys/sign-in/options"')
    expect(page.headers["content-security-policy"]).toContain("; connect-src 'self'; ")
    const set = (passkey: boolean) =>
      service.instances((instances) => instances.update(defaultId, { authConfig: { passkey } }))
    await set(false)
    const off = await service.browser().get("/sign-in", html)
    await set(true)
    // The host of the other service is an IP address.
    for (const { headers, text } of [off, await unnamed.browser().get("/sign-in", html)]) {
      expect(text).not.toMatch(/webauthn|data-passkey|name="passkeys"/)
      expect(headers["content-security-policy"]).not.toContain("connect-src")
    }
  })

  test("name the client of a browser, so that its requests at the same time are of one", async () => {
    const names = async (browser: Browser, ...paths: ReadonlyArray<string>) => {
      const replies = await Promise.all(paths.map((path) => browser.get(path, html)))
      return replies.map((reply) => cookiesOf(reply).filter((cookie) => cookie.startsWith("__client=")).length)
    }
    for (const path of ["/sign-in", "/sign-up"]) {
      const browser = service.browser()
      expect(await names(browser, path)).toEqual([1])
      const named = await browser.cookie("__client")
      expect(await names(browser, "/sign-in", "/sign-up")).toEqual([0, 0])
      const ask = () => browser.post("/v1/auth/passkeys/sign-in/options", {})
      await Promise.all([ask(), ask()])
      expect(await browser.cookie("__client")).toBe(named)
    }
  })

  test("say that a passkey does not sign in, keep the return URL, and do not ask for one again by themselves", async () => {
    for (const credential of ["", "{}", "null", "[]", "{", "a".repeat(60_000)]) {
      const reply = await postForm(service.browser(), "/sign-in/passkey", { credential, return_to: appPage })
      expect([reply.status, headingOf(reply)]).toEqual([401, "Sign in to Latchkey"])
      expect(reply.text).toContain("You can&#39;t sign in with this passkey.")
      expect(reply.text).toContain(appPage.replaceAll("&", "&amp;"))
      expect(reply.text).not.toContain("data-autofill")
    }
  })

  test("offer one after a sign-in, once on a device, and lead on", async () => {
    const { browser, email } = await verified()
    const first = await signIn(browser, email, "1")
    expect(first.headers.location).toBe(`/account/passkeys/offer?${returnTo}`)
    const offer = await browser.get(first.headers.location ?? "", html)
    expect([offer.status, headingOf(offer)]).toEqual([200, "Sign in without a password next time?"])
    expect(offer.text).toContain(`href="${appPage.replaceAll("&", "&amp;")}">Not now</a>`)
    await browser.post(signOut)
    expect((await signIn(browser, email, "1")).headers.location).toBe(appPage)
    // Other devices are asked for themselves.
    expect((await signIn(service.browser(), email, "1")).headers.location).toContain("/offer?")
  })

  test("offer none without the script, or on a device that cannot create one", async () => {
    const { browser, email } = await verified()
    for (const passkeys of ["", "0", "yes"]) {
      expect((await signIn(browser, email, passkeys)).headers.location).toBe(appPage)
      await browser.post(signOut)
    }
  })

  test("offer none to users whose email address is not verified, or without a session", async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    const unverified = await browser.get(`/account/passkeys/offer?${returnTo}`, html)
    expect([unverified.status, unverified.headers.location]).toEqual([303, appPage])
    expect(await browser.cookie("__passkeys")).toBeUndefined()
    expect((await service.browser().get("/account/passkeys/offer", html)).headers.location).toBe(home)
  })

  test("ask who the user is before a passkey is added, ten minutes after the sign-in", async () => {
    const { browser, email } = await verified()
    await signIn(browser, email, "")
    const form = (await browser.get("/account/passkeys", html)).text
    expect(form).toContain('data-passkey="create"')
    expect(form).toContain('data-cancelled="No passkey was added. Try again, or use another device."')
    service.advance(600_000)
    const page = await browser.get("/account/passkeys", html)
    expect(page.text).not.toContain('data-passkey="create"')
    const url = `/reauthenticate?return_to=${encodeURIComponent(`${service.origin}/account/passkeys`)}`
    expect(page.text).toContain(`href="${url}"`)
    const confirmed = await postForm(browser, "/reauthenticate", {
      password,
      return_to: `${service.origin}/account/passkeys`
    })
    expect(confirmed.headers.location).toBe(`${service.origin}/account/passkeys`)
    expect((await browser.get("/account/passkeys", html)).text).toContain('data-passkey="create"')
  })

  /** Adds a passkey on the account, as the browser would with the options that the script gets. */
  const withPasskey = async () => {
    const { browser, email } = await verified()
    await signIn(browser, email, "")
    const keys = makeAuthenticator(service.origin)
    const options = await browser.post("/v1/auth/passkeys/registration/options", {})
    const credential = JSON.stringify(keys.create(options.json as never))
    const added = await postForm(browser, "/account/passkeys", { credential })
    expect([added.status, added.headers.location]).toEqual([303, "/account/passkeys?done=added"])
    return { browser, email, keys }
  }
  type Keys = Awaited<ReturnType<typeof withPasskey>>["keys"]
  const answer = async (browser: Browser, keys: Keys) =>
    JSON.stringify(keys.get((await browser.post("/v1/auth/passkeys/sign-in/options", {})).json as never))

  test("sign in with what the browser returned, on this client, once, and lead to the return URL", async () => {
    const { email, keys } = await withPasskey()
    const browser = service.browser()
    const credential = await answer(browser, keys)
    const elsewhere = await postForm(service.browser(), "/sign-in/passkey", { credential, return_to: appPage })
    expect(elsewhere.status).toBe(401)
    const own = await answer(browser, keys)
    const signedIn = await postForm(browser, "/sign-in/passkey", { credential: own, return_to: appPage })
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, appPage])
    expect((await browser.get(session)).json).toMatchObject({ email, aal: 2 })
    expect((await postForm(service.browser(), "/sign-in/passkey", { credential: own })).status).toBe(401)
    // A user with a passkey is offered none.
    expect((await browser.get(`/account/passkeys/offer?${returnTo}`, html)).headers.location).toBe(appPage)
  })

  test("have the browser forget a passkey that no account has, but not one of a disabled account or that is wrong", async () => {
    const { email, keys } = await withPasskey()
    const browser = service.browser()
    const tryWith = async (credential: string) => {
      const reply = await postForm(browser, "/sign-in/passkey", { credential })
      const [, signal, value = ""] = /data-signal="([^"]*)" data-value="([^"]*)"/.exec(reply.text) ?? []
      const text = ["You can&#39;t sign in with this passkey.", "That took too long. Try again."].filter((text) =>
        reply.text.includes(text)
      )
      return { status: reply.status, text, signal, value: value.replaceAll("&quot;", '"') }
    }
    const refused = { status: 401, text: ["You can&#39;t sign in with this passkey."], signal: undefined, value: "" }
    const unknown = makeAuthenticator(service.origin)
    unknown.create({ challenge: "A".repeat(43), rp: { id: "localhost" }, user: { id: "B".repeat(43) } })
    const ofUnknown = await answer(browser, unknown)
    expect(await tryWith(ofUnknown)).toEqual({
      ...refused,
      signal: "signalUnknownCredential",
      value: JSON.stringify({ rpId: "localhost", credentialId: JSON.parse(ofUnknown).id })
    })
    const credential = JSON.parse(await answer(browser, keys))
    const { signature } = JSON.parse(await answer(browser, keys)).response
    const forged = { ...credential, response: { ...credential.response, signature } }
    expect(await tryWith(JSON.stringify(forged))).toEqual(refused)
    const late = await answer(browser, keys)
    service.advance(300_000)
    expect(await tryWith(late)).toEqual({ ...refused, text: ["That took too long. Try again."] })
    const { json } = await service.browser(asAdmin).get(`/v1/admin/instances/${defaultId}/users?email=${email}`)
    const [user] = json["users"] as ReadonlyArray<{ readonly id: string }>
    const patch = { headers: { "content-type": "application/json" }, body: JSON.stringify({ disabled: true }) }
    await service.browser(asAdmin).send("PATCH", `/v1/admin/instances/${defaultId}/users/${user?.id}`, patch)
    expect(await tryWith(await answer(browser, keys))).toEqual(refused)
  })

  test("ask for it after the password, where a second factor is required, and lead to the return URL", async () => {
    const { email, keys } = await withPasskey()
    const setMode = (secondFactor: "off" | "required") =>
      service.instances((instances) => instances.update(defaultId, { authConfig: { secondFactor } }))
    await setMode("required")
    try {
      const browser = service.browser()
      const asked = await signIn(browser, email, "")
      expect(asked.headers.location).toBe(`/sign-in/second-factor?${returnTo}`)
      const page = await browser.get(asked.headers.location ?? "", html)
      expect([page.status, headingOf(page)]).toEqual([200, "Sign in with a passkey"])
      expect(page.text).toContain(`name="return_to" value="${appPage.replaceAll("&", "&amp;")}"`)
      expect(page.text).toContain('action="/sign-in/passkey" class="passkey" data-passkey="get"')
      expect(page.headers["content-security-policy"]).toContain("; connect-src 'self'; ")
      const credential = await answer(browser, keys)
      const signedIn = await postForm(browser, "/sign-in/passkey", { credential, return_to: appPage })
      expect([signedIn.status, signedIn.headers.location]).toEqual([303, appPage])
      expect((await browser.get(session)).json).toMatchObject({ email, aal: 2 })
    } finally {
      await setMode("off")
    }
  })

  test("list, rename and remove passkeys of the user, and tell the browser which are left", async () => {
    const { browser, keys } = await withPasskey()
    const credential = await answer(browser, keys)
    const back = `${service.origin}/account/passkeys`
    const confirmed = await postForm(browser, "/reauthenticate", { credential, return_to: back })
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, back])
    const page = await browser.get("/account/passkeys", html)
    const [, id = ""] = /action="\/account\/passkeys\/(passkey_[^/]+)\/remove"/.exec(page.text) ?? []
    expect(page.text).toContain("&quot;rpId&quot;:&quot;localhost&quot;")
    expect((await postForm(browser, `/account/passkeys/${id}/name`, { name: " <b>My laptop " })).status).toBe(303)
    expect((await browser.get("/account/passkeys", html)).text).toContain("<strong>&lt;b&gt;My laptop</strong>")
    for (const name of ["", " ", "x".repeat(101), "a\u0000b"]) {
      const reply = await postForm(browser, `/account/passkeys/${id}/name`, { name })
      expect([name, reply.status, reply.text.includes("<details open>")]).toEqual([name, 400, true])
    }
    const other = (await withPasskey()).browser
    for (const path of [`${id}/name`, `${id}/remove`, "passkey_x/remove"]) {
      await postForm(other, `/account/passkeys/${path}`, { name: "Mine" })
    }
    expect((await browser.get("/account/passkeys", html)).text).toContain("My laptop")
    const removed = await postForm(browser, `/account/passkeys/${id}/remove`, {})
    expect(removed.headers.location).toBe("/account/passkeys?done=removed")
    const left = await browser.get("/account/passkeys", html)
    expect(left.text).toContain("&quot;allAcceptedCredentialIds&quot;:[]")
    expect((await postForm(service.browser(), "/sign-in/passkey", { credential })).status).toBe(401)
  })

  test("refuse a passkey of someone else to confirm who the user is", async () => {
    const { keys } = await withPasskey()
    const { browser } = await withPasskey()
    const reply = await postForm(browser, "/reauthenticate", { credential: await answer(browser, keys) })
    expect([reply.status, reply.text.includes("This passkey doesn&#39;t belong to your account.")]).toEqual([401, true])
  })

  test("load their script from one path, which works in an outage", async () => {
    const page = await service.browser().get("/sign-in", html)
    const [, path = "", hash] = /<script src="([^"]+)" integrity="sha256-([^"]+)">/.exec(page.text) ?? []
    expect([path, hash]).toEqual([PageScript.path, PageScript.hash])
    storage.bringDown()
    const script = await service.browser().get(path)
    expect([script.status, script.text, cookiesOf(script)]).toEqual([200, PageScript.source, []])
    expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable")
  })
})
