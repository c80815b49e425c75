import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Http from "@latchkey/http/Http"
import * as Pages from "@latchkey/pages/Pages"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, test } from "vitest"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import { type Environment, type HostApp, startHostApp } from "./support/HostApp.ts"

const email = "ada@example.com"
const routes = Layer.mergeAll(
  Http.layerRoutes,
  Pages.layerRoutes,
  HttpLayerRouter.add("GET", "/hello", HttpServerResponse.text("hello")),
  HttpLayerRouter.add("GET", "/defect", Effect.die(new TypeError("the app's own mistake"))),
  HttpLayerRouter.add("GET", "/failure", Effect.orDie(Effect.fail(new Error("the app's own failure")))),
  HttpLayerRouter.add("GET", "/quiet", HttpMiddleware.withLoggerDisabled(Effect.succeed(HttpServerResponse.empty())))
)

/** Returns the lines of the request log. */
const linesOf = async (use: (app: HostApp) => Promise<unknown>, serve: NonNullable<Environment["serve"]>) => {
  const recorder = makeRecorder()
  const app = startHostApp(routes, {}, undefined, { around: recorder.layer, serve })
  await use(app)
  await app.stop()
  return recorder.lines().filter((line) => line.startsWith("log") && line.includes("http.status"))
}

const withRequestLogger = { disableLogger: true, middleware: Http.requestLogger }

/**
 * Opens the links in every way in which a mail program, a browser or a mistaken proxy opens them. Returns the tokens.
 */
const openLinks = async (app: HostApp): Promise<ReadonlyArray<string>> => {
  const browser = app.browser()
  await browser("POST", "/v1/auth/sign-in/magic-link", { body: { email } })
  const link = await app.lastLink(email)
  const token = new URL(link).searchParams.get("token") ?? ""
  expect(token.length).toBeGreaterThan(40)
  for (const method of ["HEAD", "OPTIONS", "PUT", "GET", "GET"]) await browser(method, link)
  await browser("GET", link, { headers: { accept: "text/html" } })
  await browser("GET", `/reset-password?token=${token}`, { headers: { accept: "text/html" } })
  await browser("GET", `/sign-in?return_to=${encodeURIComponent(link)}`)
  return [token]
}

describe("Http.requestLogger", () => {
  test("logs every request with its status, without its query, unless the app turned the log off for a route", async () => {
    const lines = await linesOf(async (app) => {
      const browser = app.browser()
      await browser("GET", "/hello?name=ada")
      await browser("GET", "/v1/auth/session?seen=yes")
      await browser("GET", "/nowhere?token=secret")
      await browser("GET", "/quiet?a=b")
    }, withRequestLogger)
    expect(lines.map((line) => /"http.status":(\d+),.*"http.url":"([^"]*)"/.exec(line)?.slice(1))).toEqual(
      expect.arrayContaining([
        ["200", "/hello"],
        ["401", "/v1/auth/session"],
        ["404", "/nowhere"]
      ])
    )
    expect(lines).toHaveLength(3)
    expect(lines.join()).not.toMatch(/ada|seen|secret/)
  })

  test("logs a defect of the app's own handler as an error, with its cause", async () => {
    const lines = await linesOf(async (app) => {
      const browser = app.browser()
      expect((await browser("GET", "/defect?page=1")).status).toBe(500)
      expect((await browser("GET", "/failure")).status).toBe(500)
    }, withRequestLogger)
    expect(lines).toEqual([
      expect.stringMatching(/"ERROR".*TypeError: the app's own mistake.*"\/defect"/),
      expect.stringMatching(/"ERROR".*Error: the app's own failure.*"\/failure"/)
    ])
  })

  test("never logs the token of a link", async () => {
    let tokens: ReadonlyArray<string> = []
    const lines = await linesOf(async (app) => {
      tokens = await openLinks(app)
      await app.browser()("GET", `/v1/auth/magic-link/verify/nowhere?token=${tokens[0]}`)
      await app.browser()("GET", `/v1/auth/magic-link/verify%3Ftoken=${tokens[0]}`)
    }, withRequestLogger)
    expect(lines.filter((line) => line.includes("/v1/auth/magic-link/verify"))).toHaveLength(8)
    for (const token of tokens) expect(lines.join()).not.toContain(token)
  })

  test("keeps the platform's log silent, which would contain whole URLs", async () => {
    const lines = await linesOf(
      async (app) => {
        await app.browser()("GET", "/v1/auth/magic-link/verify?token=secret")
        await app.browser()("GET", "/hello?token=secret")
      },
      { middleware: Http.requestLogger }
    )
    expect(lines).toHaveLength(2)
    expect(lines.join()).not.toContain("secret")
  })

  test("does the same for HttpApiBuilder", async () => {
    const recorder = makeRecorder()
    const api = Http.layerApi.pipe(Layer.provideMerge(Layer.merge(AuthTest.layer, HttpServer.layerContext)))
    const { dispose, handler } = HttpApiBuilder.toWebHandler(Layer.merge(api, recorder.layer), {
      middleware: Http.requestLogger
    })
    await handler(new Request("http://localhost:3000/v1/auth/magic-link/verify?token=secret"))
    await dispose()
    const lines = recorder.lines().filter((line) => line.startsWith("log") && line.includes("http.status"))
    expect(lines).toEqual([expect.stringContaining('"/v1/auth/magic-link/verify"')])
    expect(lines.join()).not.toContain("secret")
  })
})

test("The platform's request log has the app's requests, and no request to Latchkey with a query", async () => {
  let tokens: ReadonlyArray<string> = []
  const lines = await linesOf(async (app) => {
    tokens = await openLinks(app)
    await app.browser()("GET", "/hello?name=ada")
  }, {})
  expect(lines).toEqual([expect.stringContaining("/sign-in/magic-link"), expect.stringContaining("/hello?name=ada")])
  for (const token of tokens) expect(lines.join()).not.toContain(token)
})

test("Http.layerWithoutQueryTracing keeps tokens out of the spans of a web handler", async () => {
  const spansWith = async (tracing: Layer.Layer<never>) => {
    const recorder = makeRecorder()
    const app = startHostApp(routes, {}, undefined, { around: Layer.merge(recorder.layer, tracing) })
    await app.browser()("GET", "/v1/auth/magic-link/verify?token=secret")
    await app.browser()("GET", "/hello")
    await app.stop()
    return recorder.lines().filter((line) => line.startsWith("span http.server"))
  }
  expect((await spansWith(Layer.empty)).join()).toContain("secret")
  expect(await spansWith(Http.layerWithoutQueryTracing)).toEqual([expect.stringContaining("/hello")])
})
