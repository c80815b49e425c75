import { OperatorId } from "@latchkey/domain/core/Ids"
import { OperatorChallenge, OperatorChallengeRepository } from "@latchkey/domain/operator/OperatorChallengeRepository"
import { maxPerClient } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const challengeRow = firstOf(
  Schema.Struct({ ...OperatorChallenge.fields, operatorId: Schema.OptionFromNullOr(OperatorId), expiresAt: Time })
)

export const layer: Layer.Layer<OperatorChallengeRepository, never, SqliteDatabase> = Layer.effect(
  OperatorChallengeRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    OperatorChallengeRepository.of({
      put: ({ ceremony, challengeHash, clientHash, expiresAt, operatorId }) =>
        use(({ run }) => {
          run(
            `INSERT INTO operator_challenges (challenge_hash, ceremony, client_hash, operator_id, expires_at)
             VALUES (?, ?, ?, ?, ?)`,
            challengeHash,
            ceremony,
            clientHash,
            Option.getOrNull(operatorId),
            millis(expiresAt)
          )
          run(
            `DELETE FROM operator_challenges WHERE challenge_hash IN (
               SELECT challenge_hash FROM operator_challenges WHERE client_hash = ?
               ORDER BY challenge_hash = ? DESC, expires_at DESC LIMIT -1 OFFSET ?
             )`,
            clientHash,
            challengeHash,
            maxPerClient
          )
        }),

      consume: ({ ceremony, challengeHash, clientHash, now }) =>
        use(({ all }) =>
          Option.map(
            challengeRow(
              all(
                `DELETE FROM operator_challenges
                 WHERE challenge_hash = ? AND ceremony = ? AND client_hash = ? AND expires_at > ?
                 RETURNING challenge_hash AS "challengeHash", ceremony, client_hash AS "clientHash",
                   operator_id AS "operatorId", expires_at AS "expiresAt"`,
                challengeHash,
                ceremony,
                clientHash,
                millis(now)
              )
            ),
            (row) => new OperatorChallenge(row)
          )
        ),

      deleteAll: use(({ run }) => run(`DELETE FROM operator_challenges`)),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM operator_challenges WHERE challenge_hash IN (
               SELECT challenge_hash FROM operator_challenges WHERE expires_at <= ? LIMIT ?
             )`,
            millis(now),
            limit
          )
        )
    })
  )
)
