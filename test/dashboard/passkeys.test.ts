import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { UserId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import * as PageScript from "../../packages/pages/src/core/PageScript.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { asAdmin, newEmail } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { addOperator, cookieOf, FormBrowser, invite, inviteAgain, signedIn } from "@latchkey/test-support/operator"
import { adminKey, mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import * as Samples from "@latchkey/testkit/Samples"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ask, type Keys, own, ownOptions, passkeysOf, signInOptions } from "@latchkey/test-support/operatorPasskeys"

const minute = 60_000
const signIn = "/dashboard/sign-in"
const offer = `${own}/offer`
const account = "/dashboard/account"

// The mount with `HttpApiBuilder` has no dashboard.
const mountsWithDashboard = mountsUnderTest().filter((mount) => mount !== "HttpApiBuilder")

describe.each(mountsWithDashboard)("Passkeys of administrators, mounted with %s", (mount) => {
  let service: Service
  let unnamed: Service
  beforeAll(async () => {
    service = await start({ mount, host: "localhost" })
    unnamed = await start({ mount })
  })
  afterAll(() => Promise.all([service.stop(), unnamed.stop()]))
  beforeEach(() => service.advance(60 * minute))

  const { add, answer, newBrowser, open, signInWith, withPasskey } = passkeysOf(() => service)
  const idIn = (text: string) => /action="\/dashboard\/account\/passkeys\/(passkey_[^/]+)\/name"/.exec(text)?.[1] ?? ""
  const homeOf = () => `${service.origin}/dashboard`
  const audit = async () =>
    service.run(Effect.flatMap(AuditLog, (log) => log.list({ before: Option.none(), limit: 20 })))

  test("are asked for right after an invitation, and can be postponed", async () => {
    const { browser, entered } = await open()
    expect([entered.status, entered.headers.location]).toEqual([303, offer])
    const page = await browser.get(offer)
    expect(page.status).toBe(200)
    expect(page.text).toContain('data-passkey="create" data-options="/dashboard/v1/auth/passkeys/registration/options"')
    expect(page.text).toContain(`href="${homeOf()}">Not now</a>`)
    const { added, keys } = await add(browser, undefined, { offer: "1" })
    expect([added.status, added.headers.location]).toEqual([303, homeOf()])
    expect((await browser.get(offer)).headers.location).toBe(homeOf())
    // The session is that of the invitation: the passkey confirms it.
    expect((await browser.get("/dashboard")).headers.location).toBe(`${signIn}?again=1&return_to=%2Fdashboard`)
    await signInWith(keys, browser)
    expect((await browser.get("/dashboard")).status).toBe(200)
  })

  test("are not asked for of someone without a name, who has one, or at an IP address", async () => {
    const browser = newBrowser()
    const { token } = await invite(service)
    expect((await browser.submit("/dashboard/enter", { token })).headers.location).toBe("/dashboard")
    expect((await browser.get(offer)).headers.location).toBe(homeOf())
    expect((await browser.get(account)).text).toContain("Passkeys belong to administrators with a name.")
    expect((await browser.get(own)).headers.location).toMatch(/^\/dashboard\/sign-in\?/)
    expect((await ask(browser, ownOptions)).status).toBe(401)
    const { id } = await withPasskey()
    const again = newBrowser()
    expect((await again.submit("/dashboard/enter", { token: await inviteAgain(service, id) })).headers.location).toBe(
      offer
    )
    expect((await again.get(offer)).headers.location).toBe(homeOf())
    // One of a former host does not sign in here.
    const moved = await addOperator(service, "viewer", newEmail())
    const owner = { id: UserId.make(moved.id), instanceId: operatorInstanceId }
    await service.run(Samples.storedPasskey(owner, { rpId: "former.example" }))
    const arrived = newBrowser()
    await arrived.submit("/dashboard/enter", { token: moved.token })
    expect((await arrived.get("/dashboard")).headers.location).toBe(account)
    expect((await arrived.get(account)).text).toContain("works only at <code>former.example</code>")
    const elsewhere = await addOperator(unnamed, "viewer", newEmail())
    const atAddress = new FormBrowser(unnamed.origin)
    const entered = await atAddress.submit("/dashboard/enter", { token: elsewhere.token })
    expect(entered.headers.location).toBe("/dashboard")
    expect((await atAddress.get(account)).text).toContain("at an IP address")
    expect((await atAddress.get(signIn)).text).not.toMatch(/data-passkey|webauthn/)
    expect((await ask(atAddress, signInOptions)).json["code"]).toBe("passkey_disabled")
  })

  test("come first on the sign-in page, with a button and in the field, and the script is in the policy", async () => {
    const { headers, text } = await newBrowser().get(signIn)
    const form = text.indexOf('action="/dashboard/sign-in/passkey" class="passkey" data-passkey="get"')
    expect(form).toBeGreaterThan(0)
    expect(form).toBeLessThan(text.indexOf('id="key"'))
    expect(text).toContain(" data-autofill")
    expect(text).toContain('autocomplete="current-password webauthn"')
    const policy = headers["content-security-policy"] ?? ""
    expect(policy).toContain(`script-src 'sha256-${PageScript.hash}'`)
    expect(policy).toContain("; connect-src 'self'; ")
    const script = /<script src="([^"]+)"/.exec(text)?.[1] ?? ""
    expect(script).toBe(`/dashboard${PageScript.path}`)
    const file = await newBrowser().get(script)
    expect([file.status, file.text]).toEqual([200, PageScript.source])
  })

  test("let the script of no other page make requests", async () => {
    const { browser, keys } = await withPasskey("admin")
    await signInWith(keys, browser)
    for (const path of ["/dashboard", "/dashboard/operators", "/dashboard/access", "/dashboard/audit"]) {
      const { headers } = await browser.get(path)
      expect(headers["content-security-policy"], path).toContain(
        `; script-src 'sha256-${PageScript.hash}'; form-action`
      )
    }
  })

  test("sign in on another browser under the name and role, lead to the page, and are in the list and the log", async () => {
    const { id, keys } = await withPasskey("support")
    const to = "/dashboard/audit"
    const { browser, reply } = await signInWith(keys, newBrowser(), to)
    expect([reply.status, reply.headers.location]).toEqual([303, to])
    expect(cookieOf(reply)).toContain("HttpOnly; SameSite=Strict")
    const access = await browser.get("/dashboard/access")
    expect(access.text).toContain("The support, role support")
    expect(access.text).toContain("with a passkey")
    const [entry] = await audit()
    expect([entry?.action, entry?.detail, entry?.operatorId]).toEqual(["dashboard_opened", "passkey", Option.some(id)])
    expect(entry?.ipAddress).toEqual(Option.some("127.0.0.1"))
    const log = (await browser.get("/dashboard/audit")).text
    expect(log).toContain("Passkey of a user added")
    for (const elsewhere of ["https://evil.example/dashboard", "//evil.example", "/account"]) {
      expect((await signInWith(keys, newBrowser(), elsewhere)).reply.headers.location).toBe("/dashboard")
    }
  })

  test("get options that name no one, and a cookie of their own for the client", async () => {
    const { keys } = await withPasskey()
    const browser = newBrowser()
    const reply = await ask(browser, signInOptions)
    expect(reply.json).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: "localhost",
      allowCredentials: [],
      userVerification: "required"
    })
    expect(reply.setCookies).toHaveLength(1)
    expect(reply.setCookies[0]).toMatch(/^__dashboard_client=[\w-]{43}; Path=\/dashboard; HttpOnly; SameSite=Strict$/)
    expect(reply.headers["cache-control"]).toBe("no-store")
    const second = await ask(browser, signInOptions)
    expect(second.setCookies[0]?.split(";")[0]).toBe(reply.setCookies[0]?.split(";")[0])
    // Another browser, whether or not it has a cookie.
    const credential = await answer(browser, keys)
    for (const other of [newBrowser(), (await signInWith(keys)).browser]) {
      expect((await other.submit(`${signIn}/passkey`, { credential })).status).toBe(401)
    }
    expect((await browser.submit(`${signIn}/passkey`, { credential })).status).toBe(303)
    expect((await browser.submit(`${signIn}/passkey`, { credential })).status).toBe(401)
  })

  test("with an https base URL get cookies that no other host can plant", async () => {
    const host = "auth.example.com"
    const secure = await start({ mount, settings: { baseUrl: `https://${host}` } })
    const browser = new FormBrowser(secure.origin)
    const reply = await ask(browser, signInOptions, { host })
    expect(reply.json["rpId"]).toBe(host)
    expect(reply.setCookies[0]).toMatch(
      /^__Host-dashboard_client=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/
    )
    await secure.stop()
  })

  test("are below the prefix of an app that embeds the dashboard", async () => {
    const mounted = await start({ mount, host: "localhost", prefix: "/auth" })
    const { token } = await addOperatorBelow(mounted, "/auth")
    const browser = new FormBrowser(mounted.origin)
    const entered = await browser.submit("/auth/dashboard/enter", { token })
    expect(entered.headers.location).toBe(`/auth${offer}`)
    const { text } = await browser.get(`/auth${offer}`)
    expect(text).toContain(`<script src="/auth/dashboard${PageScript.path}"`)
    expect(text).toContain(`data-options="/auth${ownOptions}"`)
    expect((await browser.get(`/auth/dashboard${PageScript.path}`)).status).toBe(200)
    const keys = makeAuthenticator(mounted.origin)
    const options = await ask(browser, `/auth${ownOptions}`)
    expect(options.setCookies).toEqual([])
    for (const cookie of entered.setCookies) {
      expect(cookie).toMatch(/^__dashboard(_client)?=[\w-]{43}; Path=\/auth\/dashboard; HttpOnly; SameSite=Strict$/)
    }
    const credential = JSON.stringify(keys.create(options.json as never))
    expect((await browser.submit(`/auth${own}`, { credential })).headers.location).toBe(`/auth${own}?done=added`)
    const answered = JSON.stringify(keys.get((await ask(browser, `/auth${signInOptions}`)).json as never))
    const reply = await browser.submit(`/auth${signIn}/passkey`, { credential: answered })
    expect(reply.headers.location).toBe("/auth/dashboard")
    await mounted.stop()
  })

  test("say the same of everything that does not sign in, but of a late answer to try again, and have the browser forget unknown ones", async () => {
    const { browser: signedUp, keys } = await withPasskey()
    const wrong = makeAuthenticator(service.origin)
    wrong.create({ challenge: "A".repeat(43), rp: { id: "localhost" }, user: { id: "B".repeat(43) } })
    const browser = newBrowser()
    const unknown = await answer(browser, wrong)
    const credentials = ["", "{}", "null", "[]", "{", "a".repeat(60_000), unknown]
    for (const credential of credentials) {
      const reply = await browser.submit(`${signIn}/passkey`, { credential, return_to: own })
      expect(reply.status, credential.slice(0, 20)).toBe(401)
      expect(reply.text).toContain("You can&#39;t sign in with this passkey.")
      expect(reply.text).toContain(`name="return_to" value="${service.origin}${own}"`)
      expect(reply.text).not.toContain("data-autofill")
      expect(cookiesOf(reply)).toEqual([])
      expect(reply.text.includes("signalUnknownCredential"), credential.slice(0, 20)).toBe(credential === unknown)
    }
    const ofOther = await browser.submit(`${signIn}/passkey`, { credential: await answer(newBrowser(), keys) })
    expect([ofOther.status, ofOther.text.includes("That took too long. Try again.")]).toEqual([401, true])
    expect(ofOther.text).toContain("data-autofill")
    service.advance(5 * minute)
    const late = await answer(browser, keys)
    service.advance(5 * minute)
    expect((await browser.submit(`${signIn}/passkey`, { credential: late })).status).toBe(401)
    expect((await signedUp.get(account)).status).toBe(200)
  })

  test.each([
    ["whose origin ends alike", { clientData: { origin: "http://evil-localhost" } }],
    ["whose origin begins alike", { clientData: { origin: "http://localhost.evil.example" } }],
    ["of another port", { clientData: { origin: "http://localhost:1" } }],
    ["in a frame of another site", { clientData: { crossOrigin: true } }],
    ["whose user was not verified", { flags: 0x01 }],
    ["whose user was not present", { flags: 0x04 }],
    ["of the other ceremony", { clientData: { type: "webauthn.get" } }]
  ])("are not added from a page %s", async (_, behaviour) => {
    const { browser } = await open()
    const { added } = await add(browser, makeAuthenticator(service.origin, behaviour))
    expect(added.status).toBe(401)
    expect(added.text).toContain("That didn&#39;t work.")
    expect(idIn((await browser.get(own)).text)).toBe("")
  })

  test("are added for the host of the dashboard, and once", async () => {
    const { browser } = await open()
    const { added, keys, options } = await add(browser)
    expect([added.status, added.headers.location]).toEqual([303, `${own}?done=added`])
    expect(options.json).toMatchObject({
      rp: { id: "localhost", name: "Latchkey dashboard" },
      user: { name: expect.stringMatching(/@.* \(Latchkey dashboard\)$/) },
      pubKeyCredParams: SimpleWebAuthn.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: [],
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" }
    })
    const { browser: confirmed } = await signInWith(keys, browser)
    const page = (await confirmed.get(`${own}?done=added`)).text
    expect(page).toContain("Your passkey is added.")
    expect(page).toContain("&quot;rpId&quot;:&quot;localhost&quot;")
    const next = await ask(confirmed, ownOptions)
    expect(next.json["excludeCredentials"]).toHaveLength(1)
    // The same credential again, as of a doubled registration.
    const id = Buffer.from("0123456789abcdef0123")
    const first = makeAuthenticator(service.origin).create((await ask(confirmed, ownOptions)).json as never, id)
    const second = makeAuthenticator(service.origin).create((await ask(confirmed, ownOptions)).json as never, id)
    const replies = await Promise.all(
      [first, second].map((credential) => confirmed.submit(own, { credential: JSON.stringify(credential) }))
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(replies.find(({ status }) => status === 409)?.text).toContain("already has a passkey")
  })

  test("are added and removed for ten minutes after signing in with one, and renamed at any time", async () => {
    const { browser, keys } = await withPasskey()
    const page = await browser.get(own)
    const id = idIn(page.text)
    // The session of the invitation is no longer enough.
    const again = `/dashboard/reauthenticate?return_to=${encodeURIComponent(`${service.origin}${own}`)}`
    expect(page.text).not.toContain("data-passkey")
    expect(page.text).toContain(`href="${again}"`)
    expect((await browser.submit(`${own}/${id}/remove`)).headers.location).toBe(again)
    expect((await ask(browser, ownOptions)).json["code"]).toBe("reauthentication_required")
    const { reply } = await signInWith(keys, browser, own)
    expect(reply.headers.location).toBe(own)
    const confirmed = (await browser.get(own)).text
    expect(confirmed).toContain('data-passkey="create"')
    expect(confirmed).toContain(`action="${own}/${id}/remove"`)
    service.advance(10 * minute)
    expect((await browser.submit(`${own}/${id}/remove`)).headers.location).toBe(again)
    expect((await browser.get(again)).text).toContain('data-passkey="get"')
    expect((await browser.submit(`${own}/${id}/name`, { name: " <b>My key " })).headers.location).toBe(
      `${own}?done=renamed`
    )
    expect((await browser.get(own)).text).toContain("<strong>&lt;b&gt;My key</strong>")
    for (const name of ["", " ", "x".repeat(101), "a\u0000b"]) {
      const rejected = await browser.submit(`${own}/${id}/name`, { name })
      expect([name, rejected.status, rejected.text.includes("<details open>")]).toEqual([name, 400, true])
    }
    expect((await browser.get(`${own}/${id}/name`)).headers.location).toBe(own)
    await signInWith(keys, browser)
    expect((await browser.submit(`${own}/${id}/remove`)).headers.location).toBe(`${own}?done=removed`)
    expect((await browser.get(own)).text).toContain("&quot;allAcceptedCredentialIds&quot;:[]")
    expect((await signInWith(keys)).reply.status).toBe(401)
    const removed = (await audit()).find(({ action }) => action === "passkey_removed")
    expect([removed?.actor, removed?.detail, removed?.name]).toEqual(["dashboard", id, Option.some("The viewer")])
  })

  test("of an operator who signed in without one too long ago need a new sign-in", async () => {
    const { browser } = await open()
    service.advance(10 * minute)
    expect((await browser.get(own)).text).not.toContain("data-passkey")
    expect((await ask(browser, ownOptions)).json["code"]).toBe("reauthentication_required")
  })

  test("of others are neither renamed nor removed", async () => {
    const one = await withPasskey()
    const two = await withPasskey("admin")
    await signInWith(one.keys, one.browser)
    await signInWith(two.keys, two.browser)
    const id = idIn((await two.browser.get(own)).text)
    for (const path of [`${id}/name`, `${id}/remove`, "passkey_x/remove"]) {
      expect((await one.browser.submit(`${own}/${path}`, { name: "Mine" })).headers.location).toBe(own)
    }
    expect(idIn((await two.browser.get(own)).text)).toBe(id)
    expect((await two.browser.get(own)).text).not.toContain("Mine")
  })

  test("and sessions are removed by another administrator after a confirmation, with a recent sign-in", async () => {
    const { browser: theirs, id, keys } = await withPasskey("support")
    const admin = await withPasskey("admin")
    const page = `/dashboard/operators/${id}`
    const removal = `${page}/remove-passkeys`
    const back = `${signIn}?again=1&return_to=${encodeURIComponent(removal)}`
    // The session of the invitation, although the administrator has a passkey.
    expect((await admin.browser.get(removal)).headers.location).toBe(back)
    expect((await admin.browser.submit(removal)).status).toBe(401)
    await signInWith(admin.keys, admin.browser)
    expect((await admin.browser.get("/dashboard/operators")).text).toContain('data-label="Passkeys">1<')
    expect((await admin.browser.get(page)).text).toContain(`href="${removal}"`)
    expect((await admin.browser.get(removal)).text).toContain(
      "Remove the passkeys and the authenticator app of this administrator?"
    )
    const done = await admin.browser.submit(removal)
    expect(done.headers.location).toBe(`${page}?done=remove-passkeys`)
    expect((await admin.browser.get(done.headers.location ?? "")).text).toContain("Invite them again.")
    expect((await theirs.get("/dashboard")).status).toBe(303)
    expect((await signInWith(keys)).reply.status).toBe(401)
    const removed = (await audit()).find(({ action }) => action === "operator_passkeys_removed")
    expect([removed?.detail, removed?.operatorId]).toEqual([
      `${id} name="The support" passkeys=1`,
      Option.some(admin.id)
    ])
    // Someone with the admin key alone helps an admin who has lost every passkey.
    const rescuer = newBrowser()
    await rescuer.submit(signIn, { key: adminKey })
    const rescue = `/dashboard/operators/${admin.id}/remove-passkeys`
    expect((await rescuer.submit(rescue)).headers.location).toContain("done=remove-passkeys")
    service.advance(10 * minute)
    expect((await rescuer.submit(rescue)).status).toBe(401)
  })

  test("of a disabled or deleted administrator do not sign in", async () => {
    const { id, keys } = await withPasskey()
    const admin = await signedIn(service)
    expect((await admin.submit(`/dashboard/operators/${id}/disable`)).status).toBe(303)
    expect((await signInWith(keys)).reply.status).toBe(401)
    await admin.submit(`/dashboard/operators/${id}/enable`)
    expect((await signInWith(keys)).reply.status).toBe(303)
    await admin.submit(`/dashboard/operators/${id}/delete`)
    expect((await signInWith(keys)).reply.status).toBe(401)
  })

  test("cannot be used, added or removed by pages of other sites, nor of origins that are allowed for users", async () => {
    const allowed = "http://app.localhost:8080"
    await service.instances((instances) => instances.update(defaultId, { origins: [allowed] }))
    const { browser, keys } = await withPasskey()
    await signInWith(keys, browser)
    const id = idIn((await browser.get(own)).text)
    const credential = await answer(browser, keys)
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "null", "sec-fetch-site": "cross-site" },
      { origin: allowed, "sec-fetch-site": "same-site" },
      { origin: "http://app.localhost", "sec-fetch-site": "same-site" }
    ]) {
      for (const path of [`${signIn}/passkey`, own, `${own}/${id}/name`, `${own}/${id}/remove`]) {
        expect((await browser.submit(path, { credential, name: "Theirs" }, headers)).status, path).toBe(403)
      }
      for (const path of [signInOptions, ownOptions]) {
        const reply = await ask(browser, path, headers)
        expect([reply.status, reply.setCookies, reply.headers["access-control-allow-origin"]]).toEqual([
          403,
          [],
          undefined
        ])
      }
    }
    expect(idIn((await browser.get(own)).text)).toBe(id)
    expect((await browser.submit(`${signIn}/passkey`, { credential })).status).toBe(303)
  })

  test("are limited per IP address as those of users are", async () => {
    const { keys } = await withPasskey()
    service.advance(60 * minute)
    const statuses: Array<number> = []
    for (let count = 0; count < 31; count++) {
      statuses.push((await newBrowser().submit(`${signIn}/passkey`, { credential: await answered(keys) })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  })

  /** A well-formed credential for a challenge that was never issued. */
  const answered = async (keys: Keys) => JSON.stringify(keys.get({ challenge: "A".repeat(43), rpId: "localhost" }))
})

/** Adds an operator of a service below a prefix. Returns the token of their invitation. */
const addOperatorBelow = async (service: Service, prefix: string) => {
  const fields = { email: newEmail(), name: "Grace", role: "viewer", delivery: "link" }
  const { json } = await service.browser().post(`${prefix}/v1/admin/operators`, fields, asAdmin)
  const { url } = json["invitation"] as { readonly url: string }
  return { token: new URL(url).searchParams.get("token") ?? "" }
}
