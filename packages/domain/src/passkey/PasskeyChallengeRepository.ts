/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"

/** Five minutes: how long a challenge can be answered (WebAuthn Level 3, 15.1). @since 0.1.0 */
export const lifetime = Duration.minutes(5)

/** 10: the most challenges that one client has at a time, such as in ten tabs. @since 0.1.0 */
export const maxPerClient = 10

/** What a challenge is for: to add a passkey, or to authenticate with one. @since 0.1.0 */
export const Ceremony = Schema.Literal("registration", "authentication")
/** @since 0.1.0 */
export type Ceremony = typeof Ceremony.Type

/**
 * A challenge, as its hash.
 *
 * - `clientHash`: the hash of the `__client` token of the client that it was issued to. No other client can answer it.
 * - `userId`: the user who adds a passkey; none for `authentication`.
 *
 * @since 0.1.0
 */
export class PasskeyChallenge extends Schema.Class<PasskeyChallenge>("@latchkey/domain/PasskeyChallenge")({
  instanceId: InstanceId,
  challengeHash: TokenHash,
  ceremony: Ceremony,
  clientHash: TokenHash,
  userId: Schema.OptionFromSelf(UserId),
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** Which challenge is answered, by which client and when. @since 0.1.0 */
export interface AnsweredChallenge {
  readonly instanceId: InstanceId
  readonly challengeHash: TokenHash
  readonly ceremony: Ceremony
  readonly clientHash: TokenHash
  readonly now: DateTime.Utc
}

/** The port for challenges. @since 0.1.0 */
export class PasskeyChallengeRepository extends Context.Tag("@latchkey/domain/PasskeyChallengeRepository")<
  PasskeyChallengeRepository,
  {
    /**
     * Stores a challenge, and deletes all but the `maxPerClient` of its client that expire last. Concurrent calls may
     * leave a few more, until the next one.
     */
    readonly put: (challenge: PasskeyChallenge) => Effect.Effect<void, PersistenceError>

    /**
     * Deletes the challenge and returns it. Returns `None`, and deletes nothing, if there is none of that ceremony and
     * that client, or `now` has reached its `expiresAt`. Of any number of concurrent calls exactly one returns it,
     * unless its transaction is rolled back.
     */
    readonly consume: (answered: AnsweredChallenge) => Effect.Effect<Option.Option<PasskeyChallenge>, PersistenceError>

    /** Deletes up to `limit` expired challenges of all instances. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
