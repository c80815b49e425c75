import { existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { unprivileged } from "./account.ts"
import { freePort } from "../freePort.ts"
import { giveTo } from "./Cluster.ts"
import { end, environment, keep, says } from "./Keeper.ts"

/** PgBouncer in front of one database, in transaction mode. */
export interface PgBouncer {
  /** The URL of the database, through PgBouncer. */
  readonly url: string
  /** Kills it with all its connections, and starts it again on the same port. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The path of the program, if this machine has it. Debian installs it in /usr/sbin. */
export const program: string | undefined = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "pgbouncer"))
  .find((path) => existsSync(path))

const listed = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("")

/** Writes the configuration for the database at `url`, and returns its folder. */
const configure = (url: string, settings: Readonly<Record<string, string>>): string => {
  const { hostname, port, username, password } = new URL(url)
  const directory = mkdtempSync(join(tmpdir(), "latchkey-pgbouncer-"))
  const users = join(directory, "users")
  const databases = listed({ "*": `host=${hostname} port=${port}` })
  const configuration = listed({
    pool_mode: "transaction",
    listen_addr: "127.0.0.1",
    unix_socket_dir: "",
    auth_type: "scram-sha-256",
    auth_file: users,
    max_client_conn: "200",
    default_pool_size: "4",
    ...settings
  })
  writeFileSync(join(directory, "pgbouncer.ini"), `[databases]\n${databases}[pgbouncer]\n${configuration}`)
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 })
  return directory
}

/** Starts it for the database at `url`, with additional `settings`. */
export const start = async (url: string, settings: Readonly<Record<string, string>> = {}): Promise<PgBouncer> => {
  if (program === undefined) throw new Error("There is no PgBouncer")
  const [file, account, port] = [program, unprivileged(), String(await freePort())]

  const run = async () => {
    const directory = configure(url, { ...settings, listen_port: port })
    // PgBouncer refuses root, as PostgreSQL does.
    if (account !== undefined) giveTo(account, directory)
    const bouncer = keep([file, join(directory, "pgbouncer.ini")], "KILL", directory, {
      ...account,
      cwd: directory,
      env: environment
    })
    await says(bouncer, "process up")
    return bouncer
  }

  let bouncer = await run()
  const through = new URL(url)
  through.port = port
  return {
    url: through.href,
    restart: async () => {
      await end(bouncer)
      bouncer = await run()
    },
    stop: () => end(bouncer)
  }
}
