import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { TokenHash } from "@latchkey/domain/core/Token"
import type { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { type SessionGrant, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { same } from "../Assertions.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

export const idleLifetimeMillis = 7 * Samples.day

/** Returns the query of a request with the tokens of `grant`, some time after it was issued. */
export const key = (grant: SessionGrant, afterMillis = 1) => ({
  instanceId: grant.session.instanceId,
  tokenHash: grant.session.tokenHash,
  clientHash: grant.clientHash,
  now: DateTime.add(grant.session.authenticatedAt, { millis: afterMillis }),
  idleLifetime: Duration.millis(idleLifetimeMillis)
})

/** An instance with a user. */
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
  /** Finds the session by one check, and by two concurrent ones, which an adapter may combine. All find the same. */
  const findBy = (by: Parameters<(typeof sessions)["findActive"]>[0]) =>
    Effect.gen(function* () {
      const check = sessions.findActive(by)
      const single = yield* check
      for (const found of yield* Effect.all([check, check], { concurrency: "unbounded" })) {
        same(found, single)
      }
      return single
    })
  const find = (grant: SessionGrant, afterMillis?: number) => findBy(key(grant, afterMillis))
  const isActive = (grant: SessionGrant, afterMillis?: number) => Effect.map(find(grant, afterMillis), Option.isSome)
  const lastSeen = (grant: SessionGrant) =>
    Effect.map(
      find(grant),
      Option.map(({ lastSeenAt }) => lastSeenAt)
    )
  /** Returns the client with that token, if the user knows it. */
  const knownClient = (of: User, clientHash: TokenHash, now = Samples.now) =>
    Effect.map(
      users.findForSignIn({ instanceId: of.instanceId, email: of.email, clientHash: Option.some(clientHash), now }),
      (account) => account.knownClient
    )
  return { find, findBy, instanceId, isActive, issued, knownClient, lastSeen, sessions, user, users }
})
