import { execFile } from "node:child_process"
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "@latchkey/test-support/freePort"
import { unprivileged } from "@latchkey/test-support/postgres/account"
import * as Cluster from "@latchkey/test-support/postgres/Cluster"
import { end, keep } from "@latchkey/test-support/postgres/Keeper"
import { installed } from "@latchkey/test-support/postgres/programs"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import type { CleanUp } from "@latchkey/test-support/process/latchkey"
import { until } from "@latchkey/test-support/process/until"

/** A server that archives its WAL, and base backups of it. */
export interface ArchivingServer {
  readonly url: string
  /** Makes a base backup with `pg_basebackup`. */
  readonly backUp: () => Promise<void>
  /** Resolves when everything that was committed is in the archive. */
  readonly archive: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Restores the base backup, with the archived WAL until a time or until its end, and returns the new server's URL. */
  readonly restore: (until?: string) => Promise<string>
}

/** A PostgreSQL of this machine that has `pg_basebackup`. The one that the tests bring along does not. */
export const programs = installed().find(({ folder }) => existsSync(join(folder, "pg_basebackup")))

const account = unprivileged()

/** Runs `use` with connections that are closed afterwards: a server that stops would break them. */
export const withTables = async <A>(url: string, use: (tables: Tables) => Promise<A>): Promise<A> => {
  const undos: Array<() => unknown> = []
  try {
    return await use(openTables(url, (undo) => undos.push(undo)))
  } finally {
    for (const undo of undos.reverse()) await undo()
  }
}

/** Makes a folder that PostgreSQL's account owns. */
const folder = (cleanUp: CleanUp): string => {
  const path = mkdtempSync(join(tmpdir(), "latchkey-archive-"))
  cleanUp(() => rmSync(path, { recursive: true, force: true }))
  if (account !== undefined) Cluster.giveTo(account, path)
  return path
}

const run = async (command: ReadonlyArray<string>, options: Cluster.Cluster["options"], directory: string) => {
  const server = keep(command, "INT", directory, options)
  await Cluster.ready(server)
  return server
}

/** Starts a server on a copy of the base backup. It replays the archive, and then accepts writes. */
const restore = async (cluster: Cluster.Cluster, base: string, archive: string, time: string, cleanUp: CleanUp) => {
  const directory = folder(cleanUp)
  const data = join(directory, "data")
  cpSync(base, data, { recursive: true })
  const target = time === "" ? "recovery_target_timeline = 'current'" : `recovery_target_time = '${time}'`
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `restore_command = 'cp "${archive}/%f" "%p"'\n${target}\nrecovery_target_action = 'promote'\narchive_mode = off\n`
  )
  writeFileSync(join(data, "recovery.signal"), "")
  if (account !== undefined) Cluster.giveTo(account, directory)
  const port = String(await freePort())
  // With the same settings otherwise: recovery refuses a smaller `max_connections` than that of the original.
  const [program = "", , , , , ...settings] = cluster.command
  const command = [program, "-D", data, "-p", port, ...settings]
  const server = await run(command, { ...cluster.options, cwd: directory }, directory)
  cleanUp(() => end(server))
  const url = new URL(cluster.url)
  url.port = port
  return url.href
}

/** Starts a server with an empty archive, and as durable as in production. */
export const start = async (cleanUp: CleanUp): Promise<ArchivingServer> => {
  if (programs === undefined) throw new Error("There is no PostgreSQL with pg_basebackup")
  const [directory, store] = [folder(cleanUp), folder(cleanUp)]
  const [archive, base] = [join(store, "archive"), join(store, "base")]
  mkdirSync(archive)
  if (account !== undefined) Cluster.giveTo(account, store)
  const cluster = await Cluster.make(programs, directory)
  // In a file, as in production: the base backup contains them, and a restored server would archive, too.
  const [, , data = ""] = cluster.command
  const command = `test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"`
  appendFileSync(join(data, "postgresql.auto.conf"), `archive_mode = on\narchive_command = '${command}'\n`)
  const server = await run(cluster.command, cluster.options, directory)
  cleanUp(() => end(server))
  const program = join(dirname(cluster.command[0] ?? ""), "pg_basebackup")
  return {
    url: cluster.url,
    backUp: async () => {
      const args = ["--pgdata", base, "--dbname", cluster.url, "--checkpoint", "fast"]
      await promisify(execFile)(program, args, { ...cluster.options, cwd: store })
    },
    archive: () =>
      withTables(cluster.url, async ({ count, rows }) => {
        const [switched] = await rows("SELECT pg_walfile_name(pg_switch_wal()) AS file")
        const archived = "SELECT count(*) FROM pg_stat_archiver WHERE last_archived_wal >= $1"
        await until("the archived WAL", async () => (await count(archived, [switched?.["file"]])) > 0, 60)
      }),
    stop: () => end(server),
    restore: (time = "") => restore(cluster, base, archive, time, cleanUp)
  }
}
