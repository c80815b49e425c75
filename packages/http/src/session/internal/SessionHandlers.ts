import { SessionId } from "@latchkey/domain/core/Ids"
import { AuthenticationMethods } from "@latchkey/domain/instance/AuthenticationMethods"
import { CheckPersonalToken } from "@latchkey/domain/personal-token/CheckPersonalToken"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Implementation from "../../core/Implementation.ts"
import type { CookieOptions } from "../../core/HttpSettings.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as BearerToken from "../BearerToken.ts"
import { SessionApi } from "../SessionApi.ts"
import * as SessionCookies from "../SessionCookies.ts"
import { toActiveSessionResponse } from "../SessionSource.ts"

type Checked = ReturnType<Implementation.HandlerOf<(typeof SessionApi)["contracts"]["getSession"]>>

/** Makes the reply that also clears the cookie of the session. */
const signedOut = (cookies: CookieOptions) => ({ body: ok, mapResponse: SessionCookies.clearSession(cookies) })

export const implementation = Implementation.make(
  SessionApi,
  Effect.map(Effect.all([AuthenticationMethods, CheckPersonalToken, Sessions]), ([methods, tokens, sessions]) => ({
    getSession: ({ caller, cookies, instance, request }) =>
      Effect.flatMap(BearerToken.read(cookies, request), (presented): Checked => {
        if (Option.isSome(presented)) {
          const token = BearerToken.check(tokens, { instance, caller, presented: presented.value })
          return Effect.map(token, (body) => ({ body }))
        }
        return Effect.flatMap(
          sessions.findForApp({ instance, caller }),
          Option.match({
            onNone: () => problem("unauthenticated"),
            onSome: (session) => Effect.succeed({ body: toActiveSessionResponse(methods, instance, session) })
          })
        )
      }),
    findSession: ({ caller, instance }) =>
      sessions.findForApp({ instance, caller }).pipe(
        Effect.map((found) => {
          const session = Option.map(found, (active) => toActiveSessionResponse(methods, instance, active))
          return { body: { session: Option.getOrNull(session), emailVerificationRequired: false } }
        }),
        Effect.catchTag("EmailNotVerified", () =>
          Effect.succeed({ body: { session: null, emailVerificationRequired: true } })
        )
      ),
    listSessions: ({ caller, instance }) =>
      Effect.map(sessions.list({ instance, caller }), ({ current, sessions }) => ({
        body: {
          sessions: sessions.map(({ id, methods: [method], ...session }) => ({
            ...session,
            sessionId: id,
            method,
            current: id === current.id
          }))
        }
      })),
    revokeSession: ({ caller, cookies, instance, path }) => {
      const revoked = Option.match(Schema.decodeOption(SessionId)(path.id), {
        // Without a session the reply is 401, whatever the id.
        onNone: () => Effect.zipRight(sessions.authenticate({ instance, caller }), new SessionNotFound()),
        onSome: (sessionId) => sessions.revoke({ instance, caller }, sessionId)
      })
      return Effect.map(revoked, ({ wasCurrent }) => (wasCurrent ? signedOut(cookies) : { body: ok }))
    },
    signOut: ({ caller, cookies, instance }) => Effect.as(sessions.signOut({ instance, caller }), signedOut(cookies)),
    signOutAll: ({ caller, cookies, instance }) =>
      Effect.as(sessions.signOutAll({ instance, caller }), signedOut(cookies))
  }))
)
