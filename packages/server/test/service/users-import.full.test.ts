import { type ChildProcess, spawn } from "node:child_process"
import { createWriteStream, existsSync, readFileSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fileURLToPath } from "node:url"
import { assert, beforeEach, describe, it, onTestFinished } from "vitest"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"
import { until } from "@latchkey/test-support/process/until"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))
const bcrypt = "$2b$12$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq"

function* users(count: number) {
  for (let n = 0; n < count; n += 100) {
    let text = ""
    for (let i = n; i < Math.min(count, n + 100); i += 1) {
      text += `{"email":"user${i}@example.com","externalId":"crm|${i}","passwordHash":"${bcrypt}"}\n`
    }
    yield Buffer.from(text)
  }
}

function* hugeLine(megabytes: number) {
  const chunk = Buffer.alloc(1024 * 1024, "a")
  for (let sent = 0; sent < megabytes; sent += 1) yield chunk
  yield Buffer.from("\n")
}

/** The most memory that the process has had, in MiB. */
const peakOf = ({ pid }: Pick<ChildProcess, "pid">): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

describe("latchkey users, as a process", () => {
  let environment: Record<string, string>
  let directory: string
  let tables: Tables
  beforeEach(async () => {
    environment = { DATABASE_URL: await database() }
    directory = folder()
    await run(["migrate", "apply"], { directory, environment }).ended
    tables = openTables(environment["DATABASE_URL"] ?? "", onTestFinished)
  })
  const command = (...args: ReadonlyArray<string>) => run(["users", ...args], { directory, environment })
  const stored = () => tables.count("SELECT count(*) FROM users")
  const write = async (count: number) => {
    const path = join(directory, "users.ndjson")
    await pipeline(Readable.from(users(count)), createWriteStream(path))
    return path
  }
  const countsOf = (out: string) => JSON.parse(out) as { created: number; skipped: number; failed: number }

  it("import goes on where kill -9 has ended it, without doubles, and beside a running service", async () => {
    await Replica.startReplica({ database: environment["DATABASE_URL"] ?? "" })
    const path = await write(30_000)
    const killed = command("import", path)
    await until("the first users", async () => (await stored()) > 2000)
    killed.kill("SIGKILL")
    await killed.ended
    const before = await stored()
    assert.isBelow(before, 30_000)
    assert.strictEqual(before % 1000, 0)
    const again = command("import", "--json", path)
    assert.strictEqual(await again.ended, 0)
    assert.include(countsOf(again.out()), { created: 30_000 - before, skipped: before, failed: 0 })
    assert.strictEqual(await stored(), 30_000)
  })

  it("import ends with exit code 1 if a line is refused, and with 0 if the factors of its users are given up", async () => {
    const path = join(directory, "users.ndjson")
    const lines = [{ email: "a@example.com", passkeys: 2 }, { email: "b@example.com" }]
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"))
    const refused = command("import", path)
    assert.strictEqual(await refused.ended, 1)
    assert.include(refused.err(), `latchkey: 1 line could not be imported: see ${path}.errors.ndjson`)
    assert.strictEqual(await stored(), 1)
    const accepted = command("import", "--without-factors", path)
    assert.strictEqual(await accepted.ended, 0)
    assert.match(accepted.err(), /latchkey: line 1: user_[0-9a-f-]{36} had 2 passkeys there, and has none here\n/)
    assert.strictEqual(await stored(), 2)
    const exported = command("export", join(directory, "export.ndjson"))
    assert.deepStrictEqual([await exported.ended, exported.err()], [0, ""])
  })

  it("import says after Ctrl-C how far it is, with exit code 1, and goes on", async () => {
    const path = await write(30_000)
    const stopped = command("import", path)
    await until("the first users", async () => (await stored()) > 2000)
    stopped.kill("SIGINT")
    assert.strictEqual(await stopped.ended, 1)
    const [, line] = /latchkey: interrupted after line (\d+)\. Run the same command again/.exec(stopped.err()) ?? []
    assert.strictEqual(await stored(), Number(line))
    assert.isFalse(existsSync(`${path}.errors.ndjson`))
    const again = command("import", path)
    assert.strictEqual(await again.ended, 0)
    assert.strictEqual(await stored(), 30_000)
  })

  it("import ends after Ctrl-C while it waits for standard input", async () => {
    const child = spawn(process.execPath, [main, "users", "import", "-"], {
      cwd: directory,
      env: environment,
      stdio: ["pipe", "pipe", "pipe"]
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    child.stdin.write(Buffer.concat([...users(1500)]))
    await until("the first users", async () => (await stored()) === 1000)
    const begin = Date.now()
    child.kill("SIGINT")
    const [code] = await once(child, "exit")
    assert.strictEqual(code, 1)
    assert.isBelow(Date.now() - begin, 10_000)
  })

  it("import of a hundred thousand users and a line of ten gigabytes from standard input needs little memory", async () => {
    const child = spawn(process.execPath, [main, "users", "import", "--json", "-"], {
      cwd: directory,
      env: environment,
      stdio: ["pipe", "pipe", "inherit"]
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    let out = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, peakOf(child))), 200)
    onTestFinished(() => clearInterval(watch))
    const ended = once(child, "exit")
    const stream = function* () {
      yield* users(50_000)
      yield* hugeLine(10 * 1024)
      for (const chunk of users(100_000)) yield chunk
    }
    await pipeline(Readable.from(stream()), child.stdin)
    await until("the counts", async () => (out.endsWith("}\n") ? true : undefined))
    clearInterval(watch)
    await ended
    assert.include(countsOf(out), { created: 100_000, skipped: 50_000, failed: 1 })
    assert.deepStrictEqual(JSON.parse(readFileSync(join(directory, "users.errors.ndjson"), "utf8")), {
      line: 50_001,
      field: "line",
      reason: "is longer than 65536 bytes"
    })
    assert.isBelow(peak, 450)
    assert.isAbove(peak, 50)
  })

  it("export writes to standard output, which a reader may close, and to a file", async () => {
    await command("import", await write(20_000)).ended
    const whole = command("export")
    assert.strictEqual(await whole.ended, 0)
    assert.lengthOf(whole.out().trim().split("\n"), 20_000)
    assert.strictEqual(whole.err(), "")
    const closed = spawn(process.execPath, [main, "users", "export"], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let err = ""
    closed.stderr.on("data", (chunk) => (err += chunk))
    closed.stdout.once("data", () => closed.stdout.destroy())
    const [code] = await once(closed, "close")
    assert.deepStrictEqual([code, err], [1, "latchkey: Cannot write to standard output: the reader has closed it.\n"])
  })
})
