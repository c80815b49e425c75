import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { AuditId, InstanceId } from "@latchkey/domain/core/Ids"
import { defaults } from "@latchkey/domain/instance/Instance"

/** So many rows in every table that reading all of them is plainly worse than going through an index. */
export const rowsPerTable = 10_000

const instances = 1_000

/** One has every second row, and 999 share the rest. */
export const largest = InstanceId.make("inst_00000000-0000-7000-8000-000000000000")

/** An id that can be read again, of the n-th row. */
const idOf = (prefix: string, variant = 8) =>
  `'${prefix}_' || lpad(n::text, 8, '0') || '-0000-7000-${variant}000-000000000000'`

export const middleOfAuditLog = AuditId.make(
  `audit_${String(rowsPerTable / 2).padStart(8, "0")}-0000-7000-8000-000000000000`
)

const instanceOf = (number: string) => `'inst_00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0')`

/**
 * Rows with made-up ids, one in three of them over by the time of `Samples.now`. The statistics are fresh, as autovacuum
 * keeps them on a server that is in use.
 */
export const fill = Effect.gen(function* () {
  const sql = yield* SqlClient
  const instance = sql.literal(instanceOf(`CASE n % 2 WHEN 0 THEN 0 ELSE n % ${instances} END`))
  const host = sql.literal("n || '.example.com'")
  const hash = sql.literal("sha256(n::text::bytea)")
  const end = sql.literal(
    "CASE n % 3 WHEN 0 THEN '2029-01-01'::timestamptz ELSE '2031-01-01'::timestamptz END + n * '1 second'::interval"
  )
  const user = sql.literal(idOf("user"))
  const rows = sql.literal(`FROM generate_series(1, ${rowsPerTable}) AS n`)
  yield* sql`
    INSERT INTO latchkey.instances
    SELECT
      ${sql.literal(instanceOf("n"))}, 'Crowd', ${defaults.plan}, ARRAY[${host}], '{}', NULL,
      ${JSON.stringify(defaults.authConfig)}::jsonb, ${JSON.stringify(defaults.sessionConfig)}::jsonb,
      ${JSON.stringify(defaults.rateLimits)}::jsonb
    FROM generate_series(0, ${sql.literal(String(instances - 1))}) AS n`
  yield* sql`
    INSERT INTO latchkey.instance_hosts SELECT ${host}, ${sql.literal(instanceOf("n"))}
    FROM generate_series(0, ${sql.literal(String(instances - 1))}) AS n`
  yield* sql`
    INSERT INTO latchkey.users
    SELECT ${instance}, ${user}, n || '@example.com', NULL, NULL, 0, '2028-01-01' ${rows}`
  yield* sql`INSERT INTO latchkey.clients SELECT ${instance}, 'client_' || n, ${hash}, ${end} ${rows}`
  yield* sql`INSERT INTO latchkey.client_users SELECT ${instance}, ${user}, 'client_' || n ${rows}`
  yield* sql`
    INSERT INTO latchkey.sessions
    SELECT
      ${instance}, 'sess_' || n, ${user}, 'client_' || n, ${hash}, 'password', 0, '2028-01-01', ${end}, ${end}, ${end}
    ${rows}`
  yield* sql`INSERT INTO latchkey.magic_links SELECT ${instance}, ${hash}, n || '@example.com', NULL, ${end} ${rows}`
  yield* sql`
    INSERT INTO latchkey.magic_link_requests
    SELECT
      ${instance}, ${sql.literal(idOf("request"))}, n || '@example.com', NULL,
      '2030-06-15 11:59'::timestamptz + n * '1 millisecond'::interval, '-infinity', 0
    ${rows}`
  yield* sql`
    INSERT INTO latchkey.rate_limits SELECT ${instance}, 'signInPerEmail:' || n || '@example.com', ARRAY[${end}], ${end} ${rows}`
  yield* sql`
    INSERT INTO latchkey.email_deliveries
    SELECT
      ${instance}, ${sql.literal(idOf("request", 9))}, n || '@example.com', ${end}, 1,
      'sent', ${end}
    ${rows}`
  yield* sql`INSERT INTO latchkey.attempt_counts SELECT ${instance}, ${end}, 'sign_in', n::text, n ${rows}`
  yield* sql`
    INSERT INTO latchkey.audit_log
    SELECT ${sql.literal(idOf("audit"))}, ${end}, 'dashboard', 'instance_updated', ${instance}, NULL, 'name="A"' ${rows}`
  yield* sql`INSERT INTO latchkey.operator_invitations SELECT ${hash}, ${end} ${rows}`
  yield* sql`INSERT INTO latchkey.operator_sessions SELECT ${hash}, ${end} ${rows}`
  yield* sql`ANALYZE`
})
