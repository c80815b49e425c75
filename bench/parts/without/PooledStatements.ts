/** The statements of `@effect/sql`, as they are. */
import type { SqlClient } from "@effect/sql/SqlClient"

export const make = (client: SqlClient): SqlClient => client
