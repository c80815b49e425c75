import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as ConnectionUrl from "../../src/core/ConnectionUrl.ts"
import * as DatabaseFailure from "../../src/database/DatabaseFailure.ts"

const read = (url: string) => ConnectionUrl.clientConfig(Redacted.make(url))

const reasonOf = (url: string): string => {
  try {
    read(url)
  } catch (error) {
    return DatabaseFailure.invalidUrl(error).message
  }
  throw new Error(`${url} was read`)
}

/** host, port, user, password, database */
type Reading = readonly [string, number, string, string, string]

const readings: ReadonlyArray<readonly [string, Reading]> = [
  ["postgresql://u:p@db.example.com/auth", ["db.example.com", 5432, "u", "p", "auth"]],
  ["postgres://u:p@db.example.com:5433/auth", ["db.example.com", 5433, "u", "p", "auth"]],
  ["postgresql://u:p@/auth?host=/cloudsql/p:europe-west1:i", ["/cloudsql/p:europe-west1:i", 5432, "u", "p", "auth"]],
  ["postgresql:///auth?host=/run/postgresql&user=u&password=p", ["/run/postgresql", 5432, "u", "p", "auth"]],
  ["postgresql://u:p@%2Fcloudsql%2Fp%3Ar%3Ai/auth", ["/cloudsql/p:r:i", 5432, "u", "p", "auth"]],
  ["postgresql://u:p@%2frun%2fpostgresql:5433/auth", ["/run/postgresql", 5433, "u", "p", "auth"]],
  ["postgresql://u:p@:5433/auth?host=/run/postgresql", ["/run/postgresql", 5433, "u", "p", "auth"]],
  ["postgresql://:5433/auth?host=db&user=u&password=p", ["db", 5433, "u", "p", "auth"]],
  ["postgresql://u:p@other/auth?host=db&port=5434", ["db", 5434, "u", "p", "auth"]],
  ["postgresql://u:p@%2Frun/auth?host=db", ["db", 5432, "u", "p", "auth"]],
  ["postgresql://u:p@[2001:db8::1]:5433/auth", ["2001:db8::1", 5433, "u", "p", "auth"]],
  ["postgresql://u:p@db/a?dbname=auth", ["db", 5432, "u", "p", "auth"]],
  ["postgresql://u:p@db?dbname=auth", ["db", 5432, "u", "p", "auth"]],
  ["postgresql://u:p@db", ["db", 5432, "u", "p", "u"]],
  ["postgresql://u:p@db:/auth", ["db", 5432, "u", "p", "auth"]],
  // What a URL of the web would change.
  ["postgresql://u:p@db/a%23b%2Fc%3Fd%25e%20f", ["db", 5432, "u", "p", "a#b/c?d%e f"]],
  ["postgresql://u:p@db/x/../auth", ["db", 5432, "u", "p", "x/../auth"]],
  ["postgresql://u:p@db/auth/", ["db", 5432, "u", "p", "auth/"]],
  ["postgresql://u:p@db/ÜNÏ", ["db", 5432, "u", "p", "ÜNÏ"]],
  ["postgresql://u%40x:p%40%23%2F%3A%25+%20@db/auth", ["db", 5432, "u@x", "p@#/:%+ ", "auth"]],
  ["postgresql://u@db/auth?password=a+b%26c", ["db", 5432, "u", "a+b&c", "auth"]],
  // What pg would take for its own options.
  ["postgresql://u:p@db/auth?schema=x&pgbouncer=true&database=other&types=x&stream=x", ["db", 5432, "u", "p", "auth"]]
]

describe("A database URL", () => {
  it.each(readings)("%s names one server, user and database", (url, expected) => {
    const { database, host, password, port, user } = read(url)
    assert.deepStrictEqual([host, port, user, password, database], [...expected])
  })

  it.each([
    ["postgresql://u:hunter2@a,b/auth", "it names several hosts"],
    ["postgresql://u:hunter2@a:5432,b:5433/auth", "it names several hosts"],
    ["postgresql://u:hunter2@a%2Cb/auth", "it names several hosts"],
    ["postgresql://u:hunter2@/auth?host=a,b&port=1,2", "it names several hosts"],
    ["postgresql://u:hunter2@db/auth?hostaddr=10.0.0.1", "the parameter hostaddr is not supported"],
    ["postgresql://u:hunter2@db/auth?service=prod", "the parameter service is not supported"],
    ["postgresql://u:hunter2@db/auth#1", "percent-encoded"],
    ["postgresql://u:hunter2#1@db/auth", "percent-encoded"],
    ["postgresql://u:hunter2%@db/auth", "percent-encoded"],
    ["postgresql://u:hunter2 @db/auth", "percent-encoded"],
    ["postgresql://u:hunter2\\@db/auth", "percent-encoded"],
    ["postgresql://u:hunter2%00@db/auth", "percent-encoded"],
    ["postgresql://u:hunter2/1@db/auth", "not a valid URL"],
    ["postgresql://u:hunter2@db:70000/auth", "not a valid URL"],
    ["postgresql://u:hunter2@db:x/auth", "not a valid URL"],
    ["postgresql://u:hunter2@db/auth%ff", "not a valid URL"],
    ["/run/postgresql hunter2", "not a valid URL"],
    ["socket:/run/postgresql?db=hunter2", "not a valid URL"],
    ["host=db password=hunter2", "not a valid URL"]
  ])("%s is refused with the reason, and without the password", (url, reason) => {
    const message = reasonOf(url)
    assert.include(message, reason)
    assert.notInclude(message, "hunter2")
  })

  it.each([
    ["", false],
    ["?sslmode=disable", false],
    ["?sslmode=require", {}],
    ["?sslmode=prefer", {}],
    ["?sslmode=verify-full&sslrootcert=system", {}],
    ["?sslmode=no-verify", { rejectUnauthorized: false }],
    ["?uselibpqcompat=true&sslmode=require", { rejectUnauthorized: false }],
    ["?sslmode=require&host=/run/postgresql", false]
  ])("ending with %s has TLS %j, without a warning of Node", (query, ssl) => {
    const warnings: Array<unknown> = []
    const { emitWarning } = process
    process.emitWarning = (warning: unknown) => void warnings.push(warning)
    try {
      assert.deepStrictEqual(read(`postgresql://u:p@db/auth${query}`).ssl, ssl)
    } finally {
      process.emitWarning = emitWarning
    }
    assert.deepStrictEqual(warnings, [])
  })

  it("is named in messages by host, port and database", () => {
    const place = (url: string) => DatabaseFailure.place(Redacted.make(url))
    assert.strictEqual(place("postgresql://u:p@db.example.com/auth"), "db.example.com:5432/auth")
    assert.strictEqual(place("postgresql://u:p@[::1]:5433/auth"), "[::1]:5433/auth")
    assert.strictEqual(place("postgresql://u:p@/auth?host=/cloudsql/p:r:i"), "/cloudsql/p:r:i/auth")
    assert.strictEqual(place("postgresql://u:p@db/auth?sslrootcert=/nowhere"), "db:5432/auth")
  })
})
