import type { SqlClient } from "@effect/sql/SqlClient"
import type { Storage } from "@latchkey/domain/Domain"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as ServerDatabase from "@latchkey/server/database/ServerDatabase"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TestDatabase from "../../test/support/postgres/ServerDatabase.ts"
import * as Filling from "./Filling.ts"
import type { Server } from "./Server.ts"

type Services = Storage | SqlClient

/** A database with a population in it, and ways to ask it as the service does. */
export interface Database {
  readonly users: number
  readonly url: Redacted.Redacted
  /** One connection, whose commits do not wait for the disk: that takes as long whatever there is in the database. */
  readonly hurried: Context.Context<Services>
  /** One connection. */
  readonly durable: Context.Context<Services>
  /** As many connections as the service has. */
  readonly crowded: Context.Context<Services>
  /** With no limit on how long a statement may take. */
  readonly patient: Context.Context<SqlClient>
}

const withoutWaiting = (url: Redacted.Redacted): Redacted.Redacted => {
  const changed = new URL(Redacted.value(url))
  changed.searchParams.set("options", "-c synchronous_commit=off")
  return Redacted.make(changed.href)
}

/** Everything that is stored, as the service reaches it. */
export const layer = (url: Redacted.Redacted, poolSize: number): Layer.Layer<Services> =>
  Layer.provideMerge(
    Postgres.layer,
    Layer.orDie(ServerDatabase.layer({ url, schema: SchemaName.make("latchkey"), poolSize }))
  )

/** Makes and fills a database. It is dropped when the scope closes. */
export const make = (server: Server, users: number): Effect.Effect<Database, never, Scope.Scope> =>
  Effect.gen(function* () {
    const url = yield* TestDatabase.make(server.url)
    const patient = yield* Layer.build(ServerDatabase.layerPatient({ url }))
    const crowded = yield* Layer.build(layer(url, 10))
    yield* Effect.provide(Migrations.apply, patient)
    yield* Filling.fill(users).pipe(Effect.provide(Context.merge(crowded, patient)))
    return {
      users,
      url,
      hurried: yield* Layer.build(layer(withoutWaiting(url), 1)),
      durable: yield* Layer.build(layer(url, 1)),
      crowded,
      patient
    }
  }).pipe(Effect.orDie)
