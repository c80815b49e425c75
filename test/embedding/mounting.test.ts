import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Http from "@latchkey/http/Http"
import { LatchkeyApi, withSecuritySchemes } from "@latchkey/http/LatchkeyApi"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type HostApp, origin, startHostApp } from "./support/HostApp.ts"

const email = "ada@example.com"
const credentials = { email, password: "correct horse battery" }
const signUp = "/v1/auth/sign-up/email-password"

const own = HttpLayerRouter.add("GET", "/", HttpServerResponse.text("The app's own page"))

describe("Mounted below a prefix", () => {
  let app: HostApp
  beforeAll(() => {
    app = startHostApp(Layer.merge(Http.layerRoutes, own), { prefix: "/auth" })
  })
  afterAll(() => app.stop())

  test("every path begins with the prefix, and none exists without it", async () => {
    const browser = app.browser()
    expect((await browser("POST", `/auth${signUp}`, { body: credentials })).status).toBe(200)
    expect((await browser("GET", "/auth/v1/auth/session")).json().email).toBe(email)
    expect((await browser("GET", "/auth/health/live")).status).toBe(200)
    expect((await browser("DELETE", "/auth/v1/auth/session")).status).toBe(405)
    expect((await browser("GET", "/v1/auth/session")).status).toBe(404)
    expect((await browser("GET", "/")).text).toBe("The app's own page")
  })

  test("magic links and the form of the confirmation page have the prefix", async () => {
    const recipient = "grace@example.com"
    await app.browser()("POST", "/auth/v1/auth/sign-in/magic-link", { body: { email: recipient } })
    const link = await app.lastLink(recipient)
    expect(link.startsWith(`${origin}/auth/v1/auth/magic-link/verify?token=`)).toBe(true)

    const other = app.browser()
    const page = await other("GET", link, { headers: { accept: "text/html" } })
    const [, action = "-"] = /<form method="post" action="([^"]*)">/.exec(page.text) ?? []
    const target = new URL(action, link)
    expect(target.pathname).toBe("/auth/v1/auth/magic-link/verify")
    const confirmed = await other("POST", target.href, {
      body: `token=${new URL(link).searchParams.get("token")}`,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", origin }
    })
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, `${origin}/`])
    expect((await other("GET", "/auth/v1/auth/session")).json()).toMatchObject({
      email: recipient,
      emailVerified: true
    })
  })
})

const greeting = HttpApiGroup.make("greeting").add(
  HttpApiEndpoint.get("hello", "/hello").addSuccess(Schema.Struct({ hello: Schema.String }))
)

class AppApi extends HttpApi.make("app")
  .add(greeting)
  .addHttpApi(LatchkeyApi)
  .annotate(OpenApi.Transform, withSecuritySchemes) {}

const greetingHandlers = HttpApiBuilder.group(AppApi, "greeting", (handlers) =>
  handlers.handle("hello", () => Effect.succeed({ hello: "world" }))
)

describe("Included in the HttpApi of an app", () => {
  const api = HttpLayerRouter.addHttpApi(AppApi, { openapiPath: "/openapi.json" }).pipe(
    Layer.provide([greetingHandlers, Http.layerHandlersOf(AppApi)])
  )
  let app: HostApp
  beforeAll(() => {
    app = startHostApp(api)
  })
  afterAll(() => app.stop())

  test("both APIs respond", async () => {
    const browser = app.browser()
    expect((await browser("GET", "/hello")).json()).toEqual({ hello: "world" })
    expect((await browser("POST", signUp, { body: credentials })).status).toBe(200)
    expect((await browser("GET", "/v1/auth/session")).json().email).toBe(email)
    expect((await browser("POST", signUp, { body: { ...credentials, password: "short" } })).json().code).toBe(
      "password_too_short"
    )
  })

  test("one OpenAPI document describes both, and defines the security schemes", async () => {
    const { components, paths } = (await app.browser()("GET", "/openapi.json")).json()
    expect(components.securitySchemes).toEqual(OpenApi.fromApi(LatchkeyApi).components.securitySchemes)
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/hello", signUp, "/v1/auth/session"]))
    expect(Object.keys(paths)).toHaveLength(Object.keys(OpenApi.fromApi(LatchkeyApi).paths).length + 1)
  })

  test("layerHandlersOf throws for an API that does not include the contract", () => {
    class Without extends HttpApi.make("without").add(greeting) {}
    expect(() => Http.layerHandlersOf(Without)).toThrow(
      "This API does not include Latchkey's: add it with .addHttpApi(LatchkeyApi)"
    )
  })
})
