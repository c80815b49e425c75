import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Http from "@latchkey/http/Http"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { CurrentSession, OptionalSession } from "@latchkey/http/session/CurrentSession"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { type HostApp, startHostApp } from "./support/HostApp.ts"

const Viewer = Schema.Struct({ email: Schema.NullOr(Schema.String) })

const notes = HttpApiGroup.make("notes")
  .add(HttpApiEndpoint.get("mine", "/notes").addSuccess(Viewer).middleware(SessionMiddleware.RequireSession))
  .add(HttpApiEndpoint.post("write", "/notes").addSuccess(Viewer).middleware(SessionMiddleware.RequireSession))
  .add(HttpApiEndpoint.get("team", "/team").addSuccess(Viewer).middleware(SessionMiddleware.RequireVerifiedSession))
  .add(HttpApiEndpoint.get("front", "/front").addSuccess(Viewer).middleware(SessionMiddleware.LoadSession))

const safe = HttpApiGroup.make("safe").add(
  HttpApiEndpoint.get("open", "/safe").addSuccess(Viewer).middleware(SessionMiddleware.RequireRecentSession)
)

class NotesApi extends HttpApi.make("notes-app").add(notes).add(safe) {}

const mine = Effect.map(CurrentSession, ({ email }) => ({ email }))

const notesHandlers = HttpApiBuilder.group(NotesApi, "notes", (handlers) =>
  handlers
    .handle("mine", () => mine)
    .handle("write", () => mine)
    .handle("team", () => mine)
    .handle("front", () =>
      Effect.map(OptionalSession, (session) => ({ email: Option.getOrNull(Option.map(session, (_) => _.email)) }))
    )
)

const safeHandlers = HttpApiBuilder.group(NotesApi, "safe", (handlers) => handlers.handle("open", () => mine))

const whoami = Effect.map(CurrentSession, ({ claimedAt, emailVerified, instanceId }) =>
  HttpServerResponse.unsafeJson({ claimedAt: Option.getOrNull(claimedAt), emailVerified, instanceId })
)

const page = Effect.map(CurrentSession, ({ email }) => HttpServerResponse.text(`Hello ${email}`))

const plain = SessionSource.find.pipe(
  Effect.map((session) => HttpServerResponse.text(Option.isSome(session) ? "signed in" : "signed out")),
  Effect.catchAll((problem) => Effect.succeed(HttpServerResponse.text(problem.code, { status: 503 })))
)

const routes = Layer.mergeAll(
  Http.layerRoutes,
  HttpLayerRouter.addHttpApi(NotesApi).pipe(
    Layer.provide([notesHandlers, safeHandlers]),
    Layer.provide([
      SessionMiddleware.layerRequireRecentSession({ maxAge: "10 minutes", aal: 2 }),
      SessionMiddleware.layerRequireSession,
      SessionMiddleware.layerRequireVerifiedSession,
      SessionMiddleware.layerLoadSession
    ])
  ),
  HttpLayerRouter.add("GET", "/whoami", whoami).pipe(Layer.provide(SessionMiddleware.router.layer)),
  HttpLayerRouter.add("GET", "/board", page).pipe(Layer.provide(SessionMiddleware.routerVerified.layer)),
  HttpLayerRouter.add("GET", "/recent", page).pipe(
    Layer.provide(SessionMiddleware.routerRecent({ maxAge: "10 minutes" }).layer)
  ),
  HttpLayerRouter.add("GET", "/stale", page).pipe(
    Layer.provide(SessionMiddleware.routerRecent({ maxAge: "0 millis" }).layer)
  ),
  HttpLayerRouter.add("GET", "/strong", page).pipe(
    Layer.provide(SessionMiddleware.routerRecent({ maxAge: "10 minutes", aal: 2 }).layer)
  ),
  HttpLayerRouter.add("GET", "/page", page).pipe(Layer.provide(SessionMiddleware.router.layer)),
  HttpLayerRouter.add("GET", "/plain", plain)
)

const signUp = "/v1/auth/sign-up/email-password"

const storage = makeInterceptedStorage()
let app: HostApp
beforeAll(() => {
  app = startHostApp(routes, {}, storage.layer)
})
afterAll(() => app.stop())

const signedIn = async () => {
  const browser = app.browser()
  const email = `${crypto.randomUUID()}@example.com`
  expect((await browser("POST", signUp, { body: { email, password: "correct horse battery" } })).status).toBe(200)
  return { browser, email }
}

/** Opens a link that was sent to the address, in the same browser. */
const verify = async (browser: ReturnType<HostApp["browser"]>, email: string) => {
  await browser("POST", "/v1/auth/sign-in/magic-link", { body: { email } })
  expect((await browser("GET", await app.lastLink(email))).status).toBe(200)
}

describe("An endpoint that requires a session", () => {
  test("gets the session of the user", async () => {
    const { browser, email } = await signedIn()
    expect((await browser("GET", "/notes")).json()).toEqual({ email })
    expect((await browser("GET", "/page")).text).toBe(`Hello ${email}`)
    expect((await browser("GET", "/plain")).text).toBe("signed in")
  })

  test.each(["/notes", "/page"])("is 401 with a code without a session: %s", async (path) => {
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

  test.each(["/notes", "/page"])("is 401 after sign-out: %s", async (path) => {
    const { browser } = await signedIn()
    await browser("POST", "/v1/auth/sign-out")
    expect((await browser("GET", path)).status).toBe(401)
  })

  test("is 403 for an unsafe request of a cross-origin page, signed in or not", async () => {
    const { browser } = await signedIn()
    const crossOrigin = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const reply = await browser("POST", "/notes", { headers: crossOrigin })
    expect([reply.status, reply.json().code]).toEqual([403, "forbidden_origin"])
    const own = { origin: "https://notes.example.com", "sec-fetch-site": "same-origin" }
    expect((await browser("POST", "/notes", { headers: own })).status).toBe(200)
    expect((await browser("GET", "/notes", { headers: crossOrigin })).status).toBe(200)
  })
})

describe("The session of an endpoint", () => {
  test("says which instance its user belongs to, and whether and how the email address was verified", async () => {
    const { browser, email } = await signedIn()
    const unverified = { instanceId: "default", emailVerified: false, claimedAt: null }
    expect((await browser("GET", "/whoami")).json()).toEqual(unverified)
    expect((await browser("GET", "/v1/auth/session")).json()).toMatchObject(unverified)
    await verify(browser, email)
    expect((await browser("GET", "/whoami")).json()).toEqual({ ...unverified, emailVerified: true })
  })
})

test("The session says when the owner of the address took the account over from the person who created it", async () => {
  const { browser: attacker, email } = await signedIn()
  const { userId } = (await attacker("GET", "/v1/auth/session")).json()
  const before = Date.now()
  const owner = app.browser()
  await verify(owner, email)
  const { claimedAt } = (await owner("GET", "/whoami")).json()
  expect(Date.parse(claimedAt)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(claimedAt)).toBeLessThanOrEqual(Date.now())
  expect((await owner("GET", "/v1/auth/session")).json()).toMatchObject({ userId, claimedAt, emailVerified: true })
  expect((await attacker("GET", "/v1/auth/session")).status).toBe(401)
})

const notVerified = {
  type: "urn:latchkey:problem:email_not_verified",
  title: "The email address is not verified",
  status: 403,
  detail: "The email address is not verified.",
  code: "email_not_verified"
}

describe("An endpoint that requires a verified email address", () => {
  test.each(["/team", "/board"])(
    "is 401 without a session, 403 without verification, 200 with it: %s",
    async (path) => {
      expect((await app.browser()("GET", path)).json().code).toBe("unauthenticated")
      const { browser, email } = await signedIn()
      const reply = await browser("GET", path)
      expect([reply.status, reply.json()]).toEqual([403, notVerified])
      expect(reply.headers.get("cache-control")).toBe("no-store")
      await verify(browser, email)
      expect((await browser("GET", path)).status).toBe(200)
    }
  )
})

describe("An endpoint that requires a recent authentication", () => {
  test("is 401 without a session, 401 reauthentication_required with an old or weak one, 200 otherwise", async () => {
    for (const path of ["/recent", "/stale", "/strong", "/safe"]) {
      expect((await app.browser()("GET", path)).json().code).toBe("unauthenticated")
    }
    const { browser } = await signedIn()
    expect((await browser("GET", "/recent")).status).toBe(200)
    for (const path of ["/stale", "/strong", "/safe"]) {
      const reply = await browser("GET", path)
      expect([reply.status, reply.json().code]).toEqual([401, "reauthentication_required"])
      expect(reply.headers.get("cache-control")).toBe("no-store")
    }
  })
})

describe("On an instance that requires a verified email address", () => {
  const require = (requireVerifiedEmail: boolean) =>
    app.run(
      Effect.flatMap(InstanceDirectory, (instances) =>
        instances.update(defaultId, { sessionConfig: { requireVerifiedEmail } })
      )
    )
  beforeAll(() => require(true))
  afterAll(() => require(false))

  test.each(["/notes", "/page", "/whoami", "/v1/auth/session"])(
    "an app gets no session without verification: %s",
    async (path) => {
      const { browser, email } = await signedIn()
      const reply = await browser("GET", path)
      expect([reply.status, reply.json()]).toEqual([403, notVerified])
      expect((await app.browser()("GET", path)).status).toBe(401)
      await verify(browser, email)
      expect((await browser("GET", path)).status).toBe(200)
    }
  )

  test("an endpoint that loads the session gets None, and a handler the problem", async () => {
    const { browser } = await signedIn()
    expect((await browser("GET", "/front")).json()).toEqual({ email: null })
    expect((await browser("GET", "/plain")).text).toBe("email_not_verified")
  })

  test("users keep what they need to verify the address, and to leave", async () => {
    const { browser } = await signedIn()
    expect((await browser("GET", "/v1/auth/sessions")).status).toBe(200)
    expect((await browser("POST", "/v1/auth/sign-out")).status).toBe(200)
  })
})

test("After the deletion of an instance its users are signed out of an app's endpoints", async () => {
  const headers = { host: "closed.example" }
  const browser = app.browser()
  const { id } = await app.run(
    Effect.flatMap(InstanceDirectory, (instances) => instances.create({ name: "Closed", hosts: [headers.host] }))
  )
  const body = { email: "ada@example.com", password: "correct horse battery" }
  await browser("POST", signUp, { body, headers })
  expect((await browser("GET", "/front", { headers })).json()).toEqual({ email: body.email })
  await app.run(Effect.flatMap(InstanceDirectory, (instances) => instances.delete(id)))
  for (const path of ["/notes", "/page", "/team"]) {
    const reply = await browser("GET", path, { headers })
    expect([reply.status, reply.json().code]).toEqual([401, "unauthenticated"])
  }
  expect((await browser("GET", "/front", { headers })).json()).toEqual({ email: null })
  expect((await browser("GET", "/v1/auth/session", { headers })).status).toBe(404)
})

describe("In an outage", () => {
  test.each(["/notes", "/page", "/front"])(
    "a signed-in user gets 503 with Retry-After, and not 401: %s",
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

describe("An endpoint that loads the session", () => {
  test("gets the session of the user, or None", async () => {
    const { browser, email } = await signedIn()
    expect((await browser("GET", "/front")).json()).toEqual({ email })
    expect((await app.browser()("GET", "/front")).json()).toEqual({ email: null })
    expect((await app.browser()("GET", "/plain")).text).toBe("signed out")
  })
})
