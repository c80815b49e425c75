import { SqlError } from "@effect/sql/SqlError"
import * as DatabaseFailure from "@latchkey/server/database/DatabaseFailure"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"

const url = Redacted.make("postgresql://latchkey:hunter2@db.example.com:5433/auth?sslmode=require")

const messageFor = (cause: unknown) => DatabaseFailure.unreachable(url)(new SqlError({ cause, message: "" })).message

const failure = (code: string) => Object.assign(new Error(`password hunter2 is in here: ${code}`), { code })

describe("A database that cannot be used", () => {
  it.each([
    ["ECONNREFUSED", "nothing listens there"],
    ["ENOTFOUND", "there is no such host"],
    ["28P01", "it does not accept this user and password"],
    ["3D000", "it has no such database"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "sslrootcert"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host"],
    ["08P01", "ignore_startup_parameters"],
    ["XX000", "it answers with XX000"]
  ])("because of %s is told in words: %s", (code, words) => {
    assert.include(messageFor(failure(code)), words)
  })

  it("that does not answer is told so", () => {
    assert.include(messageFor(new Error("timeout exceeded when trying to connect")), "it does not answer")
  })

  it("because it does not speak TLS is told so", () => {
    assert.include(messageFor(new Error("The server does not support SSL connections")), "it does not speak TLS")
  })

  it("is named without user and password", () => {
    const message = messageFor(failure("ECONNREFUSED"))
    assert.include(message, "The database db.example.com:5433/auth cannot be used")
    assert.notInclude(message, "hunter2")
  })

  it("on a socket is named by the socket's folder", () => {
    assert.strictEqual(
      DatabaseFailure.place(Redacted.make("postgresql:///auth?host=/run/postgresql")),
      "/run/postgresql/auth"
    )
  })
})
