import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Memory from "@latchkey/memory/Memory"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { send } from "../support/HttpClient.ts"
import { adminKey, type Service, startService } from "../support/Service.ts"

const asAdmin = { authorization: `Bearer ${adminKey}` }
const change = "/v1/admin/instances/default"

describe("a service with a cookie domain and several hosts", () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({
      storage: Memory.layer,
      settings: { baseUrl: "https://auth.example.com", cookieDomain: Option.some("example.com") }
    })
    const hosts = ["signin.example.com", "login.acme.test"]
    await service.browser().send("PATCH", change, {
      headers: { ...asAdmin, "content-type": "application/json" },
      body: JSON.stringify({ hosts })
    })
  })
  afterAll(() => service.stop())

  /** Without a jar: this one would not take a cookie for a domain that the socket is not at. */
  const signUpAt = (host: string) =>
    send("POST", `${service.origin}/v1/auth/sign-up/email-password`, {
      headers: { host, "content-type": "application/json" },
      body: JSON.stringify({ email: `ada@${host}`, password: "correct horse battery" })
    })

  test("names the domain in cookies only on hosts that belong to it", async () => {
    expect(
      (await signUpAt("signin.example.com")).setCookies.every((cookie) => cookie.includes("Domain=example.com"))
    ).toBe(true)
    expect((await signUpAt("login.acme.test")).setCookies.some((cookie) => cookie.includes("Domain="))).toBe(false)
    expect((await signUpAt("notexample.com")).setCookies.some((cookie) => cookie.includes("Domain="))).toBe(false)
  })

  test("takes requests from the pages of each of its hosts", async () => {
    const own = { origin: "https://login.acme.test", "sec-fetch-site": "same-origin" }
    const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" }
    const signOutFrom = (headers: Record<string, string>) =>
      service.browser({ host: "login.acme.test", ...headers }).post("/v1/auth/sign-out")
    expect((await signOutFrom(own)).status).toBe(200)
    expect((await signOutFrom(foreign)).status).toBe(403)
  })

  test.each([
    ["redirectUrl", { redirectUrl: "https://app.example.com:99999/" }],
    ["hosts", { hosts: ["1.2.3.999"] }],
    ["origins", { origins: ["https://app.example.com:99999"] }]
  ])("refuses %s that no browser could follow", async (field, patch) => {
    const reply = await service.browser().send("PATCH", change, {
      headers: { ...asAdmin, "content-type": "application/json" },
      body: JSON.stringify(patch)
    })
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ code: "invalid_request", errors: [{ field }] })
  })
})

describe("an outage before the instance is known", () => {
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

  test("can be read by the page of a listed origin, and of no other", async () => {
    const from = (origin: string) => service.browser({ origin }).get("/v1/auth/session")
    const listed = await from("https://app.example.com")
    expect(listed.json["code"]).toBe("service_unavailable")
    expect(listed.headers["access-control-allow-origin"]).toBe("https://app.example.com")
    expect((await from("https://evil.test")).headers["access-control-allow-origin"]).toBeUndefined()
  })
})
