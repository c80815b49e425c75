import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, cpSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { type Account, unprivileged } from "./account.ts"
import type { Programs } from "./programs.ts"

export interface TestServer {
  readonly name: string
  readonly url: string
  /** Stops the server and deletes its data. */
  readonly stop: () => Promise<void>
}

// Standard input ends when the tests end, however they end: even killed, they leave no server and no data behind.
const keeper = `
directory=$1; shift
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT "$server"; } 2>/dev/null & reader=$!
wait "$server"
kill "$reader" 2>/dev/null
rm -rf "$directory"
`

const environment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }

const clusterOptions = ["--auth=password", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"]

const always = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"]

/** Nothing has to outlive a test. */
const forTests = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const giveTo = (account: Account, path: string): void => {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) giveTo(account, inside)
    else lchownSync(inside, account.uid, account.gid)
  }
  chownSync(path, account.uid, account.gid)
}

/** The programs where the account can run them: a copy when they are in a folder that is closed to it. */
const reachable = (programs: Programs, account: Account | undefined, directory: string): string => {
  if (account === undefined) return programs.folder
  const attempt = spawnSync(join(programs.folder, "postgres"), ["--version"], { ...account, stdio: "ignore", cwd: "/" })
  if (attempt.status === 0) return programs.folder
  const copy = join(directory, "programs")
  cpSync(dirname(programs.folder), copy, { recursive: true, verbatimSymlinks: true })
  giveTo(account, copy)
  return join(copy, "bin")
}

const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = ""
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000)
      if (log.includes("ready to accept connections")) resolve()
    })
    server.once("error", reject)
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })

const ended = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve()
    else server.once("exit", () => resolve())
    server.stdin?.end()
  })

const serve = async (programs: Programs, directory: string, settings: ReadonlyArray<string>): Promise<TestServer> => {
  const account = unprivileged()
  const data = join(directory, "data")
  const passwordFile = join(directory, "password")
  const password = randomBytes(16).toString("hex")
  mkdirSync(data)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) giveTo(account, directory)
  const folder = reachable(programs, account, directory)
  const options = { ...account, cwd: directory, env: environment }
  const [port] = await Promise.all([
    freePort(),
    promisify(execFile)(
      join(folder, "initdb"),
      [...clusterOptions, `--pgdata=${data}`, `--username=latchkey`, `--pwfile=${passwordFile}`],
      options
    )
  ])
  const configuration = [...always, ...settings].flatMap((setting) => ["-c", setting])
  const command = [join(folder, "postgres"), "-D", data, "-p", String(port), ...configuration]
  const server = spawn("/bin/sh", ["-c", keeper, "sh", directory, ...command], {
    ...options,
    // Ctrl-C is for the tests. They end, and then this ends.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"]
  })
  await ready(server)
  return {
    name: `PostgreSQL ${programs.major}`,
    url: `postgresql://latchkey:${password}@127.0.0.1:${port}/postgres`,
    stop: () => ended(server)
  }
}

/** Makes a database cluster in a temporary folder and serves it on a free port of 127.0.0.1, behind a random password. */
export const start = async (programs: Programs, settings = forTests): Promise<TestServer> => {
  const directory = mkdtempSync(join(tmpdir(), `latchkey-postgres-${programs.major}-`))
  try {
    return await serve(programs, directory, settings)
  } catch (cause) {
    rmSync(directory, { recursive: true, force: true })
    throw new Error(`PostgreSQL ${programs.major} in ${programs.folder} does not run`, { cause })
  }
}
