import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultRateLimits, type RateLimit } from "@latchkey/domain/instance/RateLimits"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { clientLifetime } from "@latchkey/domain/session/SessionIssuer"
import { Session, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Visitor } from "./Visitor.ts"

/** The same work, but the window is so short that no attempt is refused. */
const withShortWindow = (rate: RateLimit): RateLimit => ({ ...rate, windowSeconds: 1 })

/** The database queries of each kind of request, made through the repositories. */
export const make = Effect.gen(function* () {
  const ids = yield* IdGenerator
  const limits = yield* RateLimitStore
  const tokens = yield* TokenGenerator
  const sessions = yield* SessionRepository
  const users = yield* UserRepository

  const freshHash = Effect.map(tokens.generate, tokens.hash)

  const sessionCheck = Effect.fnUntraced(function* ({ instanceId, sessionHash, clientHash }: Visitor) {
    const now = yield* DateTime.now
    const key = { instanceId, tokenHash: sessionHash, clientHash, now, idleLifetime: Duration.days(7) }
    if (Option.isNone(yield* sessions.findActive(key)))
      return yield* Effect.dieMessage("An active session was not found")
  })

  const consume = Effect.fnUntraced(function* (visitor: Visitor, accountKey: string, now: DateTime.Utc) {
    const perIp = { key: `signInPerIp:${visitor.ipAddress}`, rate: withShortWindow(defaultRateLimits.signInPerIp) }
    const perAccount = { key: accountKey, rate: withShortWindow(defaultRateLimits.signInPerEmail) }
    const decision = yield* limits.consume(visitor.instanceId, [perIp, perAccount], now)
    if (!decision.isAllowed) return yield* Effect.dieMessage("A rate limit refused an attempt")
  })

  /** A wrong password on an unknown client. */
  const refusedSignIn = Effect.fnUntraced(function* (visitor: Visitor) {
    const { instanceId, email } = visitor
    const now = yield* DateTime.now
    yield* users.findForSignIn({ instanceId, email, clientHash: Option.some(yield* freshHash), now })
    yield* consume(visitor, `signInPerEmail:${email}`, now)
  })

  /** A sign-in on a known client. It revokes the session there. The service verifies the hash after the second query. */
  const signIn = Effect.fnUntraced(function* (visitor: Visitor) {
    const { instanceId, email } = visitor
    const now = yield* DateTime.now
    const presented = Option.some(visitor.clientHash)
    const { user, knownClient } = yield* users.findForSignIn({ instanceId, email, clientHash: presented, now })
    const accountKey = `signInPerKnownClient:${email}:${Option.getOrThrow(knownClient)}`
    yield* consume(visitor, accountKey, now)
    const session = new Session({
      instanceId,
      id: yield* ids.session,
      userId: Option.getOrThrow(user).id,
      tokenHash: yield* freshHash,
      method: "password",
      credentialVersion: Option.getOrThrow(user).credentialVersion,
      authenticatedAt: now,
      expiresAt: DateTime.add(now, { days: 30 })
    })
    yield* sessions.issue({
      session,
      presentedClient: presented,
      newClientId: yield* ids.client,
      clientHash: yield* freshHash,
      clientExpiresAt: DateTime.addDuration(now, clientLifetime)
    })
    yield* limits.refund(instanceId, accountKey, now)
  })

  return { sessionCheck, refusedSignIn, signIn }
})

export type Requests = Effect.Effect.Success<typeof make>
