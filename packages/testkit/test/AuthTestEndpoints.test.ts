/** How an app tests its endpoints: requests reach the handlers by function calls, without a server. */
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import * as Http from "@latchkey/http/Http"
import { CurrentSession } from "@latchkey/http/session/CurrentSession"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

const hello = HttpLayerRouter.add(
  "POST",
  "/hello",
  Effect.map(CurrentSession, ({ email }) => HttpServerResponse.text(`Hello, ${email}`))
).pipe(Layer.provide(SessionMiddleware.router.layer))

const app = Layer.mergeAll(hello, Http.layerRoutes).pipe(Layer.provide(HttpServer.layerContext))

/** Sends a request to the app, with the test's clock. */
const send = Effect.gen(function* () {
  const handler = yield* HttpLayerRouter.toHttpEffect(app)
  const handle = HttpApp.toWebHandlerRuntime(yield* Effect.runtime<AuthTest.Services>())(handler)
  return (path: string, cookie: string, body?: object) =>
    Effect.promise(() =>
      handle(
        new Request(`http://localhost:3000${path}`, {
          method: "POST",
          headers: { cookie, "content-type": "application/json" },
          body: JSON.stringify(body ?? {})
        })
      )
    ).pipe(Effect.timeout("5 seconds"))
})

describe("Endpoints of an app in its tests", () => {
  it.scoped("accept the cookie of signedInAs until the session expires by the test clock", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const post = yield* send
      const cookie = yield* auth.signedInAs("ada@example.com")
      assert.strictEqual((yield* post("/hello", "")).status, 401)
      const reply = yield* post("/hello", cookie)
      assert.strictEqual(yield* Effect.promise(() => reply.text()), "Hello, ada@example.com")
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* post("/hello", cookie)).status, 401)
    }).pipe(Effect.provide(AuthTest.layer))
  )

  it.scoped("send the email that lastMagicLink returns, and reject sessions that revokeSessions revoked", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const post = yield* send
      const requested = yield* post("/v1/auth/sign-in/magic-link", "", { email: "ada@example.com" })
      assert.strictEqual(requested.status, 200)
      const { cookie } = yield* auth.signInWithMagicLink(yield* auth.lastMagicLink("ada@example.com"))
      assert.strictEqual((yield* post("/hello", cookie)).status, 200)
      yield* auth.revokeSessions("ada@example.com")
      assert.strictEqual((yield* post("/hello", cookie)).status, 401)
    }).pipe(Effect.provide(AuthTest.layer))
  )

  it.scoped("share their data with AuthTest", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const post = yield* send
      const account = { email: "ada@example.com", password: "hunter2 hunter2" }
      const reply = yield* post("/v1/auth/sign-up/email-password", "", account)
      const cookie = reply.headers
        .getSetCookie()
        .map((set) => set.split(";")[0])
        .join("; ")
      const session = yield* auth.sessionOf(cookie)
      assert.strictEqual(Option.getOrThrow(session).email, account.email)
    }).pipe(Effect.provide(AuthTest.layer))
  )
})
