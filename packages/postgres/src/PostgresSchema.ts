/**
 * The PostgreSQL schema of Latchkey's tables. One database can hold several, next to the tables of an app.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/**
 * The name of a schema: 1 to 63 lower-case letters, digits and underscores, not starting with a digit. The prefix `pg_` is
 * reserved by PostgreSQL.
 *
 * @since 0.1.0
 */
export const SchemaName = Schema.String.pipe(
  Schema.pattern(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, {
    message: () => "must be 1 to 63 lower-case letters, digits and underscores, starting with a letter but not with pg_"
  }),
  Schema.brand("SchemaName")
)
/** @since 0.1.0 */
export type SchemaName = typeof SchemaName.Type

/** The schema in use: `latchkey`, unless another is provided. @since 0.1.0 */
export class PostgresSchema extends Context.Reference<PostgresSchema>()("@latchkey/postgres/PostgresSchema", {
  defaultValue: () => SchemaName.make("latchkey")
}) {}

/** Uses another schema. Provide it to both `Migrations.layer` and `Postgres.layer`. @since 0.1.0 */
export const layer = (name: SchemaName): Layer.Layer<PostgresSchema> => Layer.succeed(PostgresSchema, name)
