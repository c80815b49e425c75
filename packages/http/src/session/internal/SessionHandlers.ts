import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import { SessionId } from "@latchkey/domain/core/Ids"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Endpoint } from "../../core/Endpoint.ts"
import type { CookieOptions } from "../../core/HttpSettings.ts"
import { jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionApi from "../SessionApi.ts"
import * as SessionCookies from "../SessionCookies.ts"
import { toActiveSessionResponse } from "../SessionSource.ts"

/** Makes the handler of the session check. */
export const makeGetSession = Effect.gen(function* () {
  const sessions = yield* Sessions
  return jsonReader(SessionApi.GetSession, ({ caller, instance }) =>
    Effect.flatMap(
      sessions.findForApp({ instance, caller }),
      Option.match({
        onNone: () => problem("unauthenticated"),
        onSome: (session) => Effect.succeed({ body: toActiveSessionResponse(instance, session) })
      })
    )
  )
})

/** Makes the reply that also clears the cookie of the session. */
const signedOut = (cookies: CookieOptions) => ({ body: ok, dress: SessionCookies.clearSession(cookies) })

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "session">, never, Endpoint | Sessions> =>
  HttpApiBuilder.group(api, "session", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const onGetSession = yield* makeGetSession
      const sessions = yield* Sessions

      const onListSessions = jsonReader(SessionApi.ListSessions, ({ caller, instance }) =>
        Effect.map(sessions.list({ instance, caller }), ({ current, sessions }) => ({
          body: {
            sessions: sessions.map(({ id, methods: [method], ...session }) => ({
              ...session,
              sessionId: id,
              method,
              current: id === current.id
            }))
          }
        }))
      )

      const onRevokeSession = (id: string) =>
        jsonReader(SessionApi.RevokeSession, ({ caller, cookies, instance }) => {
          const revoked = Option.match(Schema.decodeOption(SessionId)(id), {
            // Without a session the reply is 401, whatever the id.
            onNone: () => Effect.zipRight(sessions.authenticate({ instance, caller }), new SessionNotFound()),
            onSome: (sessionId) => sessions.revoke({ instance, caller }, sessionId)
          })
          return Effect.map(revoked, ({ wasCurrent }) => (wasCurrent ? signedOut(cookies) : { body: ok }))
        })

      const onSignOut = jsonReader(SessionApi.RevokeSession, ({ caller, cookies, instance }) =>
        Effect.as(sessions.signOut({ instance, caller }), signedOut(cookies))
      )

      const onSignOutAll = jsonReader(SessionApi.RevokeSession, ({ caller, cookies, instance }) =>
        Effect.as(sessions.signOutAll({ instance, caller }), signedOut(cookies))
      )

      return handlers
        .handleRaw("getSession", () => endpoint.handle(onGetSession))
        .handleRaw("listSessions", () => endpoint.handle(onListSessions))
        .handleRaw("revokeSession", ({ path }) => endpoint.handle(onRevokeSession(path.id)))
        .handleRaw("signOut", () => endpoint.handle(onSignOut))
        .handleRaw("signOutAll", () => endpoint.handle(onSignOutAll))
    })
  )
