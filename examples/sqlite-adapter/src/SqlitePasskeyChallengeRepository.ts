import { UserId } from "@latchkey/domain/core/Ids"
import {
  maxPerClient,
  PasskeyChallenge,
  PasskeyChallengeRepository
} from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const challengeRow = firstOf(
  Schema.Struct({ ...PasskeyChallenge.fields, userId: Schema.OptionFromNullOr(UserId), expiresAt: Time })
)

export const layer: Layer.Layer<PasskeyChallengeRepository, never, SqliteDatabase> = Layer.effect(
  PasskeyChallengeRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    PasskeyChallengeRepository.of({
      put: ({ ceremony, challengeHash, clientHash, expiresAt, instanceId, userId }) =>
        use(({ run }) => {
          run(
            `INSERT INTO passkey_challenges (
               instance_id, challenge_hash, ceremony, client_hash, user_id, expires_at
             ) VALUES (?, ?, ?, ?, ?, ?)`,
            instanceId,
            challengeHash,
            ceremony,
            clientHash,
            Option.getOrNull(userId),
            millis(expiresAt)
          )
          run(
            `DELETE FROM passkey_challenges WHERE rowid IN (
               SELECT rowid FROM passkey_challenges WHERE instance_id = ? AND client_hash = ?
               ORDER BY challenge_hash = ? DESC, expires_at DESC LIMIT -1 OFFSET ?
             )`,
            instanceId,
            clientHash,
            challengeHash,
            maxPerClient
          )
        }),

      consume: ({ ceremony, challengeHash, clientHash, instanceId, now }) =>
        use(({ all, run }) => {
          const key = `WHERE instance_id = ? AND challenge_hash = ?`
          const found = challengeRow(
            all(
              `SELECT instance_id AS "instanceId", challenge_hash AS "challengeHash", ceremony,
                 client_hash AS "clientHash", user_id AS "userId", expires_at AS "expiresAt"
               FROM passkey_challenges ${key} AND ceremony = ? AND client_hash = ? AND expires_at > ?`,
              instanceId,
              challengeHash,
              ceremony,
              clientHash,
              millis(now)
            )
          )
          if (Option.isSome(found)) run(`DELETE FROM passkey_challenges ${key}`, instanceId, challengeHash)
          return Option.map(found, (row) => new PasskeyChallenge(row))
        }),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM passkey_challenges WHERE rowid IN (
               SELECT rowid FROM passkey_challenges WHERE expires_at <= ? LIMIT ?
             )`,
            millis(now),
            limit
          )
        )
    })
  )
)
