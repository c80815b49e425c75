import { Email } from "@latchkey/domain/core/Email"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { ActiveSession, type SessionRepository, SignInMethod } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, Time, time } from "./columns.ts"
import { type Database, outsideTransactions, undecodedRows } from "./database.ts"
import { fromParseError } from "./failures.ts"

type Key = Parameters<SessionRepository["Type"]["findActive"]>[0]

const decode = Schema.decodeUnknownEither(
  Schema.Struct({
    id: SessionId,
    userId: UserId,
    email: Email,
    emailVerified: Schema.Boolean,
    claimedAt: Schema.OptionFromNullOr(Time),
    method: SignInMethod,
    authenticatedAt: Time,
    lastSeenAt: Time,
    expiresAt: Time
  })
)

/** Decodes the row of one call. A row that cannot be decoded fails no other call of its batch. */
const toActiveSession = (row: Option.Option<unknown>): Either.Either<Option.Option<ActiveSession>, PersistenceError> =>
  Option.isNone(row)
    ? Either.right(Option.none())
    : Either.mapBoth(decode(row.value), {
        onLeft: fromParseError,
        // The same schemas have decoded the row: it needs no second validation.
        onRight: (fields) => Option.some(new ActiveSession(fields, { disableValidation: true }))
      })

/**
 * Makes `SessionRepository.findActive`, which checks the sessions of concurrent calls in one statement. Its `LIMIT` keeps
 * the planner from merge joins with the keys, for which it would read the ends of indexes, past all deleted rows there.
 */
export const findActiveSession = ({ sql, tables }: Database): SessionRepository["Type"]["findActive"] => {
  const findRows = (keys: Arr.NonEmptyReadonlyArray<Key>) => {
    const found = undecodedRows(sql<{ readonly index: number }>`
      SELECT k.index::integer AS index, found.*
      FROM unnest(
        ${Arr.map(keys, ({ instanceId }) => instanceId)}::text[],
        ${Arr.map(keys, ({ tokenHash }) => digest(tokenHash))}::bytea[],
        ${Arr.map(keys, ({ clientHash }) => digest(clientHash))}::bytea[],
        ${Arr.map(keys, ({ now }) => time(now))}::timestamptz[],
        ${Arr.map(keys, ({ idleLifetime, now }) => time(DateTime.subtractDuration(now, idleLifetime)))}::timestamptz[]
      ) WITH ORDINALITY AS k (instance_id, token_hash, client_hash, now, idle_since, index)
      CROSS JOIN LATERAL (
        SELECT
          s.session_id AS "id", s.method, s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt",
          s.expires_at AS "expiresAt", s.user_id AS "userId", u.email,
          u.email_verified_at IS NOT NULL AS "emailVerified", u.claimed_at AS "claimedAt"
        FROM ${tables.sessions} s
        JOIN ${tables.clients} c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
        JOIN ${tables.users} u
          ON u.instance_id = s.instance_id AND u.user_id = s.user_id AND u.credential_version = s.credential_version
            AND u.disabled_at IS NULL
        WHERE s.instance_id = k.instance_id AND s.token_hash = k.token_hash AND c.token_hash = k.client_hash
          AND s.ends_at > k.now AND s.last_seen_at > k.idle_since
        LIMIT 1
      ) AS found`)
    return Effect.map(found, (rows) => {
      const rowsOfKeys = Arr.map(keys, () => Option.none<unknown>())
      for (const row of rows) rowsOfKeys[row.index - 1] = Option.some(row)
      return rowsOfKeys
    })
  }
  const findRow = outsideTransactions({ span: "PostgresSessionRepository.findActive.batch", run: findRows })

  return (key) => Effect.flatMap(findRow(key), toActiveSession)
}
