import { SqlClient } from "@effect/sql/SqlClient"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"

/** Sessions of a user, each on a separate client. */
export const sessionsPerUser = 3

/** `default` has four of five users, and nineteen other instances share the rest. */
const instanceIds = [
  defaultId,
  ...Array.from({ length: 19 }, (_, index) =>
    InstanceId.make(`inst_01890000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`)
  )
]

const instances = Effect.gen(function* () {
  const repository = yield* InstanceRepository
  for (const [index, id] of instanceIds.entries()) {
    const hosts = id === defaultId ? [] : [`app${index}.example.com`]
    yield* repository.insertIfAbsent(new Instance({ ...defaultInstance, id, hosts, name: `Application ${index}` }))
  }
})

const instanceOf = (user: string): string =>
  `CASE ${user} % 5 WHEN 0 THEN (ARRAY[${instanceIds.map((id) => `'${id}'`)}])[2 + ${user} / 5 % 19] ELSE 'default' END`

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

const userId = (users: number) => id("user", "u", `now() - '1 year'::interval * ((${users} - u)::float8 / ${users})`)

/** Sessions started over the last month, those of one user far apart. */
const sessions = (users: number): string => {
  const count = users * sessionsPerUser
  return `(
    SELECT
      s, s * 999983 % ${users} AS u,
      now() - '29 days'::interval * ((${count} - s)::float8 / ${count}) AS started_at,
      CASE s % 60 WHEN 30 THEN '8 days'::interval ELSE '1 second'::interval * (s * 7919 % 500000) END AS unseen
    FROM generate_series(0::bigint, ${count - 1}) AS s
  ) AS started`
}

const past = "started_at + (now() - started_at) * 0.99"

/** One session in thirty has expired, by age or idleness, and one client in three hundred. */
const sessionEnd = `CASE s % 60 WHEN 0 THEN ${past} ELSE started_at + '30 days'::interval END`
const clientEnd = `CASE s % 300 WHEN 0 THEN ${past} ELSE started_at + '400 days'::interval END`

const statements = (users: number): ReadonlyArray<string> => [
  `INSERT INTO latchkey.users
   SELECT
     ${instanceOf("u")}, ${userId(users)}, 'user' || u || '@example.com', ${passwordHash},
     CASE u % 2 WHEN 0 THEN now() END, 0, now() - '1 year'::interval
   FROM generate_series(0::bigint, ${users - 1}) AS u`,
  `INSERT INTO latchkey.clients
   SELECT ${instanceOf("u")}, ${id("client", "s", "started_at")}, ${hash("client", "s")}, ${clientEnd} FROM ${sessions(users)}`,
  `INSERT INTO latchkey.client_users
   SELECT ${instanceOf("u")}, ${userId(users)}, ${id("client", "s", "started_at")} FROM ${sessions(users)}`,
  `INSERT INTO latchkey.sessions
   SELECT
     ${instanceOf("u")}, ${id("sess", "s", "started_at")}, ${userId(users)}, ${id("client", "s", "started_at")},
     ${hash("session", "s")}, 'password', 0, started_at, greatest(started_at, now() - unseen), ${sessionEnd}, ${sessionEnd}
   FROM ${sessions(users)}`,
  // A tenth of the users requested a link and did not use it.
  `INSERT INTO latchkey.magic_links
   SELECT ${instanceOf("u")}, ${hash("link", "u")}, 'user' || u || '@example.com', NULL, now() - '1 millisecond'::interval * u
   FROM generate_series(0::bigint, ${users - 1}, 10) AS u`,
  // Of four limits, three are per IP address and one is per email address. One in ten has expired.
  `INSERT INTO latchkey.rate_limits
   SELECT
     ${instanceOf("u")},
     CASE u % 4
       WHEN 3 THEN 'signInPerEmail:user' || u || '@example.com'
       ELSE 'signInPerIp:10.' || u / 65536 % 256 || '.' || u / 256 % 256 || '.' || u % 256
     END,
     ARRAY(SELECT now() - '1 day'::interval + n * '1 minute'::interval FROM generate_series(1, 1 + u % 10) AS n),
     now() + '1 second'::interval * (u * 7919 % 86400 - 8640)
   FROM generate_series(0::bigint, ${users - 1}) AS u`
]

/**
 * Fills an empty database. Rows are inserted in an order unrelated to their keys, as in production, so that the indexes
 * have a realistic size. Foreign keys are not checked, but they hold.
 */
export const fill = (users: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* instances
    // One instant for all statements: ids contain times, and must be the same in every table.
    const now = `'${new Date().toISOString()}'::timestamptz`
    for (const statement of statements(users)) {
      yield* sql.withTransaction(
        Effect.zipRight(
          sql`SET LOCAL session_replication_role = replica`,
          sql.unsafe(statement.replaceAll("now()", now))
        )
      )
    }
    yield* sql`VACUUM (ANALYZE)`
  })
