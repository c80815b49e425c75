import { SqlClient } from "@effect/sql/SqlClient"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"

/** Sessions of an active user, each on a separate client. */
export const sessionsPerUser = 3

/** What a database has. Every `users / active`th user has sessions, limits and links. */
export interface Contents {
  readonly users: number
  readonly active: number
  readonly instances: number
}

/** Of several instances, `default` has four of five users, and the others share the rest. */
const otherIds = (instances: number) =>
  Array.from({ length: instances - 1 }, (_, index) =>
    InstanceId.make(`inst_01890000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`)
  )

const insertInstances = Effect.fnUntraced(function* (instances: number) {
  const repository = yield* InstanceRepository
  for (const [index, id] of [defaultId, ...otherIds(instances)].entries()) {
    const hosts = id === defaultId ? [] : [`app${index}.example.com`]
    yield* repository.insertIfAbsent(new Instance({ ...defaultInstance, id, hosts, name: `Application ${index}` }))
  }
})

/** SQL for the instance of a user, by a hash: it must not depend on which users are active, or on what has expired. */
const instanceOf = (instances: number, user: string): string => {
  const others = otherIds(instances).map((id) => `'${id}'`)
  if (others.length === 0) return "'default'"
  const number = `(hashint8(${user}) & 2147483647)`
  return `CASE ${number} % 5 WHEN 0 THEN (ARRAY[${others}])[1 + ${number} / 5 % ${others.length}] ELSE 'default' END`
}

/** SQL for an id: a UUIDv7 from the time in milliseconds and a hash, so that the same number always has the same id. */
const id = (prefix: string, number: string, time: string): string => {
  const millis = `lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0')`
  const start = `overlay(${millis} placing '-' from 9 for 0)`
  const random = `md5('${prefix}' || ${number})::uuid::text`
  return `'${prefix}_' || overlay(overlay(overlay(${random} placing ${start} from 1) placing '7' from 15) placing '8' from 20)`
}

const hash = (kind: string, number: string): string => `sha256(('${kind}' || ${number})::bytea)`

const base64 = (kind: string, length: number) => `left(encode(${hash(kind, "u")}, 'base64'), ${length})`
const passwordHash = `'$argon2id$v=19$m=19456,t=2,p=1$' || ${base64("salt", 22)} || '$' || ${base64("tag", 43)}`

const bcryptHash = "'$2b$12$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq'"

const userId = (users: number) => id("user", "u", `now() - '1 year'::interval * ((${users} - u)::float8 / ${users})`)

const stepOf = ({ active, users }: Pick<Contents, "active" | "users">) => Math.floor(users / active)

/** Sessions started over the last month, those of one user far apart. */
const sessions = ({ active, users }: Contents): string => {
  const count = active * sessionsPerUser
  return `(
    SELECT
      s, s * 999983 % ${active} * ${stepOf({ active, users })} AS u,
      now() - '29 days'::interval * ((${count} - s)::float8 / ${count}) AS started_at,
      CASE s % 60 WHEN 30 THEN '8 days'::interval ELSE '1 second'::interval * (s * 7919 % 500000) END AS unseen
    FROM generate_series(0::bigint, ${count - 1}) AS s
  ) AS started`
}

const past = "started_at + (now() - started_at) * 0.99"

/** One session in thirty has expired, by age or idleness, and one client in three hundred. */
const sessionEnd = `CASE s % 60 WHEN 0 THEN ${past} ELSE started_at + '30 days'::interval END`
const clientEnd = `CASE s % 300 WHEN 0 THEN ${past} ELSE started_at + '400 days'::interval END`

const statements = (contents: Contents, instance: string): ReadonlyArray<string> => {
  const { active, users } = contents
  const step = stepOf(contents)
  return [
    `INSERT INTO latchkey.users
   SELECT
     ${instance}, ${userId(users)}, 'user' || u || '@example.com',
     CASE u % 10 WHEN 9 THEN ${bcryptHash} ELSE ${passwordHash} END,
     CASE u % 2 WHEN 0 THEN now() END, 0, now() - '1 year'::interval
   FROM generate_series(0::bigint, ${users - 1}) AS u`,
    // Each in a separate transaction, as in production.
    `INSERT INTO latchkey.events
   SELECT
     u.instance_id, u.user_id, 1, ${id("evt", "n", "u.created_at")}, 'user.created', now(), 'user', n,
     jsonb_build_object(
       'id', u.user_id, 'email', u.email, 'emailVerified', u.email_verified_at IS NOT NULL, 'externalId', NULL,
       'disabled', false, 'hasPassword', true, 'createdAt', '2026-01-01T00:00:00.000Z', 'secondFactorAt', NULL,
       'deletionAt', NULL, 'language', NULL, 'name', NULL, 'metadata', '{}'::jsonb, 'userMetadata', '{}'::jsonb
     ), '{}'
   FROM latchkey.users u, LATERAL CAST(substring(u.email FROM '[0-9]+') AS bigint) AS n`,
    `INSERT INTO latchkey.event_versions
   SELECT u.instance_id, u.user_id, 1, n FROM latchkey.users u, LATERAL CAST(substring(u.email FROM '[0-9]+') AS bigint) AS n`,
    `UPDATE latchkey.event_clock SET position_offset = ${users}`,
    `INSERT INTO latchkey.clients
   SELECT ${instance}, ${id("client", "s", "started_at")}, ${hash("client", "s")}, ${clientEnd} FROM ${sessions(contents)}`,
    `INSERT INTO latchkey.client_users
   SELECT ${instance}, ${userId(users)}, ${id("client", "s", "started_at")} FROM ${sessions(contents)}`,
    `INSERT INTO latchkey.sessions
   SELECT
     ${instance}, ${id("sess", "s", "started_at")}, ${userId(users)}, ${id("client", "s", "started_at")},
     ${hash("session", "s")}, 'password', 0, started_at, greatest(started_at, now() - unseen), ${sessionEnd}, ${sessionEnd}
   FROM ${sessions(contents)}`,
    // A tenth of them requested a link and did not use it.
    `INSERT INTO latchkey.magic_links
   SELECT ${instance}, ${hash("link", "u")}, 'user' || u || '@example.com', NULL, now() - '1 millisecond'::interval * u
   FROM generate_series(0::bigint, ${(active - 1) * step}, ${10 * step}) AS u`,
    // Of four limits, three are per IP address and one is per email address. One in ten has expired.
    `INSERT INTO latchkey.rate_limits
   SELECT
     ${instance},
     CASE n % 4
       WHEN 3 THEN 'signInPerEmail:user' || u || '@example.com'
       ELSE 'signInPerIp:10.' || u / 65536 % 256 || '.' || u / 256 % 256 || '.' || u % 256
     END,
     ARRAY(SELECT now() - '1 day'::interval + m * '1 minute'::interval FROM generate_series(1, 1 + n % 10) AS m),
     now() + '1 second'::interval * (n * 7919 % 86400 - 8640)
   FROM generate_series(0::bigint, ${active - 1}) AS n, LATERAL (SELECT n * ${step} AS u) AS of`
  ]
}

/**
 * Fills an empty database. Rows are inserted in an order unrelated to their keys, as in production, so that the indexes
 * have a realistic size. Foreign keys are not checked, but they hold.
 */
export const fill = (contents: Contents) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* insertInstances(contents.instances)
    // One instant for all statements: ids contain times, and must be the same in every table.
    const now = `'${new Date().toISOString()}'::timestamptz`
    const insert = (statement: string) =>
      sql.withTransaction(
        Effect.zipRight(
          sql`SET LOCAL session_replication_role = replica`,
          sql.unsafe(statement.replaceAll("now()", now))
        )
      )
    const [users = "", ...others] = statements(contents, instanceOf(contents.instances, "u"))
    yield* insert(users)
    yield* Effect.forEach(others, insert, { concurrency: 2, discard: true })
    yield* sql`VACUUM (ANALYZE)`
  })
