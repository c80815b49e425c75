import { execFile } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { SqlClient } from "@effect/sql/SqlClient"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import { installed } from "@latchkey/test-support/postgres/programs"
import * as TestServer from "@latchkey/test-support/postgres/TestServer"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as ServerDatabase from "../../src/database/ServerDatabase.ts"

const psql = installed()
  .map(({ folder }) => join(folder, "psql"))
  .find((path) => existsSync(path))

const names = ["auth", "other", "a#b", "a/b", "a?b", "a%b", "a b", "a+b", "x/../auth", "auth/", "Ünï", "latchkey"]

const question =
  "SELECT current_database() || ' ' || session_user || ' ' || coalesce(inet_server_port()::text, 'socket') AS answer"

const failed = "refused"

const ofPsql = (url: string): Promise<string> =>
  promisify(execFile)(psql ?? "", [url, "-XAtc", question], { env: { PGCONNECT_TIMEOUT: "3" } }).then(
    ({ stdout }) => stdout.trim(),
    () => failed
  )

const ofPool = (url: string): Promise<string> =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe<{ answer: string }>(question)).pipe(
    Effect.provide(ServerDatabase.layer({ url: Redacted.make(url), schema: SchemaName.make("latchkey"), poolSize: 1 })),
    Effect.map(([row]) => row?.answer ?? failed),
    Effect.orElseSucceed(() => failed),
    Effect.runPromise
  )

/** `U` is user and password, `H` the host, `P` the port, `S` the folder of the socket. */
const urls = [
  "postgresql://U@H:P/auth",
  "postgres://U@H:P/auth",
  "postgresql://U@H:P",
  "postgresql://U@H:P/",
  "postgresql://U@/auth?host=S&port=P",
  "postgresql://U@:P/auth?host=S",
  "postgresql://U@:1/auth?host=S&port=P",
  "postgresql:///auth?host=S&port=P&user=latchkey",
  "postgresql://:P/auth?host=S&user=latchkey",
  "postgresql://U@%S:P/auth",
  "postgresql://U@nowhere.invalid/auth?host=H&port=P",
  "postgresql://U@%S:P/auth?host=H",
  "postgresql://U@H:1/auth?port=P",
  "postgresql://U@H:P/other?dbname=auth",
  "postgresql://U@H:P?dbname=a%23b",
  "postgresql://U@H:P/other?dbname=auth&dbname=a%23b",
  "postgresql://U@H:P/a%23b",
  "postgresql://U@H:P/a%2Fb",
  "postgresql://U@H:P/a/b",
  "postgresql://U@H:P/a%3Fb",
  "postgresql://U@H:P/a%25b",
  "postgresql://U@H:P/a%20b",
  "postgresql://U@H:P/a+b",
  "postgresql://U@H:P/a%2Bb",
  "postgresql://U@H:P/x/../auth",
  "postgresql://U@H:P/x/%2e%2e/auth",
  "postgresql://U@H:P/auth/",
  "postgresql://U@H:P/Ünï",
  "postgresql://U@H:P/%C3%9Cn%C3%AF",
  "postgresql://U@H:P/auth?application_name=a+b&options=-c%20datestyle%3DGerman",
  "postgresql://U@H:P/auth?sslmode=disable",
  "postgresql://U@H:P/auth?user=latchkey",
  "postgresql://U@H:P/auth#",
  "postgresql://U@H:P/auth#x",
  "postgresql://U@H:P/auth?dbname=other#x",
  "postgresql://U@H:P\\other/auth",
  "postgresql://U@H:P/auth?hostaddr=H",
  "postgresql://U@nowhere.invalid:P/auth?hostaddr=H",
  "postgresql://U@H,H:P/auth",
  "postgresql://U@H:1,H:P/auth",
  "postgresql://U@/auth?host=H,H&port=1,P",
  "postgresql://U@H:P/auth?service=none"
]

/** What `psql` takes and Latchkey refuses: each with a reason, in the other test. */
const refused = [/,/, /hostaddr/, /#/]

describe.skipIf(psql === undefined)("A database URL, as psql reads it", () => {
  let server: TestServer.TestServer
  let fill: (url: string) => string

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "lk-"))
    chmodSync(folder, 0o777)
    const [programs] = installed()
    if (programs === undefined) throw new Error("There is no PostgreSQL")
    server = await TestServer.start(programs, ["fsync=off", `unix_socket_directories=${folder}`])
    const { hostname, password, port, username } = new URL(server.url)
    fill = (url) =>
      url
        .replaceAll("U@", `${username}:${password}@`)
        .replaceAll("%S", encodeURIComponent(folder))
        .replaceAll(/\bH\b/g, hostname)
        .replaceAll(/\bP\b/g, port)
        .replaceAll(/\bS\b/g, folder)
        .replace("&user=latchkey", `&user=latchkey&password=${password}`)
    const administrator = ServerDatabase.layerWithoutTimeouts({ url: Redacted.make(server.url) })
    await Effect.runPromise(
      Effect.flatMap(SqlClient, (sql) => Effect.forEach(names, (name) => sql.unsafe(`CREATE DATABASE "${name}"`))).pipe(
        Effect.provide(administrator)
      )
    )
  }, 60_000)
  afterAll(() => server.stop())

  it.each(urls)("%s leads to the same database, or to none", async (url) => {
    const [theirs, ours] = await Promise.all([ofPsql(fill(url)), ofPool(fill(url))])
    if (ours !== failed) assert.strictEqual(ours, theirs)
    else if (theirs !== failed)
      assert.isTrue(
        refused.some((form) => form.test(url)),
        `psql: ${theirs}`
      )
  })
})
