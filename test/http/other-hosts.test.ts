import { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Memory from "@latchkey/memory/Memory"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import { adminKey, type Service, startService } from "@latchkey/test-support/Service"

const asAdmin = { authorization: `Bearer ${adminKey}` }
const path = "/v1/admin/instances/default"

describe("A service with a cookie domain and several hosts", () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({
      storage: Memory.layer,
      settings: { baseUrl: "https://auth.example.com", cookieDomain: Option.some("example.com") }
    })
    const hosts = ["signin.example.com", "login.acme.test"]
    await service.browser().send("PATCH", path, {
      headers: { ...asAdmin, "content-type": "application/json" },
      body: JSON.stringify({ hosts })
    })
  })
  afterAll(() => service.stop())

  /** Sends without a cookie jar, which would reject cookies for another domain than the socket's. */
  const signUpAt = (host: string) =>
    send("POST", `${service.origin}/v1/auth/sign-up/email-password`, {
      headers: { host, "content-type": "application/json" },
      body: JSON.stringify({ email: `ada@${host}`, password: "correct horse battery" })
    })

  test("sets the cookie domain only on hosts below it", async () => {
    expect(
      (await signUpAt("signin.example.com")).setCookies.every((cookie) => cookie.includes("Domain=example.com"))
    ).toBe(true)
    expect((await signUpAt("login.acme.test")).setCookies.some((cookie) => cookie.includes("Domain="))).toBe(false)
    expect((await signUpAt("notexample.com")).setCookies.some((cookie) => cookie.includes("Domain="))).toBe(false)
  })

  test("accepts requests from the pages of each of its hosts", async () => {
    const own = { origin: "https://login.acme.test", "sec-fetch-site": "same-origin" }
    const crossOrigin = { origin: "https://evil.test", "sec-fetch-site": "cross-site" }
    const signOutFrom = (headers: Record<string, string>) =>
      service.browser({ host: "login.acme.test", ...headers }).post("/v1/auth/sign-out")
    expect((await signOutFrom(own)).status).toBe(200)
    expect((await signOutFrom(crossOrigin)).status).toBe(403)
  })

  test.each([
    ["redirectUrl", { redirectUrl: "https://app.example.com:99999/" }],
    ["hosts", { hosts: ["1.2.3.999"] }],
    ["origins", { origins: ["https://app.example.com:99999"] }]
  ])("rejects %s that no browser could follow", async (field, patch) => {
    const reply = await service.browser().send("PATCH", path, {
      headers: { ...asAdmin, "content-type": "application/json" },
      body: JSON.stringify(patch)
    })
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ code: "invalid_request", errors: [{ field }] })
  })
})

describe("An outage before the instance is known", () => {
  const broken = Layer.map(Memory.layer, (context) => {
    const repository = Context.get(context, InstanceRepository)
    const outage = new PersistenceError({ cause: "down" })
    return Context.add(context, InstanceRepository, { ...repository, findByHost: () => Effect.fail(outage) })
  })
  let service: Service
  beforeAll(async () => {
    service = await startService({ storage: broken, settings: { allowedOrigins: ["https://app.example.com"] } })
  })
  afterAll(() => service.stop())

  test("is readable for pages of allowed origins only", async () => {
    const from = (origin: string) => service.browser({ origin }).get("/v1/auth/session")
    const allowed = await from("https://app.example.com")
    expect(allowed.json["code"]).toBe("service_unavailable")
    expect(allowed.headers["access-control-allow-origin"]).toBe("https://app.example.com")
    expect((await from("https://evil.test")).headers["access-control-allow-origin"]).toBeUndefined()
  })
})
