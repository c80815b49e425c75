import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Http from "@latchkey/http/Http"
import * as RemoteSessionSource from "@latchkey/http/session/RemoteSessionSource"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as Pages from "@latchkey/pages/Pages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import { make, OriginWarning, type RefusedOrigin } from "../../packages/http/src/core/OriginWarning.ts"
import { type HostApp, origin as own, startHostApp } from "./support/HostApp.ts"

const evil = "https://evil.example"
const allowed = "https://app.example.com"
const token = "A".repeat(43)
const credentials = { email: "ada@example.com", password: "correct horse battery" }
const signUp = "/v1/auth/sign-up/email-password"

const notes = HttpLayerRouter.add("POST", "/notes", HttpServerResponse.text("added")).pipe(
  Layer.provide(SessionMiddleware.router.layer)
)
const routes = Layer.mergeAll(Http.layerRoutes, Pages.layerRoutes, notes)

const settings = { allowedOrigins: [allowed] }

describe("An app that embeds Latchkey warns about a refused origin", () => {
  const refused: Array<RefusedOrigin> = []
  const around = Layer.succeed(OriginWarning, (one) => Effect.sync(() => void refused.push(one)))
  let app: HostApp
  let browser: ReturnType<HostApp["browser"]>
  beforeAll(async () => {
    app = startHostApp(routes, settings, undefined, { around })
    browser = app.browser()
    await browser("POST", signUp, { body: credentials })
  })
  afterAll(() => app.stop())
  beforeEach(() => void refused.splice(0))

  test.each([
    ["of a request", "POST", signUp, 403],
    ["of a preflight", "OPTIONS", signUp, 403],
    ["of a form", "POST", "/sign-in", 403],
    ["of a page that cannot read the response", "GET", "/v1/auth/session", 200],
    ["of a request to its own protected endpoint", "POST", "/notes", 403]
  ])("%s", async (_, method, path, status) => {
    expect((await browser(method, path, { headers: { origin: evil } })).status).toBe(status)
    expect(refused).toEqual([
      {
        origin: evil,
        allowed: [own, allowed],
        instance: "default",
        setting: expect.stringContaining("ALLOWED_ORIGINS")
      }
    ])
  })

  test("of a request to a service that uses a Latchkey elsewhere", async () => {
    const cookie = `__client=${token}; __session=${token}`
    const refusal = RemoteSessionSource.make({ url: "http://latchkey:3000", origins: [allowed] }).pipe(
      Effect.flatMap((source) => source.find({ method: "POST", headers: { cookie, origin: evil } })),
      Effect.provideService(HttpClient.HttpClient, {} as HttpClient.HttpClient),
      Effect.provide(around),
      Effect.flip
    )
    expect((await Effect.runPromise(refusal)).code).toBe("forbidden_origin")
    expect(refused).toEqual([{ origin: evil, allowed: [allowed], setting: "origins of RemoteSessionSource" }])
  })

  test("and about no allowed one, and no program", async () => {
    for (const headers of [{}, { origin: own }, { origin: allowed }]) {
      expect((await browser("POST", "/notes", { headers })).status).toBe(200)
      expect((await browser("OPTIONS", signUp, { headers })).status).toBe(204)
      expect((await browser("GET", "/v1/auth/session", { headers })).status).toBe(200)
    }
    expect(refused).toEqual([])
  })
})

test("The log of an app has one line for a refused origin, and one for X-Forwarded-For of an unknown proxy", async () => {
  const recorder = makeRecorder()
  const around = Layer.merge(recorder.layer, Layer.succeed(OriginWarning, make()))
  const app = startHostApp(routes, { ...settings, trustedProxies: ["10.0.0.0/8"] }, undefined, { around })
  const browser = app.browser()
  for (let count = 0; count < 5; count++) {
    const headers = { origin: evil, "x-forwarded-for": `198.51.100.${count}` }
    await browser("POST", signUp, { body: credentials, headers })
  }
  await app.stop()
  const warnings = recorder.lines().filter((line) => line.startsWith("log") && line.includes('"logLevel":"WARN"'))
  expect(warnings).toEqual([
    expect.stringMatching(/Ignored X-Forwarded-For from 203.0.113.7.*trustedProxies of HttpSettings/),
    expect.stringContaining(`"origin":"${evil}"`)
  ])
})
