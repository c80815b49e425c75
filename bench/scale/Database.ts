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
import * as TestDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as Filling from "./Filling.ts"
import * as PlainCheck from "./PlainCheck.ts"
import type { Server } from "./Server.ts"

type Services = Storage | SqlClient

/** A database with users, and connections to it like those of the service. */
export interface Database {
  /** How many users have sessions. */
  readonly active: number
  readonly url: Redacted.Redacted
  /** One connection whose commits do not wait for the disk, which takes as long for any number of users. */
  readonly asynchronous: Context.Context<Services>
  /** One connection. */
  readonly durable: Context.Context<Services>
  /** One connection without Latchkey. */
  readonly plain: PlainCheck.PlainCheck
  /** As many connections as the service has. */
  readonly pooled: Context.Context<Services>
  /** Without timeouts. */
  readonly administrative: Context.Context<SqlClient>
}

const withAsynchronousCommits = (url: Redacted.Redacted): Redacted.Redacted => {
  const changed = new URL(Redacted.value(url))
  // Without a space, which `searchParams` would write as a plus sign.
  changed.searchParams.set("options", "-csynchronous_commit=off")
  return Redacted.make(changed.href)
}

/** The storage ports, with the pool of the service. */
export const layer = (url: Redacted.Redacted, poolSize: number): Layer.Layer<Services> =>
  Layer.provideMerge(
    Postgres.layer,
    Layer.orDie(ServerDatabase.layer({ url, schema: SchemaName.make("latchkey"), poolSize }))
  )

/** Creates and fills a database. It is dropped when the scope closes. */
export const make = (server: Server, contents: Filling.Contents): Effect.Effect<Database, never, Scope.Scope> =>
  Effect.gen(function* () {
    const url = yield* TestDatabase.make(server.url)
    const administrative = yield* Layer.build(ServerDatabase.layerWithoutTimeouts({ url }))
    const pooled = yield* Layer.build(layer(url, 10))
    yield* Effect.provide(Migrations.apply, administrative)
    yield* Filling.fill(contents).pipe(Effect.provide(Context.merge(pooled, administrative)))
    return {
      active: contents.active,
      url,
      asynchronous: yield* Layer.build(layer(withAsynchronousCommits(url), 1)),
      durable: yield* Layer.build(layer(url, 1)),
      plain: yield* PlainCheck.make(url),
      pooled,
      administrative
    }
  }).pipe(Effect.orDie)
