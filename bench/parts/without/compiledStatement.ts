/** A template that is compiled at each call. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment, Statement } from "@effect/sql/Statement"

type AddParameter<Input> = (type: string, read: (input: Input) => never) => Fragment

export const compiledStatement =
  <Input>(sql: SqlClient, build: (parameter: AddParameter<Input>) => Fragment) =>
  (input: Input): Statement<object> =>
    sql`${build((type, read) => sql`${read(input)}::${sql.literal(type)}`)}`
