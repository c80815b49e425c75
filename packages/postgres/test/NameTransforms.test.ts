import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { assertSome } from "@effect/vitest/utils"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as String from "effect/String"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"

const queriesAndResults = { transformQueryNames: String.camelToSnake, transformResultNames: String.snakeToCamel }
const queriesOnly = { transformQueryNames: String.camelToSnake }

for (const server of servers()) {
  it.scoped.each([queriesAndResults, queriesOnly])(
    `A client with name transforms works like one without on ${server.name}`,
    (transforms) =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(server.url)
        const client = PgClient.layer({ url, maxConnections: 2, transformJson: true, ...transforms })
        yield* Effect.gen(function* () {
          assert.deepStrictEqual((yield* Migrations.plan).pending, [])
          const instance = yield* Samples.storedInstance
          const user = yield* Samples.storedUser(instance.id)
          const found = yield* (yield* UserRepository).findByEmail(instance.id, user.email)
          assertSome(
            Option.map(found, ({ id }) => id),
            user.id
          )
          assertSome(yield* (yield* InstanceRepository).findById(instance.id), instance)
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, Layer.provideMerge(Migrations.layer, client))))
      })
  )
}
