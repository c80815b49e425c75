/**
 * Challenges of the dashboard in the table `operator_challenges`.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { OperatorId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { OperatorChallenge, OperatorChallengeRepository } from "@latchkey/domain/operator/OperatorChallengeRepository"
import { maxPerClient } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Digest, digest, Time, time } from "./internal/columns.ts"
import { countRows, database, discard, firstRow } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const challengeRow = firstRow(
  Schema.Struct({
    ...OperatorChallenge.fields,
    challengeHash: Digest,
    clientHash: Digest,
    operatorId: Schema.OptionFromNullOr(OperatorId),
    expiresAt: Time
  })
)

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    challenge_hash AS "challengeHash", ceremony, client_hash AS "clientHash", operator_id AS "operatorId",
    expires_at AS "expiresAt"`)

  return OperatorChallengeRepository.of({
    put: Effect.fnUntraced(function* ({ ceremony, challengeHash, clientHash, expiresAt, operatorId }) {
      yield* discard(sql`
        INSERT INTO ${tables.operatorChallenges} (challenge_hash, ceremony, client_hash, operator_id, expires_at)
        VALUES (
          ${digest(challengeHash)}, ${ceremony}, ${digest(clientHash)}, ${Option.getOrNull(operatorId)},
          ${time(expiresAt)}
        )`)
      // Locked in a fixed order, so that concurrent calls wait for each other instead of deadlocking. Every node of a
      // Citus cluster chooses the same rows, because the order has no ties.
      yield* discard(sql`
        DELETE FROM ${tables.operatorChallenges} WHERE challenge_hash = ANY (ARRAY(
          SELECT challenge_hash FROM ${tables.operatorChallenges}
          WHERE challenge_hash = ANY (ARRAY(
            SELECT challenge_hash FROM ${tables.operatorChallenges}
            WHERE client_hash = ${digest(clientHash)} AND challenge_hash <> ${digest(challengeHash)}
            ORDER BY expires_at DESC, challenge_hash
            OFFSET ${maxPerClient - 1}
          ))
          ORDER BY challenge_hash
          FOR UPDATE
        ))`)
    }, traced("PostgresOperatorChallengeRepository.put")),

    consume: Effect.fnUntraced(function* ({ ceremony, challengeHash, clientHash, now }) {
      const row = yield* challengeRow(sql`
        DELETE FROM ${tables.operatorChallenges}
        WHERE challenge_hash = ${digest(challengeHash)} AND ceremony = ${ceremony}
          AND client_hash = ${digest(clientHash)} AND expires_at > ${time(now)}
        RETURNING ${columns}`)
      return Option.map(row, (found) => new OperatorChallenge(found))
    }, traced("PostgresOperatorChallengeRepository.consume")),

    deleteAll: countRows(sql`
      DELETE FROM ${tables.operatorChallenges} WHERE challenge_hash = ANY (ARRAY(
        SELECT challenge_hash FROM ${tables.operatorChallenges} ORDER BY challenge_hash FOR UPDATE
      ))
      RETURNING 1`).pipe(traced("PostgresOperatorChallengeRepository.deleteAll")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, {
        table: tables.operatorChallenges,
        expiryColumn: "expires_at",
        sharedKey: "challenge_hash",
        until: now,
        limit
      })
    }, traced("PostgresOperatorChallengeRepository.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<OperatorChallengeRepository, never, SqlClient> = Layer.effect(
  OperatorChallengeRepository,
  make
)
