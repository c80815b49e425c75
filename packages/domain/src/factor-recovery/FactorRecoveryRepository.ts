import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"

/** 7 days: for how long a recovery can be completed once its waiting time has ended. */
export const lifetime = Duration.days(7)

/**
 * The request of a user who has lost the passkeys or the authenticator app. A link from an email removes all of them
 * after a waiting time.
 *
 * - `credentialVersion`: of the credentials at the request. With another version it is of no use.
 * - `userAgent`: the `User-Agent` of the client that requested it; empty if it sent none.
 * - `availableAt`: from when on it can be completed. `expiresAt`: from when on it cannot.
 */
export class FactorRecovery extends Schema.Class<FactorRecovery>("@latchkey/domain/FactorRecovery")({
  instanceId: InstanceId,
  userId: UserId,
  credentialVersion: Schema.Int,
  userAgent: Schema.String,
  requestedAt: Schema.DateTimeUtcFromSelf,
  availableAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** A link of a recovery, presented at `now`. */
export interface FactorRecoveryLink {
  readonly instanceId: InstanceId
  readonly tokenHash: TokenHash
  readonly now: DateTime.Utc
}

/**
 * The port for recoveries and the links in their emails. A user has at most one open recovery: one that has not
 * expired, and whose credential version is the user's. Deleting a user deletes it. Lock the user before you change one.
 */
export class FactorRecoveryRepository extends Context.Tag("@latchkey/domain/FactorRecoveryRepository")<
  FactorRecoveryRepository,
  {
    /**
     * Stores a recovery, in the place of one that is no longer open at `now`, whose links are deleted. Returns `false`,
     * and changes nothing that is open, if the user has an open one, or does not exist with that credential version. Of
     * any number of concurrent calls for one user exactly one returns `true`.
     */
    readonly insert: (recovery: FactorRecovery, now: DateTime.Utc) => Effect.Effect<boolean, PersistenceError>

    /** Returns the open recovery of a user, or `None`: from the exact millisecond on at which it expires. */
    readonly find: (
      instanceId: InstanceId,
      userId: UserId,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<FactorRecovery>, PersistenceError>

    /**
     * Stores the hash of a link to an open recovery, which can have several: one for each email that was written.
     * Returns `false`, and stores nothing, if that recovery is no longer open, also if another one has taken its place.
     */
    readonly addLink: (
      recovery: Pick<FactorRecovery, "instanceId" | "requestedAt" | "userId">,
      link: Pick<FactorRecoveryLink, "now" | "tokenHash">
    ) => Effect.Effect<boolean, PersistenceError>

    /** Returns the open recovery that a link belongs to, also before it can be completed, or `None`. */
    readonly findByLink: (link: FactorRecoveryLink) => Effect.Effect<Option.Option<FactorRecovery>, PersistenceError>

    /**
     * Deletes the open recovery that a link belongs to, with all its links, and returns it. `None`, and deletes
     * nothing, before the exact millisecond of `availableAt`. Of any number of concurrent calls exactly one returns it,
     * unless its transaction is rolled back.
     */
    readonly consume: (link: FactorRecoveryLink) => Effect.Effect<Option.Option<FactorRecovery>, PersistenceError>

    /**
     * Deletes the recovery of a user with its links, also one that is no longer open. Returns `true` if there was one:
     * of concurrent calls exactly one does.
     */
    readonly delete: (instanceId: InstanceId, userId: UserId) => Effect.Effect<boolean, PersistenceError>

    /** Deletes up to `limit` expired recoveries of all instances, with their links. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
