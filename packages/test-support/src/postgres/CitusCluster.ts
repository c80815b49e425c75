import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { unprivileged } from "./account.ts"
import * as Cluster from "./Cluster.ts"
import { end, keep } from "./Keeper.ts"
import { installed, type Programs } from "./programs.ts"

/** A Citus cluster: the URLs of its coordinator, and of its workers. */
export interface Nodes {
  readonly coordinator: string
  readonly workers: ReadonlyArray<string>
}

export interface CitusCluster extends Nodes {
  /** Stops every node and deletes its data. */
  readonly stop: () => Promise<void>
}

const hasCitus = ({ folder }: Programs): boolean => {
  try {
    const shared = execFileSync(join(folder, "pg_config"), ["--sharedir"], { encoding: "utf8" }).trim()
    return existsSync(join(shared, "extension", "citus.control"))
  } catch {
    return false
  }
}

/** Returns a PostgreSQL that the extension Citus is installed in, if this machine has one. */
export const programs = (): Programs | undefined => installed().find(hasCitus)

// Few shards: each is a separate table, and every test creates all of them.
const settings = Cluster.asArguments([
  "shared_preload_libraries=citus",
  "citus.shard_count=4",
  "citus.node_conninfo=sslmode=prefer",
  "max_prepared_transactions=200",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off"
])

/** The page of ids of transactions that each node begins with. Nodes count for themselves: no two are near each other. */
const pages = { coordinator: 10, "worker-1": 0, "worker-2": 20 }

/** Sets the id of the next transaction of a server that does not run. A page of the log of commits has 32,768. */
const setNextId = ({ command: [server = ""], data, options }: Cluster.Cluster, page: number): void => {
  if (page > 0) execFileSync(join(dirname(server), "pg_resetwal"), ["-x", `${page * 32_768}`, data], options)
}

interface Node extends Cluster.Cluster {
  readonly directory: string
}

/** Writes the file from which a node takes the password of the others. */
const writePassword = ({ directory, url }: Node): string => {
  const file = join(directory, "pgpass")
  writeFileSync(file, `*:*:*:*:${new URL(url).password}\n`, { mode: 0o600 })
  const account = unprivileged()
  if (account !== undefined) Cluster.giveTo(account, directory)
  return file
}

const serve = async (nodes: ReadonlyArray<Node>): Promise<CitusCluster> => {
  const servers = nodes.map((node) => {
    const env = { ...node.options.env, PGPASSFILE: writePassword(node) }
    return keep([...node.command, ...settings], "INT", node.directory, { ...node.options, env })
  })
  await Promise.all(servers.map(Cluster.ready))
  const [coordinator = "", ...workers] = nodes.map(({ url }) => url)
  return { coordinator, workers, stop: async () => void (await Promise.all(servers.map(end))) }
}

/** Starts a coordinator and two workers on free ports of 127.0.0.1. They share a random password, as Citus requires. */
export const start = async (programs: Programs): Promise<CitusCluster> => {
  const pagesOf = new Map(
    Object.entries(pages).map(([name, page]) => [mkdtempSync(join(tmpdir(), `latchkey-citus-${name}-`)), page])
  )
  const directories = [...pagesOf.keys()]
  const password = randomBytes(16).toString("hex")
  try {
    const nodes = await Promise.all(
      [...pagesOf].map(async ([directory, page]) => {
        const cluster = await Cluster.make(programs, directory, password)
        setNextId(cluster, page)
        return { ...cluster, directory }
      })
    )
    return await serve(nodes)
  } catch (cause) {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
    throw new Error(`Citus in ${programs.folder} does not run`, { cause })
  }
}
