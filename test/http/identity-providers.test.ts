import { newEmail, password, session, signUp } from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import * as Providers from "@latchkey/test-support/oidc/scenarios"
import * as Tokens from "@latchkey/test-support/tokens"
import { afterAll, beforeAll, expect, test } from "vitest"

const begin = Providers.beginVisit
const { callback, identities, pathOf, reauthentication } = Providers
/** What a browser sends that a page of another site has sent here. */
const fromProvider = { accept: "text/html", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }

const namesOf = ({ setCookies }: Reply) => setCookies.map((cookie) => cookie.split("=")[0]).sort()

let providers: Providers.Scenarios
beforeAll(async () => {
  providers = await Providers.start()
})
afterAll(() => providers.stop())

onBothMounts(
  "Identity providers",
  (service) => {
    beforeAll(() => providers.configure(service()))

    const knownAs = (...of: Parameters<Providers.Scenarios["knownAs"]>) => providers.knownAs(...of)
    const visit = (...of: Parameters<Providers.Scenarios["visit"]>) => providers.visit(...of)

    const signInWith = async (login: string, browser = service().browser()) => {
      const { sentBack } = await visit(browser, login)
      return { browser, reply: await browser.get(pathOf(sentBack)) }
    }

    test("are listed in the order of their buttons, without those that are turned off", async () => {
      const { json, status } = await service().browser().get("/v1/auth/identity-providers")
      expect([status, json]).toEqual([
        200,
        {
          identityProviders: [
            { id: "acme", name: "Acme", kind: "oidc" },
            { id: "gone", name: "Globex", kind: "oidc" }
          ]
        }
      ])
    })

    test("begin with the page of the provider and the cookie of a client, and no other", async () => {
      const { begun } = await visit(service().browser(), knownAs().login)
      expect([begun.status, namesOf(begun), Object.keys(begun.json)]).toEqual([200, ["__client"], ["url"]])
      const { searchParams } = new URL(String(begun.json["url"]))
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: "code",
        code_challenge_method: "S256",
        redirect_uri: `${service().origin}${callback}`
      })
      expect(searchParams.get("state")).toMatch(/^[\w-]{43}$/)
    })

    test("create the account of a verified address, at level 1, and sign in to it from then on", async () => {
      const { email, login } = knownAs()
      const first = await signInWith(login)
      expect([first.reply.status, namesOf(first.reply)]).toEqual([200, ["__client", "__session"]])
      const { json } = await first.browser.get(session)
      expect(json).toMatchObject({ email, emailVerified: true, amr: ["fed"], aal: 1 })
      // A changed address changes nothing.
      providers.provider.users.set(login, { email: newEmail(), email_verified: true })
      const second = await signInWith(login)
      expect(second.reply.json["userId"]).toBe(first.reply.json["userId"])
      expect((await second.browser.get(session)).json).toMatchObject({ email })
    })

    test("send a browser on to the page that it came from", async () => {
      const browser = service().browser()
      const returnTo = `${service().origin}/welcome?plan=pro`
      const { sentBack } = await visit(browser, knownAs().login, begin, { returnTo })
      const reply = await browser.get(pathOf(sentBack), fromProvider)
      expect([reply.status, reply.headers["location"]]).toEqual([303, returnTo])
      expect(namesOf(reply)).toEqual(expect.arrayContaining(["__client", "__session"]))
    })

    test("lead the browser of a native client back to it, which then signs in", async () => {
      const appLink = "com.example.app:/sign-in"
      await Tokens.turnOn(service(), { appLinks: [appLink] })
      const own = {
        "x-latchkey-client": "native",
        "x-latchkey-client-token": "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE"
      }
      const app = service().browser(own)
      const { login } = knownAs()
      const { begun, sentBack } = await visit(app, login, begin, { returnTo: appLink })
      expect([begun.status, begun.setCookies]).toEqual([200, []])
      const led = await service().browser().get(pathOf(sentBack), fromProvider)
      expect([led.status, led.setCookies]).toEqual([303, []])
      const { href, searchParams } = new URL(String(led.headers["location"]))
      expect(href.startsWith(`${appLink}?`)).toBe(true)
      const response = `${callback}?${searchParams}`
      const other = { ...own, "x-latchkey-client-token": "QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI" }
      expect((await service().browser(other).get(response)).json["code"]).toBe("invalid_token")
      expect((await service().browser().get(response)).json["code"]).toBe("invalid_token")
      const reply = await app.get(response)
      expect([reply.status, reply.setCookies]).toEqual([200, []])
      expect(reply.json).toHaveProperty("refreshToken")
      expect((await app.get(response)).json["code"]).toBe("invalid_token")
      const elsewhere = await app.post(begin, { provider: "acme", returnTo: "com.evil.app:/" })
      expect(elsewhere.json["errors"]).toMatchObject([{ field: "returnTo" }])
      const state = String(searchParams.get("state")).replace("com.example.app", "com.evil.app")
      const astray = await service()
        .browser()
        .get(`${callback}?${new URLSearchParams({ code: "x", state })}`, fromProvider)
      expect(astray.headers).not.toHaveProperty("location")
      await Tokens.turnOff(service())
    })

    test("lead to no page of another site", async () => {
      const reply = await service().browser().post(begin, { provider: "acme", returnTo: "https://evil.example/" })
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      expect(reply.json["errors"]).toMatchObject([{ field: "returnTo" }])
    })

    test("come back once: of fifty requests with one state, one is signed in", async () => {
      const browser = service().browser()
      const { sentBack } = await visit(browser, knownAs().login)
      const replies = await Promise.all(Array.from({ length: 50 }, () => browser.get(pathOf(sentBack))))
      const codes = replies.map(({ json, status }) => (status === 200 ? "ok" : json["code"]))
      expect(codes.filter((code) => code === "ok")).toHaveLength(1)
      expect(new Set(codes)).toEqual(new Set(["ok", "invalid_token", "signin_rate_limited"]))
    })

    test("come back to their own client only, whose state is still unused then", async () => {
      const browser = service().browser()
      const { sentBack } = await visit(browser, knownAs().login)
      const stranger = service().browser()
      await stranger.post(begin, { provider: "acme" })
      for (const other of [stranger, service().browser()]) {
        const reply = await other.get(pathOf(sentBack))
        expect([reply.status, reply.json["code"], namesOf(reply)]).toEqual([401, "invalid_token", []])
      }
      expect((await browser.get(pathOf(sentBack))).status).toBe(200)
    })

    test("do not come back after ten minutes", async () => {
      const browser = service().browser()
      const { sentBack } = await visit(browser, knownAs().login)
      service().advance(600_000)
      expect((await browser.get(pathOf(sentBack))).json["code"]).toBe("invalid_token")
    })

    test("say that the user has cancelled, and change nothing", async () => {
      const browser = service().browser()
      const { sentBack } = await visit(browser, undefined)
      const reply = await browser.get(pathOf(sentBack))
      expect([reply.status, reply.json["code"], reply.json["reason"]]).toEqual([
        401,
        "identity_rejected",
        "access_denied"
      ])
      expect(namesOf(reply)).toEqual([])
    })

    test("take a repeated parameter for neither of its values", async () => {
      const browser = service().browser()
      const { sentBack } = await visit(browser, knownAs().login)
      const reply = await browser.get(`${pathOf(sentBack)}&code=another`)
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
    })

    test.each(["false", "a text", 1])("verify an address by email that the provider marks with %j", async (marked) => {
      const { email, login } = knownAs(newEmail(), marked === "false" ? false : marked)
      const { browser, reply } = await signInWith(login)
      expect([reply.status, reply.json, namesOf(reply)]).toEqual([
        200,
        { emailVerificationRequired: true },
        ["__client"]
      ])
      expect((await browser.get(session)).status).toBe(401)
      expect(await service().lastSignUpLink(email)).toContain("/sign-up/verify?token=")
    })

    test("ask for a proof if a user has verified the address, and name the methods of that user", async () => {
      const email = newEmail()
      const owner = service().browser()
      await owner.post("/v1/auth/sign-in/magic-link", { email })
      await owner.get(await service().lastLink(email))
      const { reply } = await signInWith(knownAs(email).login)
      expect([reply.status, reply.json["code"], reply.json["methods"]]).toEqual([401, "proof_required", ["magic_link"]])
      expect(namesOf(reply)).toEqual([])
    })

    test("claim an unverified account: its password and its sessions are gone", async () => {
      const email = newEmail()
      const squatter = service().browser()
      await squatter.post(signUp, { email, password })
      const { browser, reply } = await signInWith(knownAs(email).login)
      expect(reply.status).toBe(200)
      expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
      expect((await squatter.get(session)).status).toBe(401)
      const retry = await service().browser().post("/v1/auth/sign-in/email-password", { email, password })
      expect(retry.json["code"]).toBe("invalid_credentials")
    })

    test("are linked and unlinked by the signed-in user, who keeps a way to sign in", async () => {
      const browser = service().browser()
      await browser.post(signUp, { email: newEmail(), password })
      const { login } = knownAs()
      const { begun, sentBack } = await visit(browser, login, identities)
      expect([begun.status, Object.keys(begun.json)]).toEqual([200, ["url"]])
      const linked = await browser.get(pathOf(sentBack))
      expect([linked.status, linked.json]).toMatchObject([
        200,
        { provider: "acme", issuer: providers.provider.issuer, subject: login }
      ])
      expect((await browser.get(identities)).json["identities"]).toMatchObject([{ id: linked.json["id"] }])
      const other = await signInWith(login)
      expect(other.reply.status).toBe(200)
      const removed = await browser.send("DELETE", `${identities}/${linked.json["id"]}`)
      expect([removed.status, removed.json]).toEqual([200, { identities: [] }])
    })

    test("are refused to pages of other origins, signed-out users and old sessions", async () => {
      const { browser } = await signInWith(knownAs().login)
      const body = { provider: "acme" }
      const foreign = await browser.post(identities, body, { origin: "https://evil.example" })
      const signedOut = await service().browser().post(identities, body)
      service().advance(600_000)
      const old = await browser.post(identities, body)
      expect([foreign, signedOut, old].map(({ json }) => json["code"])).toEqual([
        "forbidden_origin",
        "unauthenticated",
        "reauthentication_required"
      ])
    })

    test("belong to one user only", async () => {
      const { login } = knownAs()
      await signInWith(login)
      const browser = service().browser()
      await browser.post(signUp, { email: newEmail(), password })
      const { sentBack } = await visit(browser, login, identities)
      const reply = await browser.get(pathOf(sentBack))
      expect([reply.status, reply.json["code"]]).toEqual([409, "identity_already_exists"])
    })

    test("do not link for another user than the one who began", async () => {
      const browser = service().browser()
      await browser.post(signUp, { email: newEmail(), password })
      const { sentBack } = await visit(browser, knownAs().login, identities)
      await browser.post("/v1/auth/sign-out")
      const reply = await browser.get(pathOf(sentBack))
      expect([reply.status, reply.json["code"]]).toEqual([401, "invalid_token"])
    })

    test("renew the session of the user whose account it is, and of no other", async () => {
      const { login } = knownAs()
      const { browser, reply } = await signInWith(login)
      const before = await browser.get(session)
      service().advance(600_000)
      const stranger = await visit(browser, knownAs().login, reauthentication)
      const rejected = await browser.get(pathOf(stranger.sentBack))
      expect([rejected.status, rejected.json["code"], rejected.json["reason"], namesOf(rejected)]).toEqual([
        401,
        "identity_rejected",
        "other_account",
        []
      ])
      const { sentBack } = await visit(browser, login, reauthentication)
      const renewed = await browser.get(pathOf(sentBack))
      expect([renewed.status, namesOf(renewed)]).toEqual([200, ["__client", "__session"]])
      expect(renewed.json["userId"]).toBe(reply.json["userId"])
      const { json } = await browser.get(session)
      expect(json["authenticatedAt"]).not.toBe(before.json["authenticatedAt"])
    })

    test("renew no session of a user who has signed out", async () => {
      const { login } = knownAs()
      const { browser } = await signInWith(login)
      const { sentBack } = await visit(browser, login, reauthentication)
      await browser.post("/v1/auth/sign-out")
      const reply = await browser.get(pathOf(sentBack))
      expect([reply.status, reply.json["code"], namesOf(reply)]).toEqual([401, "invalid_token", []])
    })

    test("sign no one in by a form of another site, whose fields a page of the instance sends again", async () => {
      const browser = service().browser()
      const { sentBack } = await visit(browser, knownAs().login)
      const body = new URLSearchParams(sentBack.parameters).toString()
      const form = { "content-type": "application/x-www-form-urlencoded" }
      const cross = await browser.send("POST", callback, {
        headers: { ...form, ...fromProvider, origin: providers.provider.origin },
        body
      })
      expect([cross.status, namesOf(cross)]).toEqual([200, ["__form"]])
      expect(cross.headers["access-control-allow-origin"]).toBeUndefined()
      for (const value of Object.values(sentBack.parameters)) expect(cross.text).toContain(`value="${value}"`)
      const own = await browser.send("POST", callback, {
        headers: { ...form, accept: "text/html", origin: service().origin, "sec-fetch-site": "same-origin" },
        body
      })
      expect([own.status, namesOf(own)]).toEqual([303, ["__client", "__session"]])
    })

    test("sign no one in by an image of another site", async () => {
      const browser = service().browser()
      const { sentBack } = await visit(browser, knownAs().login)
      const reply = await browser.get(pathOf(sentBack), { accept: "image/*", "sec-fetch-site": "cross-site" })
      expect([reply.status, reply.json["code"]]).toEqual([403, "forbidden_origin"])
      expect((await browser.get(pathOf(sentBack))).status).toBe(200)
    })

    test.each([
      ["unknown", 401, "identity_provider_disabled"],
      ["off", 401, "identity_provider_disabled"],
      ["gone", 503, "identity_provider_unavailable"]
    ])("that are %s respond with %i %s", async (id, status, code) => {
      const reply = await service().browser().post(begin, { provider: id })
      expect([reply.status, reply.json["code"], namesOf(reply)]).toEqual([status, code, []])
      if (status === 503)
        expect([reply.headers["retry-after"], reply.json["detail"]]).toEqual(["10", "Globex does not respond."])
    })

    test("take an ID token with a nonce of this client, once", async () => {
      const { login } = knownAs()
      const { reply } = await signInWith(login)
      const browser = service().browser()
      const issued = await browser.post(`${begin}/nonce`)
      expect([issued.status, namesOf(issued)]).toEqual([200, ["__client"]])
      const nonce = String(issued.json["nonce"])
      const idToken = await providers.idToken(service(), login, nonce)
      const body = { provider: "acme", idToken, nonce }
      const stranger = service().browser()
      const another = String((await stranger.post(`${begin}/nonce`)).json["nonce"])
      const refused = [
        await stranger.post(`${begin}/id-token`, body),
        await browser.post(`${begin}/id-token`, { ...body, nonce: another }),
        await browser.post(`${begin}/id-token`, { ...body, idToken: `${idToken.slice(0, -4)}AAAA` })
      ]
      expect(refused.map(({ json, setCookies }) => [json["code"], setCookies])).toEqual([
        ["invalid_token", []],
        ["identity_rejected", []],
        ["identity_rejected", []]
      ])
      const signedIn = await browser.post(`${begin}/id-token`, body)
      expect([signedIn.status, signedIn.json["userId"]]).toEqual([200, reply.json["userId"]])
      expect((await browser.post(`${begin}/id-token`, body)).json["code"]).toBe("invalid_token")
    })
  },
  () => ({ identityProviders: providers.layer })
)
