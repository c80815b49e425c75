import { type ChildProcess, execFile, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, cpSync, lchownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "../freePort.ts"
import { type Account, unprivileged } from "./account.ts"
import { environment, type Options, says } from "./Keeper.ts"
import type { Programs } from "./programs.ts"

/** The data of a server, and how to start it. */
export interface Cluster {
  readonly url: string
  readonly data: string
  /** The server's command line, without further settings. */
  readonly command: ReadonlyArray<string>
  /** How to spawn its programs: account, working directory, environment. */
  readonly options: Options
}

const clusterOptions = ["--auth=password", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"]

const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"]

/** Returns settings as arguments of the server. */
export const asArguments = (settings: ReadonlyArray<string>): ReadonlyArray<string> =>
  settings.flatMap((setting) => ["-c", setting])

/** Makes the account the owner of everything in the folder. */
export const giveTo = (account: Account, path: string): void => {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) giveTo(account, inside)
    else lchownSync(inside, account.uid, account.gid)
  }
  chownSync(path, account.uid, account.gid)
}

/** Returns a folder of the programs that the account can read: a copy if the original is not readable. */
const reachable = (programs: Programs, account: Account | undefined, directory: string): string => {
  if (account === undefined) return programs.folder
  const attempt = spawnSync(join(programs.folder, "postgres"), ["--version"], { ...account, stdio: "ignore", cwd: "/" })
  if (attempt.status === 0) return programs.folder
  const copy = join(directory, "programs")
  cpSync(dirname(programs.folder), copy, { recursive: true, verbatimSymlinks: true })
  giveTo(account, copy)
  return join(copy, "bin")
}

/** Resolves when the server accepts connections, if only for reads. Rejects if it exits before. */
export const ready = (server: ChildProcess): Promise<void> => says(server, "system is ready to accept")

/** Creates an empty cluster in the folder, for a free port of 127.0.0.1, with a random password unless one is given. */
export const make = async (
  programs: Programs,
  directory: string,
  password = randomBytes(16).toString("hex")
): Promise<Cluster> => {
  const account = unprivileged()
  const data = join(directory, "data")
  const passwordFile = join(directory, "password")
  mkdirSync(data)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) giveTo(account, directory)
  const folder = reachable(programs, account, directory)
  const options = { ...account, cwd: directory, env: environment }
  const [port] = await Promise.all([
    freePort(),
    promisify(execFile)(
      join(folder, "initdb"),
      [...clusterOptions, `--pgdata=${data}`, "--username=latchkey", `--pwfile=${passwordFile}`],
      options
    )
  ])
  return {
    url: `postgresql://latchkey:${password}@127.0.0.1:${port}/postgres`,
    data,
    command: [join(folder, "postgres"), "-D", data, "-p", String(port), ...asArguments(settings)],
    options
  }
}
