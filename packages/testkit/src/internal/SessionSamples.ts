import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { type SessionGrant, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { UserRepository, type User } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"

export const idleLifetimeMillis = 7 * Samples.day

/** What a request presents that comes with the cookies of `grant`, some time after it was issued. */
export const key = (grant: SessionGrant, afterMillis = 1) => ({
  instanceId: grant.session.instanceId,
  tokenHash: grant.session.tokenHash,
  clientHash: grant.clientHash,
  now: DateTime.add(grant.session.authenticatedAt, { millis: afterMillis }),
  idleLifetime: Duration.millis(idleLifetimeMillis)
})

/** An instance with a user, and the questions that the tests ask. */
export const setUp = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)

  const issued = (of: User, fields: Partial<SessionGrant> = {}) =>
    Effect.suspend(() => {
      const grant = Samples.grant(of, fields)
      return Effect.as(sessions.issue(grant), grant)
    })
  const find = (grant: SessionGrant, afterMillis?: number) => sessions.findActive(key(grant, afterMillis))
  const isLive = (grant: SessionGrant, afterMillis?: number) => Effect.map(find(grant, afterMillis), Option.isSome)
  const lastSeen = (grant: SessionGrant) =>
    Effect.map(
      find(grant),
      Option.map(({ lastSeenAt }) => lastSeenAt)
    )
  /** The browser of that secret, as the user knows it. */
  const knownClient = (of: User, clientHash: TokenHash, now = Samples.now) =>
    Effect.map(
      users.findForSignIn({ instanceId: of.instanceId, email: of.email, clientHash: Option.some(clientHash), now }),
      (account) => account.knownClient
    )
  return { find, instanceId, isLive, issued, knownClient, lastSeen, sessions, user, users }
})
