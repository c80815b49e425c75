import { defaultId } from "@latchkey/domain/instance/Instance"
import { defaultTokenConfig } from "@latchkey/domain/instance/TokenConfig"
import { codeAt, setUpApp } from "@latchkey/test-support/authenticatorApp"
import {
  accessToken,
  asAdmin,
  completeSignIn,
  instances,
  jsonType,
  keySet,
  newEmail,
  password,
  refreshTokens,
  requestLink,
  session,
  signIn,
  signUp,
  verify,
  verifyCode
} from "@latchkey/test-support/contract"
import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { setSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import { audience, turnOn } from "@latchkey/test-support/tokens"
import { createRemoteJWKSet, jwtVerify } from "jose"
import { randomBytes } from "node:crypto"
import { beforeAll, describe, expect, test } from "vitest"

const native = { "x-latchkey-client": "native" }
const other = "https://other.example.com"
const newToken = () => randomBytes(32).toString("base64url").replace(/.$/, "A")

onBothMounts("A native client", (service) => {
  beforeAll(() => turnOn(service(), { audiences: [audience, other] }))

  const app = () => service().browser()
  const signedUp = async () => {
    const email = newEmail()
    const { json, ...reply } = await app().post(signUp, { email, password }, native)
    return { ...reply, email, json, refreshToken: String(json["refreshToken"]) }
  }
  const refresh = (refreshToken: unknown, headers: Record<string, string> = {}, body: object = {}) =>
    app().post(refreshTokens, { refreshToken, ...body }, headers)

  const verified = (token: unknown, expected = audience) =>
    jwtVerify(String(token), createRemoteJWKSet(new URL(`${service().origin}${keySet}`)), {
      audience: expected,
      currentDate: new Date(service().now())
    })

  test("gets a refresh token and an access token, and no cookie", async () => {
    const { headers, json, setCookies, status } = await signedUp()
    expect([status, setCookies]).toEqual([200, []])
    expect(json).toEqual({
      userId: expect.stringMatching(/^user_/),
      sessionId: expect.stringMatching(/^sess_/),
      refreshToken: expect.stringMatching(/^lkr_[\w-]{86}\w{6}$/),
      accessToken: expect.any(String),
      tokenType: "Bearer",
      expiresIn: 300
    })
    expect(headers["x-latchkey-client-token"]).toMatch(/^[\w-]{43}$/)
    const { payload } = await verified(json["accessToken"])
    expect(payload).toMatchObject({ sub: json["userId"], sid: json["sessionId"], amr: ["pwd"], acr: "aal1" })
  })

  test("refreshes its tokens, for any audience of the instance", async () => {
    const { json, refreshToken } = await signedUp()
    const next = await refresh(refreshToken)
    expect([next.status, next.setCookies]).toEqual([200, []])
    expect(next.json).toEqual({
      refreshToken: expect.stringMatching(/^lkr_/),
      accessToken: expect.any(String),
      tokenType: "Bearer",
      expiresIn: 300
    })
    expect(next.json["refreshToken"]).not.toBe(refreshToken)
    expect((await verified(next.json["accessToken"])).payload["sid"]).toBe(json["sessionId"])
    const elsewhere = await refresh(next.json["refreshToken"], {}, { audience: other })
    expect((await verified(elsewhere.json["accessToken"], other)).payload.sub).toBe(json["userId"])
  })

  test("keeps its token when it asks for an audience that the instance does not have", async () => {
    const { refreshToken } = await signedUp()
    const reply = await refresh(refreshToken, {}, { audience: "https://unknown.example" })
    expect([reply.status, reply.json["code"]]).toEqual([400, "audience_not_allowed"])
    expect((await refresh(refreshToken)).json).toHaveProperty("refreshToken")
  })

  test("of fifty uses of one token at a time, one gets the next token, and the others an access token", async () => {
    const { refreshToken } = await signedUp()
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(replies.every(({ json }) => typeof json["accessToken"] === "string")).toBe(true)
    const next = replies.flatMap(({ json }) => ("refreshToken" in json ? [json["refreshToken"]] : []))
    expect(next).toHaveLength(1)
    expect((await refresh(next[0])).status).toBe(200)
  })

  test("is signed out when a former token is presented after thirty seconds", async () => {
    const { refreshToken } = await signedUp()
    const next = (await refresh(refreshToken)).json["refreshToken"]
    service().advance(30_000)
    expect(Object.keys((await refresh(refreshToken)).json)).toEqual(["accessToken", "tokenType", "expiresIn"])
    service().advance(1)
    const replayed = await refresh(refreshToken)
    expect([replayed.status, replayed.json["code"]]).toEqual([401, "invalid_token"])
    expect(replayed.headers["www-authenticate"]).toBe('Bearer error="invalid_token"')
    expect((await refresh(next)).status).toBe(401)
  })

  test("is listed with the sessions, and ends with them", async () => {
    const { email, json, refreshToken } = await signedUp()
    const browser = service().browser()
    await browser.post(signIn, { email, password })
    const { json: list } = await browser.get("/v1/auth/sessions")
    expect(list["sessions"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ sessionId: json["sessionId"], current: false })])
    )
    await browser.send("DELETE", `/v1/auth/sessions/${String(json["sessionId"])}`)
    expect((await refresh(refreshToken)).status).toBe(401)
    const another = await app().post(signIn, { email, password }, native)
    await browser.post("/v1/auth/sign-out/all")
    expect((await refresh(another.json["refreshToken"])).status).toBe(401)
  })

  test("presents its second factor with the two tokens that it gets", async () => {
    await setSecondFactorMode(service(), "optional")
    const email = newEmail()
    const browser = service().browser()
    await browser.post(signUp, { email, password })
    const { secret } = await setUpApp(service(), browser)
    service().advance(60_000)
    const first = await app().post(signIn, { email, password }, native)
    expect([first.json, first.setCookies]).toEqual([{ secondFactorRequired: ["totp", "recovery_code"] }, []])
    const tokens = {
      ...native,
      "x-latchkey-client-token": String(first.headers["x-latchkey-client-token"]),
      "x-latchkey-pending-token": String(first.headers["x-latchkey-pending-token"])
    }
    const code = codeAt(secret, service().now())
    const other = { ...tokens, "x-latchkey-client-token": newToken() }
    expect((await app().post(completeSignIn, { code }, other)).status).toBe(401)
    const completed = await app().post(completeSignIn, { code }, tokens)
    expect([completed.status, completed.setCookies]).toEqual([200, []])
    expect((await verified(completed.json["accessToken"])).payload).toMatchObject({ acr: "aal2" })
    expect(completed.headers).not.toHaveProperty("x-latchkey-pending-token")
    expect((await browser.get(session)).status).toBe(200)
    await setSecondFactorMode(service(), "off")
  })

  describe("with an app link", () => {
    const appLink = "com.example.app:/sign-in"
    const html = { accept: "text/html" }
    beforeAll(() => turnOn(service(), { audiences: [audience, other], appLinks: [appLink] }))
    const withClient = () => ({ ...native, "x-latchkey-client-token": newToken() })
    const tokenOf = (url: string) => String(new URL(url, service().origin).searchParams.get("token"))

    test("signs in with a link by email, which opens the app, and works for that app only", async () => {
      const email = newEmail()
      const own = withClient()
      await app().post(requestLink, { email, returnTo: appLink }, own)
      const link = await service().lastLink(email)
      const opened = await service().browser().get(link, html)
      const href = /href="(com\.example\.app:[^"]*)"/.exec(opened.text)?.[1] ?? ""
      expect([opened.status, cookiesOf(opened)]).toEqual([200, []])
      expect(href).toBe(`${appLink}?token=${tokenOf(link)}`)
      const token = tokenOf(href)
      const browser = service().browser()
      expect((await browser.post(verify, { token })).status).toBe(401)
      expect((await browser.get(link.replace(/&app=.*/, ""), html)).status).toBe(401)
      expect((await app().post(verify, { token }, withClient())).status).toBe(401)
      const reply = await app().post(verify, { token }, own)
      expect([reply.status, reply.setCookies]).toEqual([200, []])
      expect((await verified(reply.json["accessToken"])).payload).toMatchObject({ amr: ["email"] })
      expect((await app().post(verify, { token }, own)).status).toBe(401)
    })

    test("signs in with the code beside the link", async () => {
      await service().instances((directory) => directory.update(defaultId, { emailConfig: { magicLinkCodes: true } }))
      const email = newEmail()
      const own = withClient()
      await app().post(requestLink, { email }, own)
      const code = await service().lastCode(email)
      expect((await app().post(verifyCode, { code }, withClient())).status).toBe(401)
      expect((await app().post(verifyCode, { code }, own)).json).toHaveProperty("refreshToken")
    })

    test.each(["com.example.other:/sign-in", `${appLink}/`, "", "javascript:alert(1)"])(
      "is led to no other app: %s",
      async (returnTo) => {
        const reply = await app().post(requestLink, { email: newEmail(), returnTo }, withClient())
        expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
        expect(reply.json["errors"]).toEqual([{ field: "returnTo", reason: "is no app link of the instance" }])
      }
    )

    test("a link leads a browser to no app that the instance does not have", async () => {
      const email = newEmail()
      await app().post(requestLink, { email, returnTo: appLink }, withClient())
      const link = await service().lastLink(email)
      for (const app of ["com.evil.app:/", "javascript:alert(1)", "https://evil.example/"]) {
        const reply = await service()
          .browser()
          .get(link.replace(/app=.*/, `app=${encodeURIComponent(app)}`), html)
        expect([reply.status, reply.text.includes(app)]).toEqual([401, false])
      }
    })

    test.each(["http://example.com/", "javascript:alert(1)", "app:/x", "com.example.app:/x?y", "data:text/html,x"])(
      "the instance cannot have a link such as %s",
      async (link) => {
        const tokenConfig = { appLinks: [link] }
        const reply = await service()
          .browser(asAdmin)
          .send("PATCH", `${instances}/default`, {
            headers: jsonType,
            body: JSON.stringify({ tokenConfig })
          })
        expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      }
    )
  })

  test("is recognized by its token, which its next sign-in replaces", async () => {
    const { email, headers, refreshToken } = await signedUp()
    const known = { ...native, "x-latchkey-client-token": String(headers["x-latchkey-client-token"]) }
    const again = await app().post(signIn, { email, password }, known)
    expect(again.headers["x-latchkey-client-token"]).not.toBe(headers["x-latchkey-client-token"])
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await refresh(again.json["refreshToken"])).status).toBe(200)
  })

  test("has no session in cookies, and a browser has no refresh token", async () => {
    const { refreshToken } = await signedUp()
    const [client, own] = [refreshToken.slice(4, 47), refreshToken.slice(47, 90)]
    const cookie = `__client=${client}; __session=${own}`
    expect((await app().get(session, { cookie })).status).toBe(401)
    expect((await app().get(session, { authorization: `Bearer ${refreshToken}` })).status).toBe(401)
    const inAccessToken = await app().post(accessToken, { audience }, { authorization: `Bearer ${refreshToken}` })
    expect(inAccessToken.status).toBe(401)
    const browser = service().browser()
    const { json, setCookies } = await browser.post(signUp, { email: newEmail(), password })
    expect(Object.keys(json)).toEqual(["userId", "sessionId"])
    expect(setCookies).toHaveLength(2)
  })

  test.each<[string, Record<string, string>, string]>([
    ["of an allowed origin", { origin: "http://localhost" }, "x-latchkey-client"],
    ["of the same site", { "sec-fetch-site": "same-origin" }, "x-latchkey-client"],
    ["of another kind", { "x-latchkey-client": "browser" }, "x-latchkey-client"],
    ["with a malformed token", { "x-latchkey-client-token": "short" }, "x-latchkey-client-token"],
    ["with a malformed pending token", { "x-latchkey-pending-token": "a b" }, "x-latchkey-pending-token"]
  ])("%s is refused before anything is done", async (_, headers, field) => {
    const email = newEmail()
    const all = { ...native, ...headers, ...(headers["origin"] ? { origin: service().origin } : {}) }
    const reply = await app().post(signUp, { email, password }, all)
    expect([reply.status, reply.json["code"], reply.setCookies]).toEqual([400, "invalid_request", []])
    expect(reply.json["errors"]).toEqual([{ field, reason: expect.any(String) }])
    expect((await app().post(signIn, { email, password })).status).toBe(401)
  })

  test("refreshes from no page", async () => {
    const { refreshToken } = await signedUp()
    for (const headers of [{ origin: service().origin }, { "sec-fetch-site": "none" }]) {
      const reply = await refresh(refreshToken, headers)
      expect([reply.status, reply.json["code"]]).toEqual([403, "forbidden_origin"])
    }
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test.each([
    ["nothing", ""],
    ["another text", "lkr_"],
    ["the token of a browser", newToken()],
    ["two unknown tokens without a checksum", `lkr_${newToken()}${newToken()}`]
  ])("with %s for its refresh token gets 401", async (_, text) => {
    const reply = await refresh(text)
    expect([reply.status, reply.json["code"]]).toEqual([401, "invalid_token"])
  })

  test("with one letter of its token changed gets 401, and stays signed in", async () => {
    const { refreshToken } = await signedUp()
    for (const at of [0, 3, 4, 46, 47, 89, 90, 95]) {
      const letter = refreshToken[at] === "A" ? "B" : "A"
      expect((await refresh(refreshToken.slice(0, at) + letter + refreshToken.slice(at + 1))).status).toBe(401)
    }
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test("needs an audience of the instance", async () => {
    await turnOn(service(), { audiences: [] })
    const email = newEmail()
    const reply = await app().post(signUp, { email, password }, native)
    await service().instances((directory) =>
      directory.update(defaultId, { tokenConfig: { ...defaultTokenConfig, audiences: [audience, other] } })
    )
    expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
    expect((await app().post(signIn, { email, password })).status).toBe(401)
  })
})
