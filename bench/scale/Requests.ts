import { type SignInUser, UserRepository } from "@latchkey/domain/account/UserRepository"
import { EventId } from "@latchkey/domain/event/Event"
import { EventLog } from "@latchkey/domain/event/EventLog"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { ClientId, type InstanceId, UserId, SessionId } from "@latchkey/domain/core/Ids"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultRateLimits, type RateLimit } from "@latchkey/domain/instance/RateLimits"
import { RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import { clientLifetime } from "@latchkey/domain/session/SessionIssuer"
import { Session, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Visitor } from "./Visitor.ts"

type Windows = Arr.NonEmptyReadonlyArray<Window>

/** The same work, but the window is so short that no attempt is refused. */
const withShortWindow = (rate: RateLimit): RateLimit => ({ ...rate, windowSeconds: 1 })

/** The database queries of each kind of request, made through the repositories. */
export const make = Effect.gen(function* () {
  const events = yield* EventLog
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

  /** Counts an attempt as a sign-in does. */
  const consume = Effect.fnUntraced(function* (instanceId: InstanceId, windows: Windows, now: DateTime.Utc) {
    const decision = yield* limits.consume(instanceId, windows, now, "deferred")
    if (!decision.isAllowed) return yield* Effect.dieMessage("A rate limit refused an attempt")
  })

  const windowOf = (key: string, rate: RateLimit) => ({ key, rate: withShortWindow(rate) })

  const perIp = ({ ipAddress }: Visitor): Windows => [
    windowOf(`signInPerIp:${ipAddress}`, defaultRateLimits.signInPerIp)
  ]

  const consumeLimit = Effect.fnUntraced(function* (visitor: Visitor) {
    yield* consume(visitor.instanceId, perIp(visitor), yield* DateTime.now)
  })

  const findAccount = Effect.fnUntraced(function* ({ instanceId, email, clientHash }: Visitor) {
    const now = yield* DateTime.now
    return yield* users.findForSignIn({ instanceId, email, clientHash: Option.some(clientHash), now })
  })

  /** A page of the dashboard, after a random address. */
  const search = Effect.fnUntraced(function* ({ instanceId, email }: Visitor) {
    const last = { email, createdAt: yield* DateTime.now, id: yield* ids.next(UserId) }
    yield* users.list({ instanceId, prefix: "user", order: "email", after: Option.some(last), limit: 50 })
  })

  /** A page of the admin API, after a random user. */
  const list = Effect.fnUntraced(function* (visitor: Visitor) {
    const { instanceId } = visitor
    const { user } = yield* findAccount(visitor)
    yield* users.list({ instanceId, order: "oldest", after: user, limit: 50 })
  })

  /** A page of the feed, after the event of a random user. */
  const feed = Effect.fnUntraced(function* ({ email, instanceId, userId }: Visitor) {
    const after = { instanceId, position: Number(/[0-9]+/.exec(email)?.[0]), userId, version: 1 }
    const page = events.page({ instanceId, after: Option.some(after), type: Option.none(), limit: 100 })
    yield* Effect.catchTag(page, "CursorExpired", Effect.die)
  })

  const sessionOf = Effect.fnUntraced(function* (user: SignInUser, now: DateTime.Utc) {
    return new Session({
      instanceId: user.instanceId,
      id: yield* ids.next(SessionId),
      userId: user.id,
      tokenHash: yield* freshHash,
      methods: ["password"],
      credentialVersion: user.credentialVersion,
      authenticatedAt: now,
      expiresAt: DateTime.add(now, { days: 30 })
    })
  })

  /** Issues a session on the client of the visitor. It revokes the session there. */
  const issue = Effect.fnUntraced(function* (session: Session, { clientHash }: Visitor, now: DateTime.Utc) {
    yield* sessions.issue({
      session,
      presentedClient: Option.some(clientHash),
      newClientId: yield* ids.next(ClientId),
      clientHash: yield* freshHash,
      clientExpiresAt: DateTime.addDuration(now, clientLifetime),
      now,
      deviceName: Option.none(),
      event: Option.some({
        id: yield* ids.next(EventId),
        type: "session.created",
        occurredAt: now,
        instanceId: session.instanceId,
        userId: session.userId,
        actor: "user",
        details: { session: { id: session.id, methods: session.methods } }
      })
    })
  })

  /** A wrong password on an unknown client. */
  const refusedSignIn = Effect.fnUntraced(function* (visitor: Visitor) {
    const { instanceId, email } = visitor
    const now = yield* DateTime.now
    yield* consume(instanceId, perIp(visitor), now)
    yield* users.findForSignIn({ instanceId, email, clientHash: Option.some(yield* freshHash), now })
    yield* consume(instanceId, [windowOf(`signInPerEmail:${email}`, defaultRateLimits.signInPerEmail)], now)
  })

  /** A sign-in on a known client. It revokes the session there. The service verifies the hash after the third query. */
  const signIn = Effect.fnUntraced(function* (visitor: Visitor) {
    const { instanceId, email } = visitor
    const now = yield* DateTime.now
    yield* consume(instanceId, perIp(visitor), now)
    const { user, knownClient } = yield* findAccount(visitor)
    const rate = defaultRateLimits.signInPerKnownClient
    const accountKeys = [
      `signInPerKnownClient:${email}:${Option.getOrThrow(knownClient)}`,
      `signInKnownClientsPerAccount:${email}`
    ] as const
    yield* consume(
      instanceId,
      Arr.map(accountKeys, (key) => windowOf(key, rate)),
      now
    )
    yield* issue(yield* sessionOf(Option.getOrThrow(user), now), visitor, now)
    for (const key of accountKeys) yield* limits.refund(instanceId, key, now)
  })

  return { sessionCheck, consumeLimit, feed, findAccount, search, list, refusedSignIn, signIn }
})

export type Requests = Effect.Effect.Success<typeof make>
