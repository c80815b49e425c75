import { SqlClient } from "@effect/sql/SqlClient"
import type * as Domain from "@latchkey/domain/Domain"
import { MemoryDatabase } from "@latchkey/memory/MemoryDatabase"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

/** Every row of a store as text, by table, with nothing redacted. Both stores have the same table names here. */
export type Contents = Readonly<Record<string, ReadonlyArray<string>>>

/** Unwraps a value completely, as an attacker who can read the memory would see it. */
const bare = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return bare(Redacted.value(value))
  if (Option.isOption(value)) return Option.isNone(value) ? null : bare(value.value)
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  if (typeof value !== "object" || value === null) return value
  if (Predicate.isIterable(value)) return Array.from(value, bare)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bare(inner)]))
}

export const inMemory: Effect.Effect<Contents, never, MemoryDatabase> = Effect.flatMap(MemoryDatabase, (database) =>
  database.read((state) =>
    Object.fromEntries(
      HashMap.toEntries(state).map(([{ name }, rows]) => [
        name,
        HashMap.toEntries(rows).map((entry) => JSON.stringify(bare(entry)))
      ])
    )
  )
)

/** Every table in every schema, except those of PostgreSQL itself. */
export const inPostgres = Effect.gen(function* () {
  const sql = yield* SqlClient
  const tables = yield* sql<{ readonly schema: string; readonly name: string }>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  const contents = yield* Effect.forEach(tables, ({ schema, name }) =>
    Effect.map(
      sql<{ readonly row: string }>`SELECT whole::text AS row FROM ${sql(`${schema}.${name}`)} AS whole`,
      (rows) => [name, rows.map(({ row }) => row)] as const
    )
  )
  return Object.fromEntries(contents) satisfies Contents
})

/** A new, empty store, and a way to read it while a service uses it. */
export interface ReadableStore {
  readonly storage: Layer.Layer<Domain.Storage, unknown>
  readonly contents: () => Promise<Contents>
}

/** Makes a store readable while a service uses it. */
export const readable = <R, E>(
  storage: Layer.Layer<Domain.Storage | R, E>,
  read: Effect.Effect<Contents, unknown, R>
): ReadableStore => {
  let contents = (): Promise<Contents> => Promise.reject(new Error("The store is not open"))
  const reader = Layer.effectDiscard(
    Effect.map(Effect.context<R>(), (context) => {
      contents = () => Effect.runPromise(Effect.provide(read, context))
    })
  )
  return { storage: Layer.provideMerge(reader, storage), contents: () => contents() }
}
