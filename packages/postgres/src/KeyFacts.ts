/** Whether the admin key that another one has replaced is still used. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time } from "./internal/columns.ts"
import { database, rows } from "./internal/database.ts"

/** When a key was used, and from where. */
export interface KeyUse {
  readonly at: DateTime.Utc
  readonly ipAddress: Option.Option<string>
}

const useRows = rows(Schema.Struct({ at: Time, ipAddress: Schema.OptionFromNullOr(Schema.String) }))

/** Returns the last use of the previous admin key that the audit log has. */
export const lastUseOfPreviousAdminKey: Effect.Effect<Option.Option<KeyUse>, PersistenceError, SqlClient> = Effect.gen(
  function* () {
    const { sql, tables } = yield* database
    return Arr.head(
      yield* useRows(sql`
        SELECT at, ip_address AS "ipAddress" FROM ${tables.auditLog}
        WHERE action = 'previous_admin_key_used' ORDER BY audit_id DESC LIMIT 1`)
    )
  }
)
