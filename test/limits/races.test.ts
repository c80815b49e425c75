import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { beforeAll, expect, test } from "vitest"
import { afterTests } from "../../packages/server/test/support/afterTests.ts"
import { database } from "../../packages/server/test/support/database.ts"
import { openTables, type Tables } from "../../packages/server/test/support/Tables.ts"
import { until } from "../../packages/server/test/support/until.ts"
import { withoutArgon2 } from "../conformance/support.ts"
import { type Service, startService } from "../support/Service.ts"
import { appWith, attempts, isAdmitted } from "./Budgets.ts"

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

// Their statements have all begun before the first of them is through: none can have seen another's hit by chance.
test.each(["signUpPerIp", "signInPerEmail", "magicLinkPerEmail"] as const)(
  "A limit is exact for requests that stand in line in the database: %s",
  async (budget) => {
    const attempt = await attempts[budget](await appWith(service, { [budget]: { limit: 5, windowSeconds: 600 } }))
    expect(isAdmitted(await attempt())).toBe(true)
    const lock = await tables.lock("SELECT FROM rate_limits WHERE starts_with(key, $1) FOR UPDATE", [budget])
    const replies = Array.from({ length: 50 }, attempt)
    await until("all connections wait for the row", async () => (await tables.count(waiting)) === connections)
    await lock.release()
    const answers = await Promise.all(replies)
    expect(answers.filter(isAdmitted)).toHaveLength(4)
    // When their statements began there was room: what they are told comes from after that.
    const waits = answers.filter((answer) => !isAdmitted(answer)).map(({ headers }) => Number(headers["retry-after"]))
    expect(waits).toHaveLength(46)
    expect(Math.min(...waits)).toBeGreaterThan(500)
  }
)
