import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { newestServer, onServer } from "@latchkey/test-support/postgres/databases"
import { compiledStatement } from "../src/internal/compiledStatement.ts"

it.layer(onServer(newestServer()).empty, { timeout: "60 seconds" })("A compiled statement", (it) => {
  it.effect("is built once, and has each parameter once, however often it is used", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      let built = 0
      const statement = compiledStatement<{ readonly name: string; readonly age: number }>(sql, (parameter) => {
        built++
        const age = parameter("integer", (person) => person.age)
        const name = parameter("text", (person) => person.name)
        return sql`SELECT ${name} AS name, ${age} + 1 AS next, ${age} AS age`
      })
      assert.deepStrictEqual(yield* statement({ name: "Ada", age: 36 }), [{ name: "Ada", next: 37, age: 36 }])
      const [text, values] = statement({ name: "O'Brien", age: 7 }).compile()
      assert.strictEqual(text, "SELECT $2::text AS name, $1::integer + 1 AS next, $1::integer AS age")
      assert.deepStrictEqual(values, [7, "O'Brien"])
      assert.strictEqual(built, 1)
    })
  )

  it.effect("has no other values, which would stay those of the first call", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      assert.throws(() => compiledStatement(sql, () => sql`SELECT ${1}`), /must be one of its parameters/)
    })
  )

  it.effect("has every parameter in its text, for PostgreSQL knows the type of no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const compile = () =>
        compiledStatement(sql, (parameter) => {
          const one = parameter("integer", () => 1)
          parameter("integer", () => 2)
          return sql`SELECT ${one}`
        })
      assert.throws(compile, /^Parameter 2 of a compiled statement is not in its text$/)
    })
  )
})
