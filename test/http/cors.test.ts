import type { Reply } from "@latchkey/test-support/HttpClient"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  instances,
  jsonType,
  newEmail,
  password,
  paths,
  session,
  signIn
} from "@latchkey/test-support/contract"

const ofSettings = "https://app.example.com"
const ofInstance = "https://acme.example"
const acmeHost = "login.acme.example"

const corsHeaders = (reply: Reply) => Object.keys(reply.headers).filter((name) => name.startsWith("access-control-"))

describe.each(mountsUnderTest())("CORS, mounted with %s", (mount) => {
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, settings: { allowedOrigins: [ofSettings] } })
    await service.instances((instances) => instances.create({ name: "Acme", hosts: [acmeHost], origins: [ofInstance] }))
  })
  afterAll(() => service.stop())

  const read = (headers: Record<string, string>) => service.browser().get(session, headers)
  const preflight = (path: string, headers: Record<string, string>) =>
    service.browser().send("OPTIONS", path, {
      headers: { "access-control-request-method": "POST", "access-control-request-headers": "content-type", ...headers }
    })

  test("an allowed origin of the settings can read, with credentials and Retry-After", async () => {
    const reply = await read({ origin: ofSettings })
    expect(reply.headers).toMatchObject({
      "access-control-allow-origin": ofSettings,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "Retry-After",
      vary: "Origin"
    })
  })

  test("an allowed origin of an instance can read that instance, and no other", async () => {
    expect((await read({ origin: ofInstance, host: acmeHost })).headers["access-control-allow-origin"]).toBe(ofInstance)
    expect(corsHeaders(await read({ origin: ofInstance }))).toEqual([])
  })

  test("an allowed origin of the settings cannot read another instance than default", async () => {
    const reply = await read({ origin: ofSettings, host: acmeHost })
    expect(corsHeaders(reply)).toEqual([])
    expect((await preflight(signIn, { origin: ofSettings, host: acmeHost })).status).toBe(403)
  })

  test("pages of an app with its own scheme may call, and none with an opaque origin", async () => {
    const origins = ["capacitor://localhost", "chrome-extension://abcdefghijklmnopabcdefghijklmnop"]
    const reply = await service.browser().send("PATCH", `${instances}/default`, {
      headers: { ...jsonType, ...asAdmin },
      body: JSON.stringify({ origins })
    })
    expect([reply.status, reply.json["origins"]]).toEqual([200, origins])
    for (const origin of origins) {
      expect((await preflight(signIn, { origin })).status).toBe(204)
      const headers = { origin, "sec-fetch-site": "cross-site" }
      const answer = await service.browser().post(signIn, { email: newEmail(), password }, headers)
      expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([401, origin])
    }
    for (const origin of ["null", "file://", "capacitor://localhost:1", "Capacitor://localhost", "ionic://localhost"]) {
      expect((await preflight(signIn, { origin })).status, origin).toBe(403)
      expect((await service.browser().post(signIn, { email: newEmail(), password }, { origin })).status, origin).toBe(
        403
      )
    }
    const refused = await service.browser().send("PATCH", `${instances}/default`, {
      headers: { ...jsonType, ...asAdmin },
      body: JSON.stringify({ origins: ["null"] })
    })
    expect(refused.status).toBe(400)
  })

  test("the service's own origin can read", async () => {
    expect((await read({ origin: service.origin })).headers["access-control-allow-origin"]).toBe(service.origin)
  })

  test.each([
    "https://evil.example",
    "null",
    "*",
    `${ofSettings}.evil.example`,
    "https://evil.example?https://app.example.com",
    "http://app.example.com",
    "https://app.example.com:444",
    "https://APP.example.com"
  ])("no other origin can, and none is reflected: %s", async (origin) => {
    for (const headers of [{ origin }, { origin, host: acmeHost }]) {
      const reply = await read(headers)
      expect(corsHeaders(reply)).toEqual([])
      expect(reply.headers.vary).toBe("Origin")
    }
  })

  test("a program without an Origin header gets no CORS headers", async () => {
    expect(corsHeaders(await read({}))).toEqual([])
  })

  test.each(paths)("the preflight of %s is 204 for an allowed origin, with credentials", async (path) => {
    const reply = await preflight(path, { origin: ofSettings })
    expect(reply.status).toBe(204)
    expect(reply.headers).toMatchObject({
      "access-control-allow-origin": ofSettings,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": reply.headers.allow,
      "access-control-allow-headers": "Content-Type, Authorization",
      "access-control-max-age": "600",
      vary: "Origin"
    })
  })

  test.each(paths)("the preflight of %s is 403 for another origin", async (path) => {
    for (const origin of ["https://evil.example", "null"]) {
      const reply = await preflight(path, { origin })
      expect([reply.status, reply.json["code"]]).toEqual([403, "forbidden_origin"])
      expect(corsHeaders(reply)).toEqual([])
    }
  })

  test("an allowed origin can read error responses, too", async () => {
    const credentials = { email: newEmail(), password }
    const rejected = await service.browser().post(signIn, credentials, { origin: ofSettings })
    expect([rejected.status, rejected.headers["access-control-allow-origin"]]).toEqual([401, ofSettings])
    const missing = await service.browser().get("/nope", { origin: ofSettings })
    expect([missing.status, missing.headers["access-control-allow-origin"]]).toEqual([404, ofSettings])
  })
})
