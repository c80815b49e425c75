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
import { type HostApp, origin, startApiBuilderApp, startHostApp } from "./support/HostApp.ts"

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

  test("the direct routes of a server begin with it, too", async () => {
    let paths: ReadonlyArray<string> = []
    const read = Layer.effectDiscard(
      Effect.map(Http.DirectRoutes, (routes) => {
        paths = routes.map(({ path }) => path)
      })
    )
    const direct = startHostApp(Layer.merge(own, Layer.provide(read, Http.layerDirectRoutes)), { prefix: "/auth" })
    await direct.browser()("GET", "/")
    await direct.stop()
    expect(paths).toContain("/auth/v1/auth/session")
    expect(paths.filter((path) => !path.startsWith("/auth/"))).toEqual([])
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

const greeting = HttpApiGroup.make("greeting")
  .add(HttpApiEndpoint.get("hello", "/hello").addSuccess(Schema.Struct({ hello: Schema.String })))
  .annotate(OpenApi.Description, "The app's own group.")

class AppApi extends HttpApi.make("app")
  .addHttpApi(LatchkeyApi)
  .add(greeting)
  .annotate(OpenApi.Transform, withSecuritySchemes) {}

class AppApiBelow extends AppApi.prefix("/auth") {}

const routesOf = (api: typeof AppApi) => {
  const handlers = HttpApiBuilder.group(api, "greeting", (handlers) =>
    handlers.handle("hello", () => Effect.succeed({ hello: "world" }))
  )
  return Http.layerRoutesOf(api, { openapiPath: "/openapi.json" }).pipe(Layer.provide(handlers))
}

const allowedOrigin = "https://app.example.com"

describe("Included in the HttpApi of an app", () => {
  let app: HostApp
  beforeAll(() => {
    app = startHostApp(routesOf(AppApi), { allowedOrigins: [allowedOrigin] })
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

  test("Latchkey's paths have CORS preflights and 405, and the app's have not", async () => {
    const browser = app.browser()
    const preflight = await browser("OPTIONS", signUp, { headers: { origin: allowedOrigin } })
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, allowedOrigin])
    expect((await browser("OPTIONS", signUp, { headers: { origin: "https://evil.example" } })).status).toBe(403)
    const refused = await browser("DELETE", "/v1/auth/session")
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
    expect((await browser("OPTIONS", "/hello")).status).toBe(404)
  })

  test("the platform's CORS middleware answers for both, and keeps Latchkey's check of the origin", async () => {
    const cors = HttpLayerRouter.cors({ allowedOrigins: [allowedOrigin], credentials: true })
    const both = startHostApp(Layer.merge(routesOf(AppApi), cors), { allowedOrigins: [allowedOrigin] })
    try {
      const browser = both.browser()
      for (const path of [signUp, "/hello"]) {
        const { headers, status } = await browser("OPTIONS", path, { headers: { origin: allowedOrigin } })
        expect([status, headers.get("access-control-allow-origin")]).toEqual([204, allowedOrigin])
      }
      const own = await browser("GET", "/hello", { headers: { origin: allowedOrigin } })
      expect(own.headers.get("access-control-allow-credentials")).toBe("true")
      const evil = { body: credentials, headers: { origin: "https://evil.example" } }
      expect((await browser("POST", signUp, evil)).json().code).toBe("forbidden_origin")
    } finally {
      await both.stop()
    }
  })

  test("one OpenAPI document describes both, and defines the security schemes", async () => {
    const { components, paths, tags } = (await app.browser()("GET", "/openapi.json")).json()
    const own = OpenApi.fromApi(LatchkeyApi)
    expect(components.securitySchemes).toEqual(own.components.securitySchemes)
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/hello", signUp, "/v1/auth/session"]))
    expect(Object.keys(paths)).toHaveLength(Object.keys(own.paths).length + 1)
    // Latchkey's operations have the error responses that they have in its own document, and the app's the platform's.
    expect(Object.keys(own.paths).map((path) => paths[path])).toEqual(Object.values(own.paths))
    expect(Object.keys(paths["/hello"].get.responses["400"].content)).toEqual(["application/json"])
    // Each group has its own description, and not that of the whole contract.
    expect(tags).toEqual([...own.tags, { name: "greeting", description: "The app's own group." }])
    expect(new Set(own.tags.map(({ description }) => description)).size).toBe(own.tags.length)
  })

  test("with a prefix, every path has it, and links to it work", async () => {
    const below = startHostApp(routesOf(AppApiBelow), { prefix: "/auth" })
    try {
      const browser = below.browser()
      expect((await browser("GET", "/auth/hello")).json()).toEqual({ hello: "world" })
      await browser("POST", "/auth/v1/auth/sign-in/magic-link", { body: { email } })
      expect((await browser("GET", await below.lastLink(email))).status).toBe(200)
      expect((await browser("DELETE", "/auth/v1/auth/session")).status).toBe(405)
      expect((await browser("GET", "/v1/auth/session")).status).toBe(404)
    } finally {
      await below.stop()
    }
  })

  test.each([
    [AppApi, "/auth", 'have no prefix, but its links have the prefix "/auth"'],
    [AppApiBelow, "", 'have the prefix "/auth", but its links have no prefix']
  ] as const)("it does not start if its prefix is not that of the settings: %#", async (api, prefix, sentence) => {
    const disagreeing = startHostApp(routesOf(api), { prefix })
    await expect(disagreeing.browser()("GET", "/hello")).rejects.toThrow(
      `Latchkey's paths in this API ${sentence}: give .prefix(…) of the API and prefix of HttpSettings the same value`
    )
    await disagreeing.stop()
  })

  test("layerHandlersOf throws for an API that does not include the contract", () => {
    class Without extends HttpApi.make("without").add(greeting) {}
    expect(() => Http.layerHandlersOf(Without)).toThrow(
      "This API does not include Latchkey's: add it with .addHttpApi(LatchkeyApi)"
    )
  })

  test("a group with the name of one of Latchkey's does not compile, and throws", () => {
    const health = HttpApiGroup.make("health").add(HttpApiEndpoint.get("check", "/check"))
    class Clashing extends HttpApi.make("clashing").addHttpApi(LatchkeyApi).add(health) {}
    const sentence = "Two groups of this API are called \"health\", and one is Latchkey's: rename the app's own group"
    // @ts-expect-error Latchkey has a group "health", too: rename the app's own group
    expect(() => Http.layerRoutesOf(Clashing)).toThrow(sentence)
    // @ts-expect-error The same.
    expect(() => Http.layerHandlersOf(Clashing)).toThrow(sentence)
    class Replaced extends HttpApi.make("replaced").add(health).addHttpApi(LatchkeyApi) {}
    // @ts-expect-error The platform has dropped the app's group: only types remember it.
    Http.layerRoutesOf(Replaced)
    class WithoutEndpoints extends HttpApi.make("empty").addHttpApi(LatchkeyApi).add(HttpApiGroup.make("health")) {}
    // @ts-expect-error The same.
    expect(() => Http.layerRoutesOf(WithoutEndpoints)).toThrow(sentence)
  })
})

describe("HttpApiBuilder.serve with the HttpApi of an app", () => {
  const handlers = HttpApiBuilder.group(AppApi, "greeting", (handlers) =>
    handlers.handle("hello", () => Effect.succeed({ hello: "world" }))
  )

  test("has CORS preflights and 405, too", async () => {
    const { dispose, handler } = startApiBuilderApp(
      HttpApiBuilder.api(AppApi).pipe(Layer.provide([handlers, Http.layerHandlersOf(AppApi)]))
    )
    const send = (method: string, path: string) =>
      handler(new Request(`${origin}${path}`, { method, headers: { origin } }))
    expect((await send("GET", "/hello")).status).toBe(200)
    expect((await send("OPTIONS", signUp)).status).toBe(204)
    expect((await send("DELETE", "/v1/auth/session")).status).toBe(405)
    await dispose()
  })
})
