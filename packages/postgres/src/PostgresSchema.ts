/** The PostgreSQL schema of Latchkey's tables. One database can hold several, next to the tables of an app. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as UsedSchemas from "./internal/usedSchemas.ts"

const expected = "must be 1 to 63 lower-case letters, digits and underscores, starting with a letter but not with pg_"

/**
 * The name of a schema: 1 to 63 lower-case letters, digits and underscores, not starting with a digit. The prefix `pg_`
 * is reserved by PostgreSQL.
 */
export const SchemaName = Schema.String.pipe(
  Schema.pattern(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, { message: () => expected }),
  Schema.brand("SchemaName")
)
export type SchemaName = typeof SchemaName.Type

/** The schema in use: `latchkey`, unless another is provided. */
export class PostgresSchema extends Context.Reference<PostgresSchema>()("@latchkey/postgres/PostgresSchema", {
  defaultValue: () => SchemaName.make("latchkey")
}) {}

/** A schema cannot have that name. */
export class InvalidSchemaName extends Schema.TaggedError<InvalidSchemaName>("@latchkey/postgres/InvalidSchemaName")(
  "InvalidSchemaName",
  { schema: Schema.String }
) {
  override get message() {
    return `PostgresSchema.layer(${JSON.stringify(this.schema)}): the name of a schema ${expected}`
  }
}

const warnUnlessUsed = (name: SchemaName) =>
  Effect.suspend(() =>
    UsedSchemas.isUsed(name)
      ? Effect.void
      : Effect.logWarning(
          `PostgresSchema.layer("${name}") has no effect where it is provided`,
          "Provide it beside the SqlClient, to Postgres.layer and Migrations.layer"
        )
  )

/**
 * Uses another schema, such as `auth`. Provide it to both `Migrations.layer` and `Postgres.layer`, best beside the
 * `SqlClient`; elsewhere it has no effect, and logs a warning after ten seconds. Building the layer fails with
 * `InvalidSchemaName` unless the name is a `SchemaName`.
 */
export const layer = (name: string): Layer.Layer<PostgresSchema, InvalidSchemaName> =>
  Schema.decodeEither(SchemaName)(name).pipe(
    Effect.mapError(() => new InvalidSchemaName({ schema: name })),
    Effect.tap((schema) => Effect.forkScoped(Effect.delay(warnUnlessUsed(schema), "10 seconds"))),
    Layer.scoped(PostgresSchema)
  )
