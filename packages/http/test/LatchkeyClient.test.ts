import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it } from "@effect/vitest"
import { codes, isRetryable, problem, type ProblemDetails, toResponse } from "@latchkey/http/core/Problem"
import { LatchkeyApi } from "@latchkey/http/LatchkeyApi"
import * as LatchkeyClient from "@latchkey/http/LatchkeyClient"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const payload = { email: "ada@example.com", password: "correct horse battery" }

const baseUrl = "https://auth.example.com"

/** Responds to all requests of a client with this response. */
const respondWith = (respond: () => Response) =>
  Effect.provideService(
    HttpClient.HttpClient,
    HttpClient.make((request) => Effect.sync(() => HttpClientResponse.fromWeb(request, respond())))
  )

const clientOf = (respond: () => Response) => LatchkeyClient.make({ baseUrl }).pipe(respondWith(respond))

class Notes extends HttpApiGroup.make("notes")
  .add(HttpApiEndpoint.get("list", "/notes").addSuccess(Schema.Array(Schema.String)))
  .middleware(SessionMiddleware.RequireSession) {}

class AppApi extends HttpApi.make("app").addHttpApi(LatchkeyApi).add(Notes) {}

const responseOf = (code: Parameters<typeof problem>[0], details: ProblemDetails) => () =>
  HttpServerResponse.toWeb(toResponse(problem(code, details)))

describe("LatchkeyClient", () => {
  it.effect("says when to try again after 429 and 503, by their tags", () =>
    Effect.gen(function* () {
      for (const [code, retryAfterSeconds] of [
        ["signin_rate_limited", 900],
        ["service_unavailable", 3]
      ] as const) {
        const { password } = yield* clientOf(responseOf(code, { retryAfterSeconds }))
        const waited = yield* password.signIn({ payload }).pipe(
          Effect.as(0),
          Effect.catchTags({
            SignInRateLimited: ({ retryAfterSeconds }) => Effect.succeed(retryAfterSeconds),
            ServiceUnavailable: ({ retryAfterSeconds }) => Effect.succeed(retryAfterSeconds)
          })
        )
        assert.strictEqual(waited, retryAfterSeconds)
      }
    })
  )

  it.effect("says it in the groups of an app, too", () =>
    Effect.gen(function* () {
      const { notes, password } = yield* LatchkeyClient.makeOf(AppApi, { baseUrl }).pipe(
        respondWith(responseOf("service_unavailable", { retryAfterSeconds: 3 }))
      )
      for (const error of [yield* Effect.flip(notes.list()), yield* Effect.flip(password.signIn({ payload }))]) {
        assert.strictEqual(error._tag === "ServiceUnavailable" ? error.retryAfterSeconds : 0, 3)
      }
    })
  )

  it.effect("says one second if a proxy removed the header or replaced it with a date", () =>
    Effect.gen(function* () {
      for (const header of [undefined, "Wed, 21 Oct 2026 07:28:00 GMT", "-5", ""]) {
        const respond = () => {
          const response = responseOf("signup_rate_limited", {})()
          if (header !== undefined) response.headers.set("retry-after", header)
          return response
        }
        const error = yield* Effect.flip((yield* clientOf(respond)).password.signUp({ payload }))
        assert.deepInclude(error, { code: "signup_rate_limited", retryAfterSeconds: 1 })
      }
    })
  )

  it.effect("says every rule that a password breaks", () =>
    Effect.gen(function* () {
      const violations = ["too_short", "number_required"] as const
      const { password, passwordReset } = yield* clientOf(responseOf("password_too_short", { violations }))
      const attempts = yield* Effect.all([
        Effect.flip(password.signUp({ payload })),
        Effect.flip(password.setPassword({ payload })),
        Effect.flip(passwordReset.resetPassword({ payload: { token: "A".repeat(43), password: payload.password } }))
      ])
      for (const error of attempts) {
        assert.deepStrictEqual(error._tag === "PasswordTooShort" ? error.violations : [], violations)
      }
    })
  )

  it("knows the problems that pass with time", () => {
    assert.deepStrictEqual(codes.filter(isRetryable), [
      "signup_rate_limited",
      "signin_rate_limited",
      "magic_link_rate_limited",
      "service_unavailable",
      "identity_provider_unavailable"
    ])
  })

  it.effect("adds nothing to other errors", () =>
    Effect.gen(function* () {
      const { password } = yield* clientOf(responseOf("invalid_credentials", {}))
      const error = yield* Effect.flip(password.signIn({ payload }))
      assert.notProperty(error, "retryAfterSeconds")
    })
  )
})
