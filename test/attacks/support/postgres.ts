import * as PgClient from "@effect/sql-pg/PgClient"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import * as StoredContents from "@latchkey/test-support/StoredContents"
import { startService } from "@latchkey/test-support/Service"

const client = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 10 })

/** Starts a service on a database that other services can share, or use later. */
export const startOn = (url: string, trustedProxies: ReadonlyArray<string> = []) =>
  startService({
    ...withoutArgon2,
    storage: Postgres.layer.pipe(Layer.provide(Layer.provideMerge(Migrations.layer, client(url)))),
    settings: { trustedProxies }
  })

/** Returns every row of a database. */
export const contentsOf = (url: string): Promise<StoredContents.Contents> =>
  Effect.runPromise(Effect.provide(StoredContents.inPostgres, client(url)))
