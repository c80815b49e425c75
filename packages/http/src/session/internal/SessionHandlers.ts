/**
 * @since 0.1.0
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { SessionNotFound } from "@latchkey/domain/core/Errors"
import { SessionId } from "@latchkey/domain/core/Ids"
import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import type { SessionSummary } from "@latchkey/domain/session/SessionRepository";
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PasswordInput } from "../../password/Credentials.ts"
import { Endpoint, type RequestContext } from "../../core/Endpoint.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import { problem } from "../../core/Problem.ts"
import * as SessionCookies from "../SessionCookies.ts"
import { decode } from "../../core/internal/Input.ts"
import { readJson } from "../../core/internal/RequestBody.ts"

const decodeNewPassword = decode(
  Schema.Struct({ password: PasswordInput, currentPassword: Schema.optionalWith(PasswordInput, { exact: true }) })
)

const view = (session: SessionSummary, current: SessionId) => ({
  sessionId: session.id,
  current: session.id === current,
  method: session.method,
  userAgent: session.userAgent,
  authenticatedAt: DateTime.formatIso(session.authenticatedAt),
  lastSeenAt: DateTime.formatIso(session.lastSeenAt),
  expiresAt: DateTime.formatIso(session.expiresAt)
})

const ok = () => HttpServerResponse.unsafeJson({ ok: true })

/** @since 0.1.0 */
export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "account">, never, Endpoint | ChangePassword | Sessions> =>
  HttpApiBuilder.group(api, "account", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const passwords = yield* ChangePassword
      const sessions = yield* Sessions

      const onSetPassword = Effect.fnUntraced(function* (context: RequestContext) {
        const { currentPassword, password } = yield* Effect.flatMap(readJson(context.request), decodeNewPassword)
        const change = { ...context, password, currentPassword: Option.fromNullable(currentPassword) }
        const issued = yield* Effect.catchTag(passwords.set(change), "InvalidCredentials", () =>
          problem("invalid_credentials", { detail: "currentPassword is wrong." })
        )
        return SessionCookies.setSession(context.settings, issued)(ok())
      })

      const onListSessions = (context: RequestContext) =>
        Effect.map(sessions.list(context), ({ current, sessions }) =>
          HttpServerResponse.unsafeJson({ sessions: sessions.map((session) => view(session, current.id)) })
        )

      const onEndSession = (id: string) =>
        Effect.fnUntraced(function* (context: RequestContext) {
          const { wasCurrent } = yield* Option.match(Schema.decodeOption(SessionId)(id), {
            // Who is not signed in is told that, whatever the id.
            onNone: () => Effect.zipRight(sessions.authenticate(context), new SessionNotFound()),
            onSome: (sessionId) => sessions.revoke(context, sessionId)
          })
          return wasCurrent ? SessionCookies.clearSession(context.settings)(ok()) : ok()
        })

      return handlers
        .handleRaw("setPassword", () => endpoint.handle(onSetPassword))
        .handleRaw("listSessions", () => endpoint.handle(onListSessions))
        .handleRaw("endSession", ({ path }) => endpoint.handle(onEndSession(path.id)))
    })
  )
