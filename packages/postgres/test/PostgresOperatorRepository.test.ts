import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { databases } from "@latchkey/test-support/postgres/databases"

for (const { migrated, name } of databases()) {
  describe(`PostgresOperatorRepository on ${name}`, () => {
    it.effect("stores a session with a passkey under a method that the version before knows", () =>
      Effect.gen(function* () {
        const operators = yield* OperatorRepository
        const sql = yield* SqlClient
        const session = Samples.operatorSession({ method: "passkey" })
        yield* operators.insertSession(session)
        const stored = yield* sql`
          SELECT method, with_passkey FROM latchkey.operator_sessions WHERE operator_session_id = ${session.id}`
        assert.deepStrictEqual(stored, [{ method: "invitation", with_passkey: true }])
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, migrated)))
    )
  })
}
