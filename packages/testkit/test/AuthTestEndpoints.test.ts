/** What an app's own tests do: the endpoints, with nothing between the request and the handlers but function calls. */
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { CurrentSession } from "@latchkey/http/session/CurrentSession"
import * as Http from "@latchkey/http/Http"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as AuthTest from "@latchkey/testkit/AuthTest"

const hello = HttpLayerRouter.add(
  "POST",
  "/hello",
  Effect.map(CurrentSession, ({ email }) => HttpServerResponse.text(`Hello, ${email}`))
).pipe(Layer.provide(SessionMiddleware.router.layer))

const app = Layer.mergeAll(hello, Http.layerRoutes).pipe(Layer.provide(HttpServer.layerContext))

/** Sends a request to the app, on the test's clock. */
const send = Effect.gen(function* () {
  const handler = yield* HttpLayerRouter.toHttpEffect(app)
  const handle = HttpApp.toWebHandlerRuntime(yield* Effect.runtime<AuthTest.World>())(handler)
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

describe("The endpoints of an app, in its tests", () => {
  it.scoped("take the cookie of signedInAs, until the clock says otherwise", () =>
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

  it.scoped("mail what lastLink answers, and know who endSessions signed out", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const post = yield* send
      const asked = yield* post("/v1/auth/sign-in/magic-link", "", { email: "ada@example.com" })
      assert.strictEqual(asked.status, 200)
      const { cookie } = yield* auth.useLink(yield* auth.lastLink("ada@example.com"))
      assert.strictEqual((yield* post("/hello", cookie)).status, 200)
      yield* auth.endSessions("ada@example.com")
      assert.strictEqual((yield* post("/hello", cookie)).status, 401)
    }).pipe(Effect.provide(AuthTest.layer))
  )

  it.scoped("share their world with AuthTest", () =>
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
