/**
 * Every port that stores data, in PostgreSQL 15 or newer, or in PGlite.
 *
 * The `SqlClient` may be the app's own. Keep the default type parsers of `pg`: `timestamptz` is read as `Date`, `bytea`
 * as `Buffer` and `jsonb` as a value. Its connections must have the settings of `ConnectionSettings`, which are
 * PostgreSQL's defaults: otherwise the layers die with `WrongSettings`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as LayersInOrder from "@latchkey/domain/core/LayersInOrder"
import type { Storage } from "@latchkey/domain/Domain"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as adapters from "./internal/adapters.ts"
import { discard } from "./internal/database.ts"

type Adapters = typeof adapters

type Ports = { readonly [Port in keyof Adapters]: Layer.Layer.Success<Adapters[Port]> }[keyof Adapters]

const layers: ReadonlyArray<Layer.Layer<never, never, SqlClient.SqlClient>> = Object.values(adapters)

/**
 * Every port that stores data, on the app's `SqlClient` without its name transforms. `Migrations` creates the tables;
 * without them, every call fails with `PersistenceError`. `PostgresSchema` names their schema.
 */
export const layer: Layer.Layer<Storage, never, SqlClient.SqlClient> = LayersInOrder.make(layers) as Layer.Layer<
  Ports,
  never,
  SqlClient.SqlClient
>

/** Succeeds if the database responds, with or without tables. Fails with `PersistenceError`. */
export const ping: Effect.Effect<void, PersistenceError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => discard(sql`SELECT 1`)
)
