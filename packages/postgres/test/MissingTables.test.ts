import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import * as Instances from "@latchkey/domain/instance/InstanceDirectory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { servers } from "../../../test/support/postgres/databases.ts"
import * as ServerDatabase from "../../../test/support/postgres/ServerDatabase.ts"

for (const server of servers()) {
  it.scoped(`An app that forgot the migrations is told what to do, on ${server.name}`, () =>
    Effect.gen(function* () {
      const client = PgClient.layer({ url: yield* ServerDatabase.make(server.url), maxConnections: 1 })
      const app = Instances.layer.pipe(Layer.provide([MemoryIdGenerator.layer, Postgres.layer]), Layer.provide(client))
      const error = yield* Effect.flip(Layer.build(app))
      assert.strictEqual(error._tag, "PersistenceError")
      assert.strictEqual(
        error.message,
        'The store is unavailable: relation "latchkey.instances" does not exist (42P01). ' +
          "Latchkey's tables are missing or older than this program: provide Migrations.layer, or run migrate apply"
      )
    })
  )
}
