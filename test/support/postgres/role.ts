import type { SqlError } from "@effect/sql/SqlError"
import { SqlClient } from "@effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

/**
 * A role that may do nothing but connect, and the URL of the same database for it. What it owns, and the role itself,
 * is dropped when the scope closes. The client has to be a superuser's.
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
