/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { OperatorId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"
import { Ceremony } from "../passkey/PasskeyChallengeRepository.ts"

/**
 * A challenge for a passkey of an operator, as its hash.
 *
 * - `clientHash`: the hash of the token in the dashboard's cookie of the client that it was issued to. No other client
 *   can answer it.
 * - `operatorId`: the operator who adds a passkey; none for `authentication`.
 *
 * @since 0.1.0
 */
export class OperatorChallenge extends Schema.Class<OperatorChallenge>("@latchkey/domain/OperatorChallenge")({
  challengeHash: TokenHash,
  ceremony: Ceremony,
  clientHash: TokenHash,
  operatorId: Schema.OptionFromSelf(OperatorId),
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** Which challenge is answered, by which client and when. @since 0.1.0 */
export interface AnsweredOperatorChallenge {
  readonly challengeHash: TokenHash
  readonly ceremony: Ceremony
  readonly clientHash: TokenHash
  readonly now: DateTime.Utc
}

/** The port for challenges of the dashboard. It holds hashes, never a challenge. @since 0.1.0 */
export class OperatorChallengeRepository extends Context.Tag("@latchkey/domain/OperatorChallengeRepository")<
  OperatorChallengeRepository,
  {
    /**
     * Stores a challenge, and deletes all but the `maxPerClient` of its client that expire last. Concurrent calls may
     * leave a few more, until the next one.
     */
    readonly put: (challenge: OperatorChallenge) => Effect.Effect<void, PersistenceError>

    /**
     * Deletes the challenge and returns it. Returns `None`, and deletes nothing, if there is none of that ceremony and
     * that client, or `now` has reached its `expiresAt`. Of any number of concurrent calls exactly one returns it,
     * unless its transaction is rolled back.
     */
    readonly consume: (
      answered: AnsweredOperatorChallenge
    ) => Effect.Effect<Option.Option<OperatorChallenge>, PersistenceError>

    /** Deletes every challenge, expired ones too. Returns how many there were. */
    readonly deleteAll: Effect.Effect<number, PersistenceError>

    /** Deletes up to `limit` expired challenges. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
