/**
 * Makes sessions: the one place where `__client` and `__session` secrets come from.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Caller, maxUserAgent } from "../core/Caller.ts"
import type { CredentialsChanged, PersistenceError } from "../core/Errors.ts"
import { Identifiers } from "../core/IdGenerator.ts"
import type { SessionId, UserId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Secret } from "../core/Token.ts"
import { Secrets } from "../core/TokenGenerator.ts"
import { Session, type SignInMethod } from "./Session.ts"
import { SessionRepository } from "./SessionRepository.ts"
import { traced } from "../core/Tracing.ts"
import type { User } from "../account/User.ts"

/** 400 days: how long a browser is remembered, and as long as browsers let a cookie live (RFC 6265bis). @since 0.1.0 */
export const clientLifetime = Duration.days(400)

/**
 * A session just made, with the only copies of its secrets that there will ever be: `session` and `client` are the
 * values of the two cookies. `lifetime` is the absolute one of the instance.
 *
 * @since 0.1.0
 */
export interface IssuedSession {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly session: Secret
  readonly client: Secret
  readonly lifetime: Duration.Duration
}

/** The one service that makes sessions, for `SignUp`, `SignIn`, `MagicLinks` and `Passwords`. @since 0.1.0 */
export class SessionIssuer extends Context.Tag("@latchkey/domain/SessionIssuer")<
  SessionIssuer,
  {
    /**
     * Signs `user` in on the caller's browser, with fresh secrets for both cookies (OWASP ASVS 5.0, 7.2.4). The
     * session that the browser held ends. Fails with `CredentialsChanged` when `user` is no longer what was checked.
     */
    readonly issue: (request: {
      readonly instance: Instance
      readonly user: User
      readonly method: SignInMethod
      readonly caller: Caller
    }) => Effect.Effect<IssuedSession, CredentialsChanged | PersistenceError>
  }
>() {}

/** The service over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof SessionIssuer.Service, never, Identifiers | Secrets | SessionRepository> =
  Effect.gen(function* () {
    const identifiers = yield* Identifiers
    const secrets = yield* Secrets
    const sessions = yield* SessionRepository

    return SessionIssuer.of({
      issue: Effect.fnUntraced(function* ({ instance, user, method, caller }) {
        const now = yield* DateTime.now
        const client = yield* secrets.make
        const secret = yield* secrets.make
        const session = new Session({
          instanceId: instance.id,
          id: yield* identifiers.session,
          userId: user.id,
          secretHash: secrets.hash(secret),
          method,
          credentialEpoch: user.credentialEpoch,
          userAgent: (caller.userAgent ?? "").slice(0, maxUserAgent),
          authenticatedAt: now,
          expiresAt: DateTime.addDuration(now, instance.absoluteLifetime)
        })
        yield* sessions.issue({
          session,
          presentedClient: Option.map(caller.client, secrets.hash),
          newClientId: yield* identifiers.client,
          clientHash: secrets.hash(client),
          clientExpiresAt: DateTime.addDuration(now, clientLifetime)
        })
        return { userId: user.id, sessionId: session.id, session: secret, client, lifetime: instance.absoluteLifetime }
      }, traced("SessionIssuer.issue"))
    })
  })

/** The service over its ports. `Domain.layer` has it inside. @since 0.1.0 */
export const layer: Layer.Layer<SessionIssuer, never, Identifiers | Secrets | SessionRepository> = Layer.effect(
  SessionIssuer,
  make
)
