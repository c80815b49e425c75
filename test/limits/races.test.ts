import * as PgClient from "@effect/sql-pg/PgClient"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { beforeAll, expect, test } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { until } from "@latchkey/test-support/process/until"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import { type Service, startService } from "@latchkey/test-support/Service"
import { appWith, attempts, isAllowed } from "./limitAttempts.ts"

const connections = 10

const cleanUp = afterTests()
let service: Service
let tables: Tables

beforeAll(async () => {
  const url = await database(cleanUp)
  const client = PgClient.layer({ url: Redacted.make(url), maxConnections: connections })
  const storage = Postgres.layer.pipe(Layer.provide(Migrations.layer), Layer.provide(client))
  service = await startService({ ...withoutArgon2, storage, settings: { trustedProxies: ["127.0.0.0/8"] } })
  cleanUp(() => service.stop())
  tables = openTables(url, cleanUp)
})

const waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

// All statements begin before the first one ends, so that none can read the attempt of another by chance.
test.each(["signUpPerIp", "signInPerEmail", "magicLinkPerEmail"] as const)(
  "A limit is exact for requests that wait for one row in the database: %s",
  async (name) => {
    const attempt = await attempts[name](await appWith(service, { [name]: { limit: 5, windowSeconds: 600 } }))
    expect(isAllowed(await attempt())).toBe(true)
    const lock = await tables.lock("SELECT FROM rate_limits WHERE starts_with(key, $1) FOR UPDATE", [name])
    const pending = Array.from({ length: 50 }, attempt)
    await until("all connections wait for the row", async () => (await tables.count(waiting)) === connections)
    await lock.release()
    const replies = await Promise.all(pending)
    expect(replies.filter(isAllowed)).toHaveLength(4)
    // When their statements began, there was room. Retry-After must come from the state after that.
    const waits = replies.filter((reply) => !isAllowed(reply)).map(({ headers }) => Number(headers["retry-after"]))
    expect(waits).toHaveLength(46)
    expect(Math.min(...waits)).toBeGreaterThan(500)
  }
)
