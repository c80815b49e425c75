import { defaultId } from "@latchkey/domain/instance/Instance"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import {
  asAdmin,
  endpoints,
  instances,
  newEmail,
  optionalSession,
  password,
  session,
  signUp
} from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { addOperator, FormBrowser, invite, inviteAgain, signedIn, signedInAs } from "@latchkey/test-support/operator"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ask, ownOptions, passkeysOf, signInOptions } from "@latchkey/test-support/operatorPasskeys"

const home = "/dashboard"
const toSignIn = /^\/dashboard\/sign-in/
const json = { "content-type": "application/json" }

// The mount with `HttpApiBuilder` has no dashboard.
const mountsWithDashboard = mountsUnderTest().filter((mount) => mount !== "HttpApiBuilder")

/** The endpoints that pages of operators use. Below the path of the dashboard, the contract has no others. */
const usedByOperators = [
  "GET /v1/auth/identity-providers/callback",
  "POST /v1/auth/identity-providers/callback",
  "POST /v1/auth/passkeys/registration/options",
  "POST /v1/auth/passkeys/sign-in/options"
]

describe.each(mountsWithDashboard)("Users and operators, mounted with %s", (mount) => {
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, host: "localhost" })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const { add, open, signInWith, withPasskey } = passkeysOf(() => service)
  const cookieIn = async (browser: { readonly jar: FormBrowser["jar"] }, path: string, name: string) =>
    (await browser.jar.getCookies(`${service.origin}${path}`)).find(({ key }) => key === name)?.value ?? ""

  const signedUp = async (email = newEmail()) => {
    const browser = service.browser()
    const { userId } = (await browser.post(signUp, { email, password })).json
    const cookie = (name: string) => cookieIn(browser, "/", name)
    return { browser, userId: String(userId), session: await cookie("__session"), client: await cookie("__client") }
  }

  test("the cookies of a user open no page of the dashboard, under any name", async () => {
    const user = await signedUp()
    for (const cookie of [
      `__session=${user.session}; __client=${user.client}`,
      `__dashboard=${user.session}; __dashboard_client=${user.client}`,
      `__dashboard=${user.session}; __client=${user.client}`,
      `__dashboard_pending=${user.session}; __dashboard_client=${user.client}`
    ]) {
      for (const path of [home, "/dashboard/account", "/dashboard/account/passkeys", "/dashboard/reauthenticate"]) {
        expect((await new FormBrowser(service.origin).get(path, { cookie })).headers.location, path).toMatch(toSignIn)
      }
    }
  })

  test("the cookies of an operator are no session of a user, under any name", async () => {
    const named = (await signedInAs(service, "admin", newEmail())).browser
    for (const browser of [named, await signedIn(service)]) {
      const [token, client] = [
        await cookieIn(browser, home, "__dashboard"),
        await cookieIn(browser, home, "__dashboard_client")
      ]
      expect([token.length, client.length]).toEqual([43, 43])
      expect((await browser.get(home)).status).toBe(200)
      const cookie = `__session=${token}; __client=${client}; __dashboard=${token}; __dashboard_client=${client}`
      expect((await service.browser().get(session, { cookie })).status).toBe(401)
      const optional = await service.browser().get(optionalSession, { cookie })
      expect([optional.status, optional.json["session"]]).toEqual([200, null])
      for (const bearer of [token, client]) {
        const headers = { authorization: `Bearer ${bearer}` }
        expect((await service.browser().get(session, headers)).status).toBe(401)
        expect((await service.browser().get(instances, headers)).status).toBe(401)
      }
    }
  })

  test("a passkey of the one signs in no one there, although both are at one host", async () => {
    const ofOperator = await withPasskey("admin")
    const user = await signedUp()
    const ofUser = makeAuthenticator(service.origin)
    const creation = await user.browser.post("/v1/auth/passkeys/registration/options", {})
    const added = await user.browser.post("/v1/auth/passkeys", { credential: ofUser.create(creation.json as never) })
    expect(added.status).toBe(201)
    const { reply } = await signInWith(ofUser)
    expect([reply.status, reply.setCookies.join().includes("__dashboard=")]).toEqual([401, false])
    // A browser must not forget it.
    expect(reply.text).not.toContain("signalUnknownCredential")
    const browser = service.browser()
    const options = await browser.post("/v1/auth/passkeys/sign-in/options", {})
    const credential = ofOperator.keys.get(options.json as never)
    expect((await browser.post("/v1/auth/passkeys/sign-in", { credential })).status).toBe(401)
    // Nor does a challenge of the one count there.
    const asked = await ask(new FormBrowser(service.origin), signInOptions)
    const answered = { credential: ofUser.get(asked.json as never) }
    expect((await browser.post("/v1/auth/passkeys/sign-in", answered)).status).toBe(401)
  })

  test("the app's data of a user makes no operator of them, and an account of the same address is another one", async () => {
    const email = newEmail()
    const { userId } = await signedUp(email)
    const body = JSON.stringify({ metadata: { role: "admin" }, name: "Mallory" })
    const path = `${instances}/${defaultId}/users/${userId}`
    const changed = await service.browser().send("PATCH", path, { headers: { ...asAdmin, ...json }, body })
    expect(changed.status).toBe(200)
    const listed = await service.browser().get("/v1/admin/operators", asAdmin)
    expect(listed.text).not.toContain(email)
    expect((await service.browser().get(`/v1/admin/operators/${userId}`, asAdmin)).status).toBe(404)
    const { id } = await addOperator(service, "viewer", email)
    expect(id).not.toBe(userId)
    expect((await service.browser().get(`${instances}/${defaultId}/users/${id}`, asAdmin)).status).toBe(404)
  })

  test("no endpoint of the admin API finds the instance of the operators", async () => {
    const { id } = await addOperator(service, "viewer", newEmail())
    expect((await service.browser().get(instances, asAdmin)).text).not.toContain(operatorInstanceId)
    const ofInstances = endpoints.filter(({ path }) => path.startsWith(`${instances}/${defaultId}`))
    expect(ofInstances.length).toBeGreaterThan(20)
    for (const { method, path } of ofInstances) {
      const at = path.replace(defaultId, operatorInstanceId).replace(`/users/${defaultId}`, `/users/${id}`)
      const sent = method === "GET" ? {} : { body: "{}" }
      const reply = await service.browser().send(method, at, { headers: { ...asAdmin, ...json }, ...sent })
      expect([method, path, reply.status]).toEqual([method, path, 404])
    }
  })

  test("no page of the dashboard finds it, and no host leads to it", async () => {
    const browser = await signedIn(service)
    for (const path of ["", "/settings", "/users", "/emails", "/webhooks", "/delete", "/invitations"]) {
      expect((await browser.get(`/dashboard/instances/${operatorInstanceId}${path}`)).status, path).toBe(404)
    }
    expect((await browser.get(home)).text).not.toContain(operatorInstanceId)
    for (const host of ["dashboard", operatorInstanceId, "latchkey-dashboard.example.com", "127.0.0.1"]) {
      const reply = await service.browser().get("/sign-in", { host, accept: "text/html" })
      expect(reply.text, host).not.toContain("Latchkey dashboard")
    }
  })

  test("below the path of the dashboard, the API has only what its pages use", async () => {
    const browser = (await signedInAs(service, "admin", newEmail())).browser
    const ownPage = { ...json, "sec-fetch-site": "same-origin" }
    for (const { method, path } of endpoints) {
      const at = `${home}${path}`
      const sent = method === "GET" ? {} : { body: "{}" }
      const { status } = await browser.send(method, at, { headers: { ...ownPage, ...asAdmin }, ...sent })
      expect([method, path, status !== 404]).toEqual([method, path, usedByOperators.includes(`${method} ${path}`)])
    }
  })

  test("a native client gets no token of an operator, and no page of one", async () => {
    const native = { "x-latchkey-client": "native" }
    const { token } = await invite(service)
    const headers = { ...native, "content-type": "application/x-www-form-urlencoded" }
    const reply = await new FormBrowser(service.origin).send("POST", "/dashboard/enter", {
      headers,
      body: new URLSearchParams({ token }).toString()
    })
    expect([reply.text.includes("refreshToken"), reply.text.includes("accessToken")]).toEqual([false, false])
    const asked = await ask(new FormBrowser(service.origin), signInOptions, native)
    expect(asked.headers).not.toHaveProperty("x-latchkey-client-token")
  })

  test("a stolen invitation opens no page for an operator who has a passkey, and changes nothing of the account", async () => {
    const { id, keys } = await withPasskey("admin")
    const thief = new FormBrowser(service.origin)
    await thief.submit("/dashboard/enter", { token: await inviteAgain(service, id) })
    for (const path of [home, "/dashboard/audit", "/dashboard/operators", "/dashboard/instances/default/users.csv"]) {
      expect((await thief.get(path)).headers.location, path).toMatch(/^\/dashboard\/sign-in\?again=1/)
    }
    expect((await ask(thief, ownOptions)).json["code"]).toBe("reauthentication_required")
    for (const path of ["passkeys/passkey_x/remove", "second-factor/set-up", "second-factor/remove"]) {
      const { headers } = await thief.submit(`/dashboard/account/${path}`)
      expect(headers.location, path).toMatch(/^\/dashboard\/(account\/passkeys$|reauthenticate|account\/second-factor)/)
    }
    expect((await signInWith(keys)).reply.status).toBe(303)
  })

  test("a stolen session of an operator adds nothing to sign in with after ten minutes", async () => {
    const { browser, keys } = await withPasskey("admin")
    await signInWith(keys, browser)
    service.advance(10 * 60_000)
    expect((await browser.get(home)).status).toBe(200)
    expect((await ask(browser, ownOptions)).json["code"]).toBe("reauthentication_required")
    expect((await browser.submit("/dashboard/account/second-factor/set-up")).headers.location).toMatch(/second-factor/)
    expect((await browser.get("/dashboard/account/second-factor/set-up")).headers.location).toMatch(/reauthenticate/)
  })

  test("support who would be admin gets there neither through their account nor through their own page", async () => {
    const { browser, id } = await open("support")
    const { keys } = await add(browser)
    await signInWith(keys, browser)
    for (const path of [`/dashboard/operators/${id}`, "/dashboard/account", "/dashboard/language"]) {
      await browser.submit(path, { name: "Grace", role: "admin", language: "en", metadata: '{"role":"admin"}' })
    }
    const { json: found } = await service.browser().get(`/v1/admin/operators/${id}`, asAdmin)
    expect(found["role"]).toBe("support")
    expect((await browser.get("/dashboard/instances/new")).status).toBe(403)
  })
})
