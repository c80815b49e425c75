/**
 * Challenges for passkeys in the table `passkey_challenges`.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import {
  maxPerClient,
  PasskeyChallenge,
  PasskeyChallengeRepository
} from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Digest, digest, Time, time } from "./internal/columns.ts"
import { database, discard, firstRow } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const challengeRow = firstRow(
  Schema.Struct({
    ...PasskeyChallenge.fields,
    challengeHash: Digest,
    clientHash: Digest,
    userId: Schema.OptionFromNullOr(UserId),
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
    c.instance_id AS "instanceId", c.challenge_hash AS "challengeHash", c.ceremony, c.client_hash AS "clientHash",
    c.user_id AS "userId", c.expires_at AS "expiresAt"`)

  return PasskeyChallengeRepository.of({
    put: Effect.fnUntraced(function* ({ ceremony, challengeHash, clientHash, expiresAt, instanceId, userId }) {
      yield* discard(sql`
        INSERT INTO ${tables.passkeyChallenges} (
          instance_id, challenge_hash, ceremony, client_hash, user_id, expires_at
        ) VALUES (
          ${instanceId}, ${digest(challengeHash)}, ${ceremony}, ${digest(clientHash)}, ${Option.getOrNull(userId)},
          ${time(expiresAt)}
        )`)
      // Another statement, because on Citus one with an INSERT beside it goes to no single shard. Skips rows that others
      // have locked: it waits for no one.
      yield* discard(sql`
        WITH surplus AS MATERIALIZED (
          SELECT challenge_hash FROM ${tables.passkeyChallenges}
          WHERE instance_id = ${instanceId} AND client_hash = ${digest(clientHash)}
            AND challenge_hash <> ${digest(challengeHash)}
          ORDER BY expires_at DESC
          OFFSET ${maxPerClient - 1}
        ), held AS MATERIALIZED (
          SELECT challenge_hash FROM ${tables.passkeyChallenges}
          WHERE instance_id = ${instanceId} AND challenge_hash = ANY (ARRAY(SELECT challenge_hash FROM surplus))
          FOR UPDATE SKIP LOCKED
        )
        DELETE FROM ${tables.passkeyChallenges} c USING held
        WHERE c.instance_id = ${instanceId} AND c.challenge_hash = held.challenge_hash`)
    }, traced("PostgresPasskeyChallengeRepository.put")),

    consume: Effect.fnUntraced(function* ({ ceremony, challengeHash, clientHash, instanceId, now }) {
      const row = yield* challengeRow(sql`
        DELETE FROM ${tables.passkeyChallenges} c
        WHERE c.instance_id = ${instanceId} AND c.challenge_hash = ${digest(challengeHash)}
          AND c.ceremony = ${ceremony} AND c.client_hash = ${digest(clientHash)} AND c.expires_at > ${time(now)}
        RETURNING ${columns}`)
      return Option.map(row, (found) => new PasskeyChallenge(found))
    }, traced("PostgresPasskeyChallengeRepository.consume")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, {
        table: tables.passkeyChallenges,
        expiryColumn: "expires_at",
        until: now,
        limit
      })
    }, traced("PostgresPasskeyChallengeRepository.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<PasskeyChallengeRepository, never, SqlClient> = Layer.effect(
  PasskeyChallengeRepository,
  make
)
