/**
 * Failed sign-ins in the table `sign_in_failures`, one row for each address. All processes on one database share them.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { maxFailures, noticeInterval, SignInFailures, unknownLifetime } from "@latchkey/domain/account/SignInFailures"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { acrossInstances } from "./internal/acrossInstances.ts"
import { time } from "./internal/columns.ts"
import { compiledStatement } from "./internal/compiledStatement.ts"
import { database, discard, firstRow, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { plusSeconds } from "./internal/plusSeconds.ts"

type Failure = Parameters<SignInFailures["Type"]["record"]>[0]

const countRow = firstRow(Schema.Struct({ failures: Schema.Int }))
const noticeRows = rows(Schema.Struct({ instanceId: InstanceId, userId: UserId }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db
  const interval = sql.literal(`${Duration.toSeconds(noticeInterval)}::float8`)
  const nextNotice = (notifiedAt: Fragment) => plusSeconds(sql, notifiedAt, interval)
  const isSame = sql`f.user_id IS NOT DISTINCT FROM excluded.user_id`

  // An update of an existing row leaves the indexed columns as they are, with and without an account. Two differ for
  // accounts only: the failure that makes a notice due, and the first one after a reset, which changes `expires_at`.
  // The first insert writes that index for addresses without an account only. Each is microseconds, beside Argon2.
  const recorded = compiledStatement<Failure>(sql, (parameter) => {
    const instanceId = parameter("text", (failure) => failure.instanceId)
    const email = parameter("text", (failure) => failure.email)
    const now = parameter("timestamptz", (failure) => time(failure.now))
    const expiresAt = parameter("timestamptz", (failure) => time(DateTime.addDuration(failure.now, unknownLifetime)))
    // Inside of a WITH: in the last step, Citus refuses parameters after ON CONFLICT.
    return sql`
      WITH recorded AS (
        INSERT INTO ${tables.signInFailures} AS f (instance_id, email, user_id, failures, expires_at)
        SELECT ${instanceId}, ${email}, u.user_id, 1, CASE WHEN u.user_id IS NULL THEN ${expiresAt} END
        FROM (VALUES (0)) AS one
        LEFT JOIN ${tables.users} u ON u.instance_id = ${instanceId} AND u.email = ${email}
        ON CONFLICT (instance_id, email) DO UPDATE SET
          user_id = excluded.user_id,
          failures = CASE WHEN ${isSame} THEN f.failures ELSE 0 END + 1,
          notice_due_at = CASE
            WHEN ${isSame} AND f.user_id IS NOT NULL AND f.failures + 1 >= ${sql.literal(String(maxFailures))}
            THEN coalesce(f.notice_due_at, greatest(${now}, ${nextNotice(sql`f.notified_at`)}))
          END,
          notified_at = CASE WHEN ${isSame} THEN f.notified_at END,
          expires_at = CASE WHEN excluded.user_id IS NULL
            THEN coalesce(CASE WHEN ${isSame} THEN f.expires_at END, excluded.expires_at) END
        RETURNING 1
      )
      SELECT FROM recorded`
  })

  return SignInFailures.of({
    record: Effect.fnUntraced(function* (failure) {
      yield* discard(recorded(failure))
    }, traced("PostgresSignInFailures.record")),

    reset: Effect.fnUntraced(function* (instanceId, email) {
      yield* discard(sql`
        UPDATE ${tables.signInFailures}
        SET failures = 0, notice_due_at = NULL, expires_at = coalesce(${nextNotice(sql`notified_at`)}, '-infinity')
        WHERE instance_id = ${instanceId} AND email = ${email}
        RETURNING 1`)
    }, traced("PostgresSignInFailures.reset")),

    delete: Effect.fnUntraced(function* (instanceId, email) {
      yield* discard(sql`
        DELETE FROM ${tables.signInFailures} WHERE instance_id = ${instanceId} AND email = ${email}`)
    }, traced("PostgresSignInFailures.delete")),

    count: Effect.fnUntraced(function* ({ email, id, instanceId }) {
      const row = yield* countRow(sql`
        SELECT failures FROM ${tables.signInFailures}
        WHERE instance_id = ${instanceId} AND email = ${email} AND user_id = ${id}`)
      return Option.match(row, { onNone: () => 0, onSome: ({ failures }) => failures })
    }, traced("PostgresSignInFailures.count")),

    // By ctid, as in `deleteExpired`. A row that was locked meanwhile is left to the next round.
    takeNotices: Effect.fnUntraced(function* (now, limit) {
      const due = {
        table: tables.signInFailures,
        condition: sql`notice_due_at <= ${time(now)}`,
        order: "notice_due_at",
        limit
      }
      return yield* acrossInstances(db, due, ({ locked, ofInstance }) =>
        noticeRows(sql`
          UPDATE ${tables.signInFailures} SET notice_due_at = NULL, notified_at = ${time(now)}
          WHERE ${ofInstance("instance_id")}ctid = ANY (ARRAY(SELECT ctid ${locked}))
          RETURNING instance_id AS "instanceId", user_id AS "userId"`)
      )
    }, traced("PostgresSignInFailures.takeNotices")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.signInFailures, expiryColumn: "expires_at", until, limit })
    }, traced("PostgresSignInFailures.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<SignInFailures, never, SqlClient> = Layer.effect(SignInFailures, make)
