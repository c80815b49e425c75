import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, type Latchkey, run } from "@latchkey/test-support/process/latchkey"
import { until } from "@latchkey/test-support/process/until"

const patience = 60_000

const ada = { email: "ada@example.com", password: "correct horse battery" }

const signUp = (port: number) => new Browser(`http://localhost:${port}`).post("/v1/auth/sign-up/email-password", ada)
const signIn = (port: number) => new Browser(`http://localhost:${port}`).post("/v1/auth/sign-in/email-password", ada)

const has = (program: string) => spawnSync(program, ["--version"]).status === 0

const ready = async (latchkey: Latchkey): Promise<Latchkey> => {
  await latchkey.says("Stop with Ctrl-C.")
  return latchkey
}

const cleanUp = afterTests()

const start = (directory: string, port: number, undo?: typeof cleanUp): Promise<Latchkey> =>
  ready(run(["dev"], { directory, environment: { PORT: String(port) } }, undo))

const megabytesOf = (pid: number | string): number => {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
  } catch {
    return 0
  }
}

const childrenOf = (pid: number): ReadonlyArray<string> => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap(
      (task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").match(/\d+/g) ?? []
    )
  } catch {
    return []
  }
}

/** Watches a process and its children. Returns how to read the most memory that they had; 0 if not on Linux. */
const watchMemory = (pid: number) => {
  let most = 0
  const look = () => {
    most = Math.max(
      most,
      [pid, ...childrenOf(pid)].reduce<number>((sum, one) => sum + megabytesOf(one), 0)
    )
  }
  const timer = setInterval(look, 20)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Starts in an empty folder for the first time. Other tests copy the folder it leaves. */
const firstStart = async () => {
  const [directory, port] = [folder(cleanUp), await freePort()]
  const latchkey = run(["dev"], { directory, environment: { PORT: String(port) } }, cleanUp)
  const most = watchMemory(latchkey.pid)
  await ready(latchkey)
  const { status } = await signUp(port)
  const megabytes = most()
  latchkey.kill("SIGTERM")
  assert.deepEqual([status, await latchkey.ended], [200, 0])
  return { directory, megabytes, out: latchkey.out(), err: latchkey.err() }
}

let first: Awaited<ReturnType<typeof firstStart>>

/** Creates a folder in which `latchkey dev` has run before. */
const usedFolder = (undo?: typeof cleanUp): string => {
  const directory = folder(undo)
  cpSync(first.directory, directory, { recursive: true })
  return directory
}

const startInUsedFolder = async () => {
  const [directory, port] = [usedFolder(cleanUp), await freePort()]
  return { directory, port, latchkey: await start(directory, port, cleanUp) }
}

/** A running process, for the tests that do not end it. */
let running: Awaited<ReturnType<typeof startInUsedFolder>>

beforeAll(async () => {
  first = await firstStart()
  running = await startInUsedFolder()
})

describe("latchkey dev", () => {
  it("starts in an empty folder without settings, says that it creates a database, and ends with SIGTERM", () => {
    assert.match(first.out, /^latchkey: creating a database in .+\/\.latchkey \(once\)\n/)
    assert.include(first.out, `${first.directory}/.latchkey (new)`)
    assert.strictEqual(first.err, "")
  })

  it("needs less than 400 MB for its first start, with every process that it starts", () => {
    assert.isBelow(first.megabytes, 400)
  })

  it("keeps every account across restarts", { timeout: patience }, async () => {
    const [directory, port] = [usedFolder(), await freePort()]
    const latchkey = await start(directory, port)
    assert.include(latchkey.out(), `${directory}/.latchkey (existing data)`)
    assert.strictEqual((await signIn(port)).status, 200)
    latchkey.kill("SIGINT")
    assert.strictEqual(await latchkey.ended, 0)
  })

  it("keeps its data when it is killed repeatedly during requests", { timeout: patience }, async () => {
    const [directory, port] = [usedFolder(), await freePort()]
    for (const _ of [1, 2]) {
      const latchkey = await start(directory, port)
      assert.strictEqual((await signIn(port)).status, 200)
      const unfinished = Array.from({ length: 20 }, () => signIn(port).catch(() => undefined))
      latchkey.kill("SIGKILL")
      assert.isNull(await latchkey.ended)
      await Promise.all(unfinished)
    }
    await start(directory, port)
    assert.strictEqual((await signIn(port)).status, 200)
  })

  it("leaves no part of a database when its first start is interrupted, and then starts", {
    timeout: patience
  }, async () => {
    const [directory, port] = [folder(), await freePort()]
    const data = join(directory, ".latchkey")
    const parts = () => (existsSync(data) ? readdirSync(data).filter((name) => name.startsWith("database")) : [])
    const latchkey = run(["dev"], { directory, environment: { PORT: String(port) } })
    await until("a database in creation", () => parts().some((name) => existsSync(join(data, name, "PG_VERSION"))))
    latchkey.kill("SIGINT")
    assert.strictEqual(await latchkey.ended, 0)
    assert.deepStrictEqual(parts(), [])
    await start(directory, port)
    assert.deepStrictEqual([(await signUp(port)).status, parts()], [200, ["database"]])
  })

  it("refuses a second process in its folder, and keeps working", { timeout: patience }, async () => {
    const { directory, latchkey, port } = running
    const second = run(["dev"], { directory, environment: { PORT: String(await freePort()) } })
    assert.strictEqual(await second.ended, 1)
    assert.strictEqual(
      second.err(),
      `latchkey: Latchkey is already running in this folder (process ${latchkey.pid}). ` +
        "Stop it first, or start in another folder.\n"
    )
    assert.strictEqual((await signIn(port)).status, 200)
  })

  it("fails with one line if its port is in use", { timeout: patience }, async () => {
    const { port } = running
    const second = run(["dev"], { directory: usedFolder(), environment: { PORT: String(port) } })
    assert.strictEqual(await second.ended, 1)
    assert.strictEqual(
      second.err(),
      `latchkey: Port ${port} is in use. Stop the program that uses it, or set PORT to another port.\n`
    )
  })

  it("says in a reply what is wrong with the set-up", { timeout: patience }, async () => {
    const url = `http://localhost:${running.port}`
    const visitor = await new Browser(url).get("/v1/auth/session")
    assert.strictEqual(visitor.status, 401)
    assert.include(visitor.json["hint"], "forwards __client and __session")
    const refused = await new Browser(url, { origin: "https://app.example.com" }).post("/v1/auth/sign-out")
    assert.strictEqual(refused.status, 403)
    assert.include(refused.json["hint"], 'The origin "https://app.example.com" is not allowed')
    assert.notProperty((await new Browser(url).get("/v1/admin/instances")).json, "hint")
  })

  it("serves every URL that it prints, and an admin API for the key", { timeout: patience }, async () => {
    const { latchkey, port } = running
    const browser = new Browser(`http://localhost:${port}`)
    for (const path of ["/", "/docs", "/dev/inbox"]) {
      const reply = await browser.get(path)
      assert.strictEqual(reply.status, 200, path)
      assert.match(String(reply.headers["content-type"]), /^text\/html/)
    }
    const key = /Admin key +(\S+)/.exec(latchkey.out())?.[1]
    const instances = await browser.get("/v1/admin/instances", { authorization: `Bearer ${key}` })
    assert.strictEqual(instances.status, 200)
    assert.include(instances.text, '"id":"default"')
  })
})

describe.skipIf(!has("curl") || !has("bash"))("The commands that latchkey dev prints", () => {
  it("work when pasted into a shell", { timeout: patience }, async () => {
    const lines = running.latchkey
      .out()
      .split("\n")
      .filter((line) => /^(curl|sleep) /.test(line))
      .map((line) => line.replace("ada@example.com", "grace@example.com"))
    const replies = execFileSync("bash", ["-c", lines.join("\n")], { encoding: "utf8", cwd: "/" })
      .trim()
      .split("\n")
      .map((reply) => JSON.parse(reply))
    const isSignedIn = (reply: object) => assert.hasAllKeys(reply, ["userId", "sessionId"])

    assert.strictEqual(replies.length, 8)
    const [signedUp, signedOut, signedIn, session, requested, inbox, opened, signedOutAll] = replies
    isSignedIn(signedUp)
    assert.deepStrictEqual(signedOut, { ok: true })
    isSignedIn(signedIn)
    assert.deepInclude(session, { email: "grace@example.com", sessionId: signedIn.sessionId })
    assert.deepStrictEqual(requested, { ok: true })
    assert.strictEqual(inbox.emails.length, 1)
    isSignedIn(opened)
    assert.strictEqual(opened.userId, signedUp.userId)
    assert.notStrictEqual(opened.sessionId, signedIn.sessionId)
    assert.deepStrictEqual(signedOutAll, { ok: true })
  })
})
