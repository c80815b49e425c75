import type { SqlError } from "@effect/sql/SqlError"
import { SqlClient } from "@effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

/**
 * Creates a role that may only connect, and returns its name and the URL of the same database for it. Drops the role
 * and everything it owns when the scope closes. Needs the client of a superuser.
 */
export const make = (
  url: Redacted.Redacted
): Effect.Effect<{ readonly name: string; readonly url: Redacted.Redacted }, SqlError, SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const name = `latchkey_test_${randomBytes(8).toString("hex")}`
    const password = randomBytes(16).toString("hex")
    yield* Effect.acquireRelease(sql.unsafe(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`), () =>
      Effect.orDie(sql.unsafe(`DROP OWNED BY ${name}; DROP ROLE ${name}`))
    )
    const changed = new URL(Redacted.value(url))
    changed.username = name
    changed.password = password
    return { name, url: Redacted.make(changed.href) }
  })
