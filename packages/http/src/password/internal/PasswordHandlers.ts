/**
 * @since 0.1.0
 */
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { SignIn } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Endpoint, type RequestContext } from "../../core/Endpoint.ts"
import type { HttpOptions } from "../../core/HttpSettings.ts"
import { Credentials } from "../Credentials.ts"
import { decode } from "../../core/internal/Input.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import { readJson } from "../../core/internal/RequestBody.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"

const readCredentials = ({ request }: RequestContext) => Effect.flatMap(readJson(request), decode(Credentials))

/** The ids in the body, the secrets in the cookies. @since 0.1.0 */
export const signedIn = (settings: HttpOptions, issued: IssuedSession): HttpServerResponse.HttpServerResponse =>
  SessionCookies.setSession(
    settings,
    issued
  )(HttpServerResponse.unsafeJson({ userId: issued.userId, sessionId: issued.sessionId }))

const ok = () => HttpServerResponse.unsafeJson({ ok: true })

/** @since 0.1.0 */
export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "auth">, never, Endpoint | Sessions | SignIn | SignUp> =>
  HttpApiBuilder.group(api, "auth", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const sessions = yield* Sessions
      const signIn = yield* SignIn
      const signUp = yield* SignUp

      const onSignUp = Effect.fnUntraced(function* (context: RequestContext) {
        const credentials = yield* readCredentials(context)
        const issued = yield* signUp.withPassword({ ...context, ...credentials })
        return signedIn(context.settings, issued)
      })

      const onSignIn = Effect.fnUntraced(function* (context: RequestContext) {
        const credentials = yield* readCredentials(context)
        const issued = yield* signIn.withPassword({ ...context, ...credentials })
        return signedIn(context.settings, issued)
      })

      const onSession = (context: RequestContext) =>
        Effect.map(sessions.authenticate(context), (session) =>
          HttpServerResponse.unsafeJson({
            userId: session.userId,
            sessionId: session.id,
            email: session.email,
            emailVerified: session.emailVerified,
            authenticatedAt: DateTime.formatIso(session.authenticatedAt),
            expiresAt: DateTime.formatIso(session.expiresAt)
          })
        )

      const onSignOut = (context: RequestContext) =>
        Effect.as(sessions.signOut(context), SessionCookies.clearSession(context.settings)(ok()))

      const onSignOutAll = (context: RequestContext) =>
        Effect.as(sessions.signOutAll(context), SessionCookies.clearSession(context.settings)(ok()))

      return handlers
        .handleRaw("signUp", () => endpoint.handle(onSignUp))
        .handleRaw("signIn", () => endpoint.handle(onSignIn))
        .handleRaw("session", () => endpoint.handle(onSession))
        .handleRaw("signOut", () => endpoint.handle(onSignOut))
        .handleRaw("signOutAll", () => endpoint.handle(onSignOutAll))
    })
  )
