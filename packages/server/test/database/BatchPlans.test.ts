import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { TokenHash } from "@latchkey/domain/core/Token"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as TestDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as ServerDatabase from "../../src/database/ServerDatabase.ts"

const key = (number: number) => ({
  instanceId: defaultId,
  tokenHash: TokenHash.make(String(number).padStart(64, "a")),
  clientHash: TokenHash.make(String(number).padStart(64, "b")),
  now: DateTime.unsafeMake(0),
  idleLifetime: Duration.days(7)
})

const check = Effect.gen(function* () {
  const { findActive } = yield* SessionRepository
  for (let batch = 0; batch < 30; batch++) {
    const keys = Array.from({ length: 2 + (batch % 16) }, (_, number) => key(number))
    yield* Effect.forEach(keys, findActive, { concurrency: "unbounded" })
    yield* findActive(key(batch))
  }
})

const countPlans = Effect.gen(function* () {
  const sql = yield* SqlClient
  return yield* sql<{ generic: number; custom: number }>`
    SELECT generic_plans::int AS generic, custom_plans::int AS custom
    FROM pg_prepared_statements WHERE statement LIKE '%"latchkey"."sessions" s%'`
})

for (const { name, url } of servers()) {
  describe(`Session checks on ${name}`, () => {
    it.live("alone and in batches of any size are planned five times for each connection, and then never again", () =>
      Effect.gen(function* () {
        const database = ServerDatabase.layer({
          url: yield* TestDatabase.make(url),
          schema: SchemaName.make("latchkey"),
          poolSize: 1
        })
        const store = Layer.provideMerge(Layer.provide(Postgres.layer, Migrations.layer), database)
        const plans = yield* Effect.provide(Effect.zipRight(check, countPlans), store)
        const kept = { generic: 25, custom: 5 }
        assert.deepStrictEqual(plans, [kept, kept])
      }).pipe(Effect.scoped)
    )
  })
}
