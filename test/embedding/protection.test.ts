import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { CurrentSession, OptionalSession } from "@latchkey/http/session/CurrentSession"
import * as Http from "@latchkey/http/Http"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeInterceptedStorage } from "../http/support/InterceptedStorage.ts"
import { type HostApp, startHostApp } from "./support/HostApp.ts"

const Who = Schema.Struct({ email: Schema.NullOr(Schema.String) })

const notes = HttpApiGroup.make("notes")
  .add(HttpApiEndpoint.get("mine", "/notes").addSuccess(Who).middleware(SessionMiddleware.RequireSession))
  .add(HttpApiEndpoint.post("write", "/notes").addSuccess(Who).middleware(SessionMiddleware.RequireSession))
  .add(HttpApiEndpoint.get("front", "/front").addSuccess(Who).middleware(SessionMiddleware.LoadSession))

class NotesApi extends HttpApi.make("notes-app").add(notes) {}

const mine = Effect.map(CurrentSession, ({ email }) => ({ email }))

const notesHandlers = HttpApiBuilder.group(NotesApi, "notes", (handlers) =>
  handlers
    .handle("mine", () => mine)
    .handle("write", () => mine)
    .handle("front", () =>
      Effect.map(OptionalSession, (session) => ({ email: Option.getOrNull(Option.map(session, (_) => _.email)) }))
    )
)

const page = Effect.map(CurrentSession, ({ email }) => HttpServerResponse.text(`Hello ${email}`))

const plain = SessionSource.find.pipe(
  Effect.map((session) => HttpServerResponse.text(Option.isSome(session) ? "somebody" : "nobody")),
  Effect.catchAll((problem) => Effect.succeed(HttpServerResponse.text(problem.code, { status: 503 })))
)

const routes = Layer.mergeAll(
  Http.layerRoutes,
  HttpLayerRouter.addHttpApi(NotesApi).pipe(
    Layer.provide(notesHandlers),
    Layer.provide([SessionMiddleware.layerRequireSession, SessionMiddleware.layerAllowSession])
  ),
  HttpLayerRouter.add("GET", "/page", page).pipe(Layer.provide(SessionMiddleware.router.layer)),
  HttpLayerRouter.add("GET", "/plain", plain)
)

const email = "ada@example.com"
const credentials = { email, password: "correct horse battery" }
const signUp = "/v1/auth/sign-up/email-password"

const storage = makeInterceptedStorage()
let app: HostApp
beforeAll(() => {
  app = startHostApp(routes, {}, storage.layer)
})
afterAll(() => app.stop())

const signedIn = async () => {
  const browser = app.browser()
  const address = `${crypto.randomUUID()}@example.com`
  expect((await browser("POST", signUp, { body: { ...credentials, email: address } })).status).toBe(200)
  return { browser, address }
}

describe("An endpoint for signed-in people", () => {
  test("is told who they are", async () => {
    const { address, browser } = await signedIn()
    expect((await browser("GET", "/notes")).json()).toEqual({ email: address })
    expect((await browser("GET", "/page")).text).toBe(`Hello ${address}`)
    expect((await browser("GET", "/plain")).text).toBe("somebody")
  })

  test.each(["/notes", "/page"])("is 401 with a code for everybody else: %s", async (path) => {
    const reply = await app.browser()("GET", path)
    expect(reply.status).toBe(401)
    expect(reply.headers.get("content-type")).toMatch(/^application\/problem\+json/)
    expect(reply.headers.get("cache-control")).toBe("no-store")
    expect(reply.json()).toEqual({
      type: "urn:latchkey:problem:unauthenticated",
      title: "Not signed in",
      status: 401,
      detail: "Not signed in.",
      code: "unauthenticated"
    })
  })

  test.each(["/notes", "/page"])("is 401 again after signing out: %s", async (path) => {
    const { browser } = await signedIn()
    await browser("POST", "/v1/auth/sign-out")
    expect((await browser("GET", path)).status).toBe(401)
  })

  test("is no place for a page of a foreign site to write from, signed in or not", async () => {
    const { browser } = await signedIn()
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const reply = await browser("POST", "/notes", { headers: foreign })
    expect([reply.status, reply.json().code]).toEqual([403, "forbidden_origin"])
    const own = { origin: "https://notes.example.com", "sec-fetch-site": "same-origin" }
    expect((await browser("POST", "/notes", { headers: own })).status).toBe(200)
    expect((await browser("GET", "/notes", { headers: foreign })).status).toBe(200)
  })
})

describe("In an outage", () => {
  test.each(["/notes", "/page", "/front"])(
    "nobody looks signed out, and all are told when to come back: %s",
    async (path) => {
      const { browser } = await signedIn()
      storage.bringDown("SessionRepository")
      const reply = await browser("GET", path)
      storage.reset()
      expect([reply.status, reply.json().code]).toEqual([503, "service_unavailable"])
      expect(reply.headers.get("retry-after")).toBe("2")
      expect(reply.headers.get("cache-control")).toBe("no-store")
      expect((await browser("GET", path)).status).toBe(200)
    }
  )
})

describe("An endpoint for everybody", () => {
  test("is told who is signed in, if somebody is", async () => {
    const { address, browser } = await signedIn()
    expect((await browser("GET", "/front")).json()).toEqual({ email: address })
    expect((await app.browser()("GET", "/front")).json()).toEqual({ email: null })
    expect((await app.browser()("GET", "/plain")).text).toBe("nobody")
  })
})
