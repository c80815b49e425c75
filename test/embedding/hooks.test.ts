/** What an app's hooks and rules for passwords do to replies and pages. */
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import { assert, describe, it } from "@effect/vitest"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import * as SignUpRules from "@latchkey/domain/account/SignUpRules"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as PasswordRules from "@latchkey/domain/password/PasswordRules"
import * as Http from "@latchkey/http/Http"
import * as Pages from "@latchkey/pages/Pages"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeRecorder } from "@latchkey/test-support/Recorder"

const origin = "http://localhost:3000"
const signUp = "/v1/auth/sign-up/email-password"
const password = "correct horse battery"

const app = Layer.mergeAll(Http.layerRoutes, Pages.layerRoutes).pipe(Layer.provide(HttpServer.layerContext))

/** Sends requests to the app without a server. */
const send = Effect.gen(function* () {
  const handler = yield* HttpLayerRouter.toHttpEffect(app)
  const handle = HttpApp.toWebHandlerRuntime(yield* Effect.runtime<AuthTest.Services>())(handler)
  const exchange = (path: string, { headers, ...init }: RequestInit) =>
    Effect.promise(async () => {
      const accepted = { accept: "text/html, application/json", origin, ...headers }
      const reply = await handle(new Request(`${origin}${path}`, { ...init, headers: accepted }))
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    })
  return {
    get: (path: string, cookie: string) => exchange(path, { headers: { cookie } }),
    post: (path: string, type: string, body: string) =>
      exchange(path, { method: "POST", headers: { "content-type": type }, body })
  }
})

const form = "application/x-www-form-urlencoded"

const signUpAs = (email: string) =>
  Effect.gen(function* () {
    const { post } = yield* send
    const { headers, status, text } = yield* post(signUp, "application/json", JSON.stringify({ email, password }))
    return { status, retryAfter: headers.get("retry-after"), body: JSON.parse(text) }
  })

/** The database refuses the rows of "out" with an outage; the code for "bug" is wrong. */
const Hooks = AccountHooks.layer(
  Effect.succeed({
    onCreated: ({ email }) =>
      email.startsWith("out")
        ? new PersistenceError({ cause: new Error("no room") })
        : Effect.dieMessage(`no such column: ${email}`)
  })
)

describe("The log of a sign-up whose hook fails", () => {
  it.scoped("names the hook with its cause, and does not call the store unavailable", () => {
    const recorder = makeRecorder()
    return Effect.gen(function* () {
      assert.strictEqual((yield* signUpAs("out@example.com")).status, 503)
      const errors = recorder.lines().filter((line) => line.includes('"logLevel":"ERROR"'))
      assert.strictEqual(errors.length, 1, errors.join("\n"))
      assert.include(errors[0], "The hook onCreated failed")
      assert.include(errors[0], "no room")
      assert.notInclude(errors[0], "The store is unavailable")
    }).pipe(
      Effect.provide(AuthTest.layer.pipe(Layer.provide(Hooks))),
      Effect.provide(recorder.layer as Layer.Layer<never>)
    )
  })
})

const reason = "Your password must not contain <your name>."
const Rules = PasswordRules.layer(() => Effect.succeed([reason]))

describe("A sign-up whose hook fails", () => {
  it.scoped("is 503 in an outage, 500 for a defect, and leaves no account", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const outage = yield* signUpAs("out@example.com")
      assert.deepStrictEqual([outage.status, outage.body.code, outage.retryAfter], [503, "service_unavailable", "2"])
      const defect = yield* signUpAs("bug@example.com")
      assert.deepStrictEqual([defect.status, defect.body.code], [500, "internal_error"])
      assert.notInclude(JSON.stringify([outage.body, defect.body]), "no ")
      for (const email of ["out@example.com", "bug@example.com"]) {
        assert.strictEqual((yield* Effect.flip(auth.signIn({ email, password })))._tag, "InvalidCredentials")
      }
    }).pipe(Effect.provide(AuthTest.layer.pipe(Layer.provide(Hooks))))
  )
})

describe("A password that breaks the app's own rules", () => {
  it.scoped("is password_too_short with the sentences, which the page shows as text", () =>
    Effect.gen(function* () {
      const { body, status } = yield* signUpAs("ann@example.com")
      assert.deepStrictEqual([status, body.code], [400, "password_too_short"])
      assert.deepStrictEqual([body.violations, body.reasons], [["custom"], [reason]])
      const typed = `${new URLSearchParams({ email: "ann@example.com", password })}`
      const page = yield* (yield* send).post("/sign-up", form, typed)
      assert.strictEqual(page.status, 400)
      assert.include(page.text, "Your password must not contain &lt;your name&gt;.")
    }).pipe(Effect.provide(AuthTest.layer.pipe(Layer.provide(Rules))))
  )
})

describe("A sign-up that the app's own rules refuse", () => {
  const refusal = "Please ask <your account manager>."

  it.scoped("is sign_up_refused with the sentences, which the page shows as text", () =>
    Effect.gen(function* () {
      const { body, status } = yield* signUpAs("ann@example.com")
      assert.deepStrictEqual([status, body.code, body.reasons], [403, "sign_up_refused", [refusal]])
      const typed = `${new URLSearchParams({ email: "ann@example.com", password })}`
      const page = yield* (yield* send).post("/sign-up", form, typed)
      assert.strictEqual(page.status, 403)
      assert.include(page.text, "Please ask &lt;your account manager&gt;.")
    }).pipe(Effect.provide(AuthTest.layer.pipe(Layer.provide(SignUpRules.layer(() => Effect.succeed([refusal]))))))
  )
})

describe("A request for a link that the app's own rules refuse", () => {
  it.scoped("is said to send one only if there is an account", () =>
    Effect.gen(function* () {
      const { get, post } = yield* send
      const { headers } = yield* post("/sign-in/link", form, `${new URLSearchParams({ email: "ann@example.com" })}`)
      const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0])
      const { text } = yield* get("/check-your-email", cookies.join("; "))
      assert.match(text, /If there(?:'|&#39;)s an account for/)
    }).pipe(Effect.provide(AuthTest.layer.pipe(Layer.provide(SignUpRules.layer(() => Effect.succeed(["No."]))))))
  )
})
