import { assert, describe, it } from "@effect/vitest"
import { PostgresSchema, SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Effect from "effect/Effect"

describe("PostgresSchema", () => {
  it.effect("is latchkey unless another is provided", () =>
    Effect.map(PostgresSchema, (name) => assert.strictEqual(name, "latchkey"))
  )

  it("is a lower-case identifier that never needs escaping", () => {
    for (const name of ["latchkey", "auth_2", "_a", "a".repeat(63)]) assert.strictEqual(SchemaName.make(name), name)
    for (const name of ["", "Latchkey", "2a", "a-b", 'a"b', "a.b", "é", "pg_temp", "a".repeat(64)]) {
      assert.throws(() => SchemaName.make(name), "must be 1 to 63 lower-case letters")
    }
  })
})
