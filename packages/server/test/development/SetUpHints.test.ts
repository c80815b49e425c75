import { defaultId } from "@latchkey/domain/instance/Instance"
import {
  asAdmin,
  instances,
  jsonType,
  newEmail,
  password,
  session,
  signOut,
  signUp
} from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { mounts, type Service } from "@latchkey/test-support/Service"
import * as Layer from "effect/Layer"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import * as SetUpHints from "../../src/development/SetUpHints.ts"

const app = mounts.HttpLayerRouter.pipe(Layer.provide(SetUpHints.layer))
const allowed = "https://app.example.com"
const shop = "shop.example.com"
const other = "A".repeat(43)

describe("A problem of latchkey dev", () => {
  let service: Service
  let shopId: string
  let cookies: { readonly client: string; readonly session: string }
  const sameSite = { origin: allowed, "sec-fetch-site": "same-site" }

  beforeAll(async () => {
    service = await start({ app, settings: { allowedOrigins: [allowed] } })
    const body = JSON.stringify({ name: "Shop", hosts: [shop] })
    const created = await service.browser().send("POST", instances, { headers: { ...asAdmin, ...jsonType }, body })
    shopId = String(created.json["id"])
    const browser = service.browser()
    await browser.post(signUp, { email: newEmail(), password })
    cookies = {
      client: `__client=${await browser.cookie("__client")}`,
      session: `__session=${await browser.cookie("__session")}`
    }
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const hintOf = async (headers: Record<string, string>, path = session) => {
    const { json, status } = await service.browser(headers).get(path)
    assert.deepStrictEqual([status, json["code"]], [401, "unauthenticated"])
    return json["hint"]
  }

  it("tells a server that it has forwarded no cookies", async () => {
    assert.strictEqual(
      await hintOf({}),
      "No cookies came: a server that asks for its user forwards __client and __session of the browser's request."
    )
  })

  it("tells a page that its fetch has no credentials, if the user is signed in", async () => {
    assert.include(await hintOf(sameSite), 'credentials: "include"')
    assert.include(await hintOf({ "sec-fetch-site": "same-origin" }), "localhost is not 127.0.0.1")
  })

  it("tells a page on another site about SameSite", async () => {
    const hint = await hintOf({ origin: allowed, "sec-fetch-site": "cross-site" })
    assert.include(hint, "SameSite=lax")
    assert.include(hint, "COOKIE_SAME_SITE=none")
  })

  it.each(["client", "session"] as const)("names the cookie that is missing beside %s", async (name) => {
    const missing = name === "client" ? "__session" : "__client"
    const hint = await hintOf({ cookie: cookies[name] })
    assert.strictEqual(
      hint,
      `The request has the cookie __${name} without ${missing}: forward both, because one of them grants nothing.`
    )
  })

  it("names the cookie that came twice, or malformed, and no value", async () => {
    const twice = await hintOf({ cookie: `${cookies.client}; ${cookies.session}; __session=${other}` })
    assert.include(twice, "two cookies __session")
    assert.include(twice, "COOKIE_DOMAIN")
    assert.notInclude(twice, other)
    assert.notInclude(twice, cookies.session.slice(10))
    assert.include(await hintOf({ cookie: `${cookies.client}; __session=%22x%22` }), "__session is malformed")
  })

  it("names COOKIE_PREFIX for cookies of the other prefix", async () => {
    const hint = await hintOf({ cookie: `__Host-__client=${other}; __Host-__session=${other}` })
    assert.include(hint, "__Host-__session, and COOKIE_PREFIX is not set here")
    assert.include(hint, "__client and __session")
  })

  it("names the instance of the session, and that of the host", async () => {
    const cookie = `${cookies.client}; ${cookies.session}`
    assert.strictEqual(
      await hintOf({ cookie, host: shop }),
      `The session is of the instance default, and the host of the request belongs to ${shopId} (${shop}).`
    )
  })

  it("says of two well-formed cookies what they can be", async () => {
    const cookie = `${cookies.client}; __session=${other}`
    assert.include(await hintOf({ cookie }), "revoked or replaced")
  })

  it("speaks of the pending sign-in where it is missing", async () => {
    const path = "/v1/auth/sign-in/second-factor"
    assert.include(await hintOf({ cookie: `${cookies.client}; ${cookies.session}` }, path), "without __pending")
    assert.include(await hintOf({ cookie: `${cookies.client}; __pending=${other}` }, path), "ten minutes")
  })

  it("says nothing where the detail does, or to a native client", async () => {
    assert.isUndefined(await hintOf({ authorization: "Bearer lk_wrong" }))
    await service.instances((all) => all.update(defaultId, { tokenConfig: { audiences: ["https://api.example.com"] } }))
    assert.isUndefined(await hintOf({ "x-latchkey-client": "native" }))
    const admin = await service.browser().get(instances)
    assert.deepStrictEqual([admin.status, admin.json["hint"]], [401, undefined])
  })

  it("names the origin that is refused, and both lists", async () => {
    const refused = async (headers: Record<string, string>) => {
      const { json, status } = await service.browser(headers).post(signOut)
      assert.deepStrictEqual([status, json["code"]], [403, "forbidden_origin"])
      return json["hint"]
    }
    const origin = "http://localhost:5173"
    assert.strictEqual(
      await refused({ origin }),
      `The origin "${origin}" is not allowed: add it to ALLOWED_ORIGINS, which is for the instance "default" only, or to the "origins" of the instance "default", which the dashboard and the admin API change.`
    )
    assert.strictEqual(
      await refused({ origin: allowed, host: shop }),
      `The origin "${allowed}" is not allowed: add it to the "origins" of the instance "${shopId}", which the dashboard and the admin API change; ALLOWED_ORIGINS is for the instance "default" only.`
    )
    assert.include(await refused({ origin: "null" }), "has no origin")
    assert.include(await refused({ "sec-fetch-site": "cross-site" }), "has no origin")
  })

  it("tells that a proxy does not forward Host, if the page is at a host of another instance", async () => {
    const { json } = await service.browser({ origin: `http://${shop}:8080`, host: "latchkey:3000" }).post(signOut)
    assert.strictEqual(
      json["hint"],
      `The origin "http://${shop}:8080" is at a host of the instance "${shopId}", and the request came with the host "latchkey:3000", which leads to "default": forward Host unchanged in the proxy.`
    )
  })

  it("says of an allowed origin that the endpoint is not for it", async () => {
    const { json, status } = await service.browser(sameSite).post("/v1/auth/tokens", { name: "One", scopes: [] })
    assert.deepStrictEqual([status, json["code"]], [403, "forbidden_origin"])
    assert.include(json["hint"], "own pages")
  })
})

describe("A problem of a service with https", () => {
  it("tells a page that the cookies are Secure", async () => {
    const service = await start({ app, settings: { baseUrl: "https://auth.example.com" } })
    const reply = await service.browser({ "sec-fetch-site": "same-origin" }).get(session)
    assert.include(reply.json["hint"], "open the page at https://auth.example.com, because browsers keep its Secure")
    await service.stop()
  })
})

describe("A problem of a service without hints", () => {
  it("has none", async () => {
    const service = await start()
    const missing = await service.browser().get(session)
    const refused = await service.browser({ origin: "https://evil.example" }).post(signOut)
    assert.deepStrictEqual([missing.status, refused.status], [401, 403])
    assert.notInclude(missing.text + refused.text, "hint")
    await service.stop()
  })
})
