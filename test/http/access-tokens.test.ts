import { SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { defaultTokenConfig } from "@latchkey/domain/instance/TokenConfig"
import { accessToken, keySet, newEmail, password, session, signUp, tokens } from "@latchkey/test-support/contract"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import * as Effect from "effect/Effect"
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose"
import { beforeAll, expect, test } from "vitest"

const audience = "https://api.example.com"

onBothMounts("Access tokens", (service) => {
  beforeAll(() =>
    service().instances((directory) =>
      directory.update(defaultId, {
        tokenConfig: { ...defaultTokenConfig, audiences: [audience], personalTokens: true, scopes: ["a", "b"] },
        origins: ["https://app.example.com"]
      })
    )
  )

  const signedUp = async () => {
    const browser = service().browser()
    const { json } = await browser.post(signUp, { email: newEmail(), password })
    return { browser, userId: json["userId"], sessionId: json["sessionId"] }
  }

  /** Verifies as an API does, with the keys that the service publishes, and at the service's time. */
  const verify = (token: unknown, options: object = {}) =>
    jwtVerify(String(token), createRemoteJWKSet(new URL(`${service().origin}${keySet}`)), {
      issuer: service().origin,
      audience,
      algorithms: ["ES256"],
      typ: "at+jwt",
      currentDate: new Date(service().now()),
      ...options
    })

  test("of a session are verified by jose, and say who the user is", async () => {
    const { browser, sessionId, userId } = await signedUp()
    const { json, status } = await browser.post(accessToken, { audience })
    expect([status, json]).toEqual([200, { accessToken: expect.any(String), tokenType: "Bearer", expiresIn: 300 }])
    const { payload, protectedHeader } = await verify(json["accessToken"])
    expect(protectedHeader).toEqual({ alg: "ES256", typ: "at+jwt", kid: expect.any(String) })
    expect(payload).toMatchObject({ sub: userId, sid: sessionId, client_id: "default", amr: ["pwd"], acr: "aal1" })
    await expect(verify(json["accessToken"], { audience: "https://other.example" })).rejects.toThrow('"aud"')
    await expect(verify(json["accessToken"], { issuer: "https://other.example" })).rejects.toThrow('"iss"')
    service().advance(300_000)
    await expect(verify(json["accessToken"])).rejects.toThrow('"exp"')
  })

  test("of a personal access token have its scopes", async () => {
    const { browser, userId } = await signedUp()
    const { id, token } = (await browser.post(tokens, { name: "Backups", scopes: ["b"] })).json
    const authorization = `Bearer ${String(token)}`
    const { json } = await service().browser().post(accessToken, { audience }, { authorization })
    const { payload } = await verify(json["accessToken"])
    expect(payload).toMatchObject({ sub: userId, client_id: id, scope: "b" })
    expect(payload).not.toHaveProperty("sid")
  })

  test("are for pages of the service, allowed origins and programs, and no others", async () => {
    const { browser } = await signedUp()
    const codeFrom = async (headers: Record<string, string>) =>
      (await browser.post(accessToken, { audience }, headers)).json["code"]
    expect(await codeFrom({ origin: "https://app.example.com", "sec-fetch-site": "cross-site" })).toBeUndefined()
    expect(await codeFrom({ origin: service().origin })).toBeUndefined()
    expect(await codeFrom({})).toBeUndefined()
    expect(await codeFrom({ origin: "https://evil.example" })).toBe("forbidden_origin")
  })

  test("set no cookie, and Latchkey itself accepts none", async () => {
    const { browser } = await signedUp()
    const issued = await browser.post(accessToken, { audience })
    expect(issued.setCookies).toEqual([])
    const authorization = `Bearer ${String(issued.json["accessToken"])}`
    for (const path of [session, tokens])
      expect((await service().browser().get(path, { authorization })).status).toBe(401)
    expect((await service().browser().post(accessToken, { audience }, { authorization })).status).toBe(401)
  })

  test.each<[string, unknown, number, string]>([
    ["another audience", { audience: "https://other.example" }, 400, "audience_not_allowed"],
    ["no audience", {}, 400, "invalid_request"],
    ["a long audience", { audience: "x".repeat(201) }, 400, "invalid_request"],
    ["several audiences", { audience: [audience] }, 400, "invalid_request"]
  ])("for %s are refused", async (_, body, status, code) => {
    const { browser } = await signedUp()
    const reply = await browser.post(accessToken, body)
    expect([reply.status, reply.json["code"]]).toEqual([status, code])
    const without = await service().browser().post(accessToken, body)
    expect(without.status).toBe(code === "audience_not_allowed" ? 401 : status)
  })

  test("are verified with keys that caches may keep for five minutes, and that contain no private part", async () => {
    const { browser } = await signedUp()
    const { json } = await browser.post(accessToken, { audience })
    const reply = await service().browser().get(keySet)
    expect([reply.status, reply.headers["cache-control"]]).toEqual([200, "public, max-age=300"])
    const { kid } = decodeProtectedHeader(String(json["accessToken"]))
    expect(reply.json).toEqual({
      keys: [{ kty: "EC", crv: "P-256", x: expect.any(String), y: expect.any(String), kid, use: "sig", alg: "ES256" }]
    })
    const stored = await service().run(Effect.flatMap(SigningKeyRepository, ({ list }) => list(defaultId)))
    // Within the text of a key, quotes are escaped.
    expect(JSON.stringify(stored)).toContain('\\"x\\":')
    expect(JSON.stringify(stored)).not.toContain('\\"d\\":')
  })
})
