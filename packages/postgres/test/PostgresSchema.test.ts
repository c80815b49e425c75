import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PostgresSchema, SchemaName } from "@latchkey/postgres/PostgresSchema"

describe("PostgresSchema", () => {
  it.effect("is latchkey unless another is provided", () =>
    Effect.map(PostgresSchema, (name) => assert.strictEqual(name, "latchkey"))
  )

  it("is a plain lower-case identifier, so that it needs no escaping anywhere", () => {
    for (const name of ["latchkey", "auth_2", "_a", "a".repeat(63)]) assert.strictEqual(SchemaName.make(name), name)
    for (const name of ["", "Latchkey", "2a", "a-b", 'a"b', "a.b", "é", "pg_temp", "a".repeat(64)]) {
      assert.throws(() => SchemaName.make(name), "must be 1 to 63 lower-case letters")
    }
  })
})
