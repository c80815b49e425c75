import { SqlError } from "@effect/sql/SqlError"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as DatabaseFailure from "../../src/database/DatabaseFailure.ts"

const url = Redacted.make("postgresql://latchkey:hunter2@db.example.com:5433/auth?sslmode=require")

const messageFor = (cause: unknown) => DatabaseFailure.unreachable(url)(new SqlError({ cause, message: "" })).message

const failure = (code: string) => Object.assign(new Error(`password hunter2 is in this message: ${code}`), { code })

describe("The explanation of a database failure", () => {
  it.each([
    ["ECONNREFUSED", "connection refused"],
    ["ENOTFOUND", "host not found"],
    ["28P01", "wrong user or password"],
    ["3D000", "the database does not exist"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "sslrootcert"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host"],
    ["08P01", "ignore_startup_parameters"],
    ["XX000", "error XX000"]
  ])("for the code %s contains: %s", (code, words) => {
    assert.include(messageFor(failure(code)), words)
  })

  it("for a timeout of the pool is: no response", () => {
    assert.include(messageFor(new Error("timeout exceeded when trying to connect")), "no response")
  })

  it("for a server without TLS says so", () => {
    assert.include(
      messageFor(new Error("The server does not support SSL connections")),
      "the server does not support TLS"
    )
  })

  it("names the database without user and password", () => {
    const message = messageFor(failure("ECONNREFUSED"))
    assert.include(message, "Cannot use the database db.example.com:5433/auth: ")
    assert.notInclude(message, "hunter2")
  })

  it("names the folder of a Unix socket", () => {
    assert.strictEqual(
      DatabaseFailure.place(Redacted.make("postgresql:///auth?host=/run/postgresql")),
      "/run/postgresql/auth"
    )
  })
})
