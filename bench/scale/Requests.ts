import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { defaultRateLimits, type RateLimit } from "@latchkey/domain/instance/RateLimits"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { clientLifetime } from "@latchkey/domain/session/SessionIssuer"
import { SessionRepository, Session } from "@latchkey/domain/session/SessionRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Visitor } from "./Visitor.ts"

/** The same work, and nobody is refused however often they come back. */
const inPassing = (rate: RateLimit): RateLimit => ({ ...rate, windowSeconds: 1 })

/** What requests ask of the database, through the repositories, with nothing between. */
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
    if (Option.isNone(yield* sessions.findActive(key))) return yield* Effect.dieMessage("A live session was not found")
  })

  const admit = Effect.fnUntraced(function* (visitor: Visitor, account: string, now: DateTime.Utc) {
    const address = { key: `signInPerIp:${visitor.address}`, rate: inPassing(defaultRateLimits.signInPerIp) }
    const budget = { key: account, rate: inPassing(defaultRateLimits.signInPerEmail) }
    const taking = yield* limits.consume(visitor.instanceId, [address, budget], now)
    if (!taking.isAllowed) return yield* Effect.dieMessage("An attempt was refused by the limits")
  })

  /** A wrong password from a strange browser. */
  const refusedSignIn = Effect.fnUntraced(function* (visitor: Visitor) {
    const { instanceId, email } = visitor
    const now = yield* DateTime.now
    yield* users.findForSignIn({ instanceId, email, clientHash: Option.some(yield* freshHash), now })
    yield* admit(visitor, `signInPerEmail:${email}`, now)
  })

  /** Somebody comes back in a browser that holds a session, which ends. The hash is verified between the second and the third query. */
  const signIn = Effect.fnUntraced(function* (visitor: Visitor) {
    const { instanceId, email } = visitor
    const now = yield* DateTime.now
    const presented = Option.some(visitor.clientHash)
    const { user, knownClient } = yield* users.findForSignIn({ instanceId, email, clientHash: presented, now })
    const budget = `signInPerKnownClient:${email}:${Option.getOrThrow(knownClient)}`
    yield* admit(visitor, budget, now)
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
    yield* limits.refund(instanceId, budget, now)
  })

  return { sessionCheck, refusedSignIn, signIn }
})

export type Requests = Effect.Effect.Success<typeof make>
