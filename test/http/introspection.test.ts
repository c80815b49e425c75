import { defaultId } from "@latchkey/domain/instance/Instance"
import {
  accessToken,
  asAdmin,
  introspect,
  newEmail,
  password,
  refreshTokens,
  revoke,
  signOut,
  signUp,
  tokens
} from "@latchkey/test-support/contract"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { withApiKey } from "@latchkey/test-support/operator"
import { audience, turnOn } from "@latchkey/test-support/tokens"
import { beforeAll, expect, test } from "vitest"

const formType = { "content-type": "application/x-www-form-urlencoded" }

onBothMounts("Introspection and revocation", (service) => {
  let asViewer: Record<string, string>
  beforeAll(async () => {
    await turnOn(service())
    asViewer = (await withApiKey(service(), "viewer")).headers
  })

  const withTokens = async () => {
    const browser = service().browser()
    const { sessionId, userId } = (await browser.post(signUp, { email: newEmail(), password })).json
    const { id, token } = (await browser.post(tokens, { name: "Backups", scopes: ["reports:read"] })).json
    const issued = async (headers?: Record<string, string>) =>
      String(
        (await (headers === undefined ? browser : service().browser()).post(accessToken, { audience }, headers)).json[
          "accessToken"
        ]
      )
    return {
      browser,
      sessionId,
      userId,
      id: String(id),
      personal: String(token),
      ofSession: await issued(),
      ofToken: await issued({ authorization: `Bearer ${String(token)}` })
    }
  }

  /** Sends a form, as RFC 7662 and RFC 7009 say. */
  const form = (path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
    service()
      .browser()
      .send("POST", path, { headers: { ...formType, ...headers }, body: new URLSearchParams(fields).toString() })

  const ask = async (token: string) => (await form(introspect, { token }, asViewer)).json
  const inactive = { active: false }

  test("say of each token what RFC 7662 names", async () => {
    const { id, ofSession, ofToken, personal, sessionId, userId } = await withTokens()
    const at = Math.floor(service().now() / 1000)
    const ofAll = {
      active: true,
      token_type: "Bearer",
      sub: userId,
      iss: service().origin,
      iat: at,
      email_verified: false
    }
    const access = { aud: audience, exp: at + 300, jti: expect.stringMatching(/^at_/) }
    expect(await ask(personal)).toEqual({ ...ofAll, client_id: id, jti: id, scope: "reports:read" })
    expect(await ask(ofToken)).toEqual({ ...ofAll, ...access, client_id: id, scope: "reports:read" })
    const session = { sid: sessionId, amr: ["pwd"], acr: "aal1" }
    expect(await ask(ofSession)).toEqual({ ...ofAll, ...access, ...session, client_id: defaultId })
  })

  test("take JSON and a hint, and store nothing in caches", async () => {
    const { personal } = await withTokens()
    const reply = await service()
      .browser(asViewer)
      .post(introspect, { token: personal, token_type_hint: "refresh_token" })
    expect([reply.status, reply.json["active"], reply.headers["cache-control"]]).toEqual([200, true, "no-store"])
    expect((await form(introspect, { token: personal, token_type_hint: "x" }, asAdmin)).json["active"]).toBe(true)
  })

  test("say active: false, and nothing else, of everything that does not work", async () => {
    const { browser, id, ofSession, ofToken, personal } = await withTokens()
    await browser.send("DELETE", `${tokens}/${id}`)
    await browser.post(signOut)
    const wrong = [personal, ofToken, ofSession, `${personal}0`, "x", "a.b.c", "lkr_x", asAdmin.authorization, " "]
    for (const token of wrong) {
      const reply = await form(introspect, { token }, asViewer)
      expect([token, reply.status, reply.json]).toEqual([token, 200, inactive])
    }
  })

  test("tell only callers with an API key", async () => {
    const { personal } = await withTokens()
    const codeWith = async (headers: Record<string, string>) => {
      const { json, status } = await form(introspect, { token: personal }, headers)
      return [status, json["code"]]
    }
    expect(await codeWith({})).toEqual([401, "unauthenticated"])
    expect(await codeWith({ authorization: `Bearer latchkey_${"A".repeat(43)}` })).toEqual([401, "unauthenticated"])
    expect(await codeWith({ authorization: `Bearer ${personal}` })).toEqual([401, "unauthenticated"])
    for (const role of ["viewer", "support", "admin"] as const) {
      expect(await codeWith((await withApiKey(service(), role)).headers)).toEqual([200, undefined])
    }
  })

  test("limit wrong API keys per IP address", async () => {
    const guess = () => form(introspect, { token: "x" }, { authorization: `Bearer latchkey_${"A".repeat(43)}` })
    const statuses = new Set<number>()
    for (let count = 0; count < 40; count++) statuses.add((await guess()).status)
    expect([...statuses]).toEqual([401, 429])
    expect((await form(introspect, { token: "x" }, asViewer)).status).toBe(429)
  })

  test("end a personal access token by itself", async () => {
    const { browser, ofToken, personal } = await withTokens()
    const other = String((await browser.post(tokens, { name: "Other" })).json["token"])
    const reply = await form(revoke, { token: personal, token_type_hint: "access_token" })
    expect([reply.status, reply.json, reply.setCookies]).toEqual([200, { ok: true }, []])
    expect(await ask(personal)).toEqual(inactive)
    expect(await ask(ofToken)).toEqual(inactive)
    expect(await ask(other)).toMatchObject({ active: true })
    expect((await service().browser().post(revoke, { token: other })).status).toBe(200)
    expect(await ask(other)).toEqual(inactive)
  })

  test("sign a native client out with its refresh token", async () => {
    const native = { "x-latchkey-client": "native" }
    const { json } = await service().browser().post(signUp, { email: newEmail(), password }, native)
    const token = String(json["refreshToken"])
    expect(await ask(String(json["accessToken"]))).toMatchObject({ active: true, sid: json["sessionId"] })
    expect(await ask(token)).toEqual(inactive)
    expect((await form(revoke, { token, token_type_hint: "refresh_token" })).json).toEqual({ ok: true })
    expect(await ask(String(json["accessToken"]))).toEqual(inactive)
    expect((await service().browser().post(refreshTokens, { refreshToken: token })).status).toBe(401)
  })

  test("reply to a token that does not work as to one that does", async () => {
    const { personal } = await withTokens()
    const first = await form(revoke, { token: personal })
    for (const token of [personal, `lk_${"A".repeat(49)}`, "x", "lkr_x"]) {
      const reply = await form(revoke, { token })
      expect([reply.status, reply.text, Object.keys(reply.headers)]).toEqual([
        200,
        first.text,
        Object.keys(first.headers)
      ])
    }
  })

  test("refuse to end an access token", async () => {
    const { ofSession } = await withTokens()
    const { json, status } = await form(revoke, { token: ofSession })
    expect([status, json["code"]]).toEqual([400, "unsupported_token_type"])
    expect(await ask(ofSession)).toMatchObject({ active: true })
  })

  test.each([introspect, revoke])("refuse a request without one token: %s", async (path) => {
    for (const fields of [
      "",
      "token_type_hint=access_token",
      "token=a&token=b",
      "token=a&token_type_hint=x&token_type_hint=y"
    ]) {
      const reply = await form(path, fields, path === introspect ? asViewer : {})
      expect([fields, reply.status, reply.json["code"]]).toEqual([fields, 400, "invalid_request"])
    }
    const plain = { ...(path === introspect ? asViewer : {}), "content-type": "text/plain" }
    const reply = await service().browser().send("POST", path, { headers: plain, body: "token=a" })
    expect(reply.json["code"]).toBe("unsupported_media_type")
  })

  test.each([introspect, revoke])("refuse pages of other sites: %s", async (path) => {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await form(path, { token: "x" }, { ...asViewer, ...headers })).json["code"]).toBe("forbidden_origin")
  })
})
