import type { Fragment } from "@effect/sql/Statement"
import type { Language } from "@latchkey/domain/language/Language"
import type { MethodId } from "@latchkey/domain/instance/AuthenticationMethods"
import { ActiveSession, type SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { digest } from "./columns.ts"
import { compiledStatement } from "./compiledStatement.ts"
import { type Database, outsideTransactions, undecodedRows } from "./database.ts"

type Key = Parameters<SessionRepository["Type"]["findActive"]>[0]
type Keys = Arr.NonEmptyReadonlyArray<Key>

/**
 * A row of the statement. `index`: the number of its key, from one. Its times are in milliseconds since 1970, as those
 * of the keys: a number costs a tenth of a `timestamptz` to read and to write.
 */
export interface Row extends Pick<ActiveSession, "id" | "userId" | "email" | "emailVerified"> {
  readonly index: number
  readonly method: MethodId
  readonly furtherMethods: ReadonlyArray<MethodId>
  readonly authenticatedAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly claimedAt: number | null
  readonly language: Language | null
}

const toTime = (millis: number): DateTime.Utc => DateTime.unsafeMake(Math.round(millis))

// No schema decodes the row: Latchkey wrote its values, and decoding them takes longer than the rest of a check.
export const toActiveSession = (row: Row): ActiveSession =>
  new ActiveSession(
    {
      id: row.id,
      userId: row.userId,
      email: row.email,
      emailVerified: row.emailVerified,
      claimedAt: Option.map(Option.fromNullable(row.claimedAt), toTime),
      language: Option.fromNullable(row.language),
      methods: [row.method, ...row.furtherMethods],
      authenticatedAt: toTime(row.authenticatedAt),
      lastSeenAt: toTime(row.lastSeenAt),
      expiresAt: toTime(row.expiresAt)
    },
    { disableValidation: true }
  )

const millis = (column: string) => `date_part('epoch', ${column}) * 1000`

/** The columns of a row without its index, of the session `s` and its user `u`. */
export const activeColumns = `
    s.session_id AS "id", s.method, s.further_methods AS "furtherMethods",
    ${millis("s.authenticated_at")} AS "authenticatedAt", ${millis("s.last_seen_at")} AS "lastSeenAt",
    ${millis("s.expires_at")} AS "expiresAt", s.user_id AS "userId", u.email,
    u.email_verified_at IS NOT NULL AS "emailVerified", ${millis("u.claimed_at")} AS "claimedAt", u.language`

/** What a session is compared with: values, or columns of keys. */
type Conditions = Readonly<Record<"instanceId" | "tokenHash" | "clientHash" | "now" | "idleSince", Fragment>>

/**
 * Makes `SessionRepository.findActive`, which checks the sessions of concurrent calls in one statement. A single
 * check has a statement without lists of keys, which costs the database a fifth less.
 */
export const findActiveSession = (db: Database): SessionRepository["Type"]["findActive"] => {
  const { isDistributed, sql, tables } = db
  const columns = sql.literal(activeColumns)

  const fromActiveSession = ({ clientHash, idleSince, instanceId, now, tokenHash }: Conditions) => sql`
    FROM ${tables.sessions} s
    JOIN ${tables.clients} c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
    JOIN ${tables.users} u
      ON u.instance_id = s.instance_id AND u.user_id = s.user_id AND u.credential_version = s.credential_version
        AND u.disabled_at IS NULL AND (u.deletion_at IS NULL OR u.deletion_at > ${now})
    WHERE s.instance_id = ${instanceId} AND s.token_hash = ${tokenHash} AND c.token_hash = ${clientHash}
      AND s.ends_at > ${now} AND s.last_seen_at > ${idleSince}`

  const idleSinceOf = ({ idleLifetime, now }: Key) => now.epochMillis - Duration.toMillis(idleLifetime)
  const timeOf = (millis: Fragment) => sql`to_timestamp(${millis} / 1000)`

  const one = compiledStatement<Key, Row>(sql, (parameter) => {
    const conditions = {
      instanceId: parameter("text", ({ instanceId }) => instanceId),
      tokenHash: parameter("bytea", ({ tokenHash }) => digest(tokenHash)),
      clientHash: parameter("bytea", ({ clientHash }) => digest(clientHash)),
      now: timeOf(parameter("double precision", ({ now }) => now.epochMillis)),
      idleSince: timeOf(parameter("double precision", idleSinceOf))
    }
    return sql`SELECT 1 AS index, ${columns} ${fromActiveSession(conditions)}`
  })

  // The inner `LIMIT` keeps the planner from merge joins with the keys, for which it would read the ends of indexes,
  // past all deleted rows there. The `LIMIT` on the keys lets a connection keep one plan. Without it, PostgreSQL
  // assumes ten keys for a plan that it keeps, so plans for fewer keys look cheaper, and it would plan each batch,
  // which takes a third of its time.
  const several = compiledStatement<Keys, Row>(sql, (parameter) => {
    const instanceIds = parameter("text[]", (keys) => keys.map(({ instanceId }) => instanceId))
    const tokenHashes = parameter("bytea[]", (keys) => keys.map(({ tokenHash }) => digest(tokenHash)))
    const clientHashes = parameter("bytea[]", (keys) => keys.map(({ clientHash }) => digest(clientHash)))
    const times = parameter("bigint[]", (keys) => keys.map(({ now }) => now.epochMillis))
    const idleSince = parameter("bigint[]", (keys) => keys.map(idleSinceOf))
    const count = parameter("integer", (keys) => keys.length)
    const conditions = {
      instanceId: sql.literal("k.instance_id"),
      tokenHash: sql.literal("k.token_hash"),
      clientHash: sql.literal("k.client_hash"),
      now: sql.literal("k.now"),
      idleSince: sql.literal("k.idle_since")
    }
    return sql`
      SELECT k.index::integer AS index, found.*
      FROM (
        SELECT
          instance_id, token_hash, client_hash, ${timeOf(sql.literal("now::double precision"))} AS now,
          ${timeOf(sql.literal("idle_since::double precision"))} AS idle_since, index
        FROM unnest(${instanceIds}, ${tokenHashes}, ${clientHashes}, ${times}, ${idleSince})
          WITH ORDINALITY AS keys (instance_id, token_hash, client_hash, now, idle_since, index)
        LIMIT ${count}
      ) AS k
      CROSS JOIN LATERAL (SELECT ${columns} ${fromActiveSession(conditions)} LIMIT 1) AS found`
  })

  const find = (keys: Keys) =>
    Effect.map(undecodedRows(keys.length === 1 ? one(keys[0]) : several(keys)), (rows) => {
      const sessions = Arr.map(keys, () => Option.none<ActiveSession>())
      for (const row of rows) sessions[row.index - 1] = Option.some(toActiveSession(row))
      return sessions
    })

  // On Citus each check goes alone, so that a node that is down concerns its instances only.
  if (isDistributed) return (key) => Effect.map(find([key]), Arr.unsafeGet(0))
  return outsideTransactions({ span: "PostgresSessionRepository.findActive.batch", run: find })
}
