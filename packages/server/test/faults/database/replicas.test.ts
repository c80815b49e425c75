import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it, onTestFinished } from "vitest"
import { send } from "../../../../../test/support/HttpClient.ts"
import { database } from "../../support/database.ts"
import * as service from "./service.ts"

const replicas = 4

/** What there is in a database: tables by schema, the migrations on record, the instances. */
const inventory = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    return {
      tables: yield* sql`
        SELECT table_name FROM information_schema.tables WHERE table_schema = 'latchkey' ORDER BY table_name`,
      schemas: yield* sql`
        SELECT DISTINCT table_schema FROM information_schema.tables
        WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
      migrations: yield* sql`SELECT migration_id, name FROM latchkey.migrations ORDER BY migration_id`,
      instances: yield* sql`SELECT instance_id FROM latchkey.instances`
    }
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), Effect.runPromise)

describe("Replicas that start at once on an empty database", () => {
  it("all become ready, on tables that were made once", { timeout: 60_000 }, async () => {
    const [url, other] = [await database(), await database()]
    const started = await Promise.all([
      service.start(onTestFinished, other),
      ...Array.from({ length: replicas }, () => service.start(onTestFinished, url))
    ])
    const [, ...together] = started
    for (const { origin } of together) assert.strictEqual((await send("GET", `${origin}/health/ready`)).status, 200)
    assert.deepStrictEqual(await inventory(url), await inventory(other))
    const migrated = together.filter(({ out }) => out().includes("Migrations applied"))
    assert.strictEqual(migrated.length, 1)
    for (const { err } of together) assert.strictEqual(err(), "")
  })
})
