import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Cluster from "./Cluster.ts"
import { end, keep } from "./Keeper.ts"
import type { Programs } from "./programs.ts"

export interface TestServer {
  readonly name: string
  readonly url: string
  /** Stops the server and deletes its data. */
  readonly stop: () => Promise<void>
}

/** Faster, and not durable: no data has to outlive a test. */
const forTests = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

const serve = async (programs: Programs, directory: string, settings: ReadonlyArray<string>): Promise<TestServer> => {
  const { url, command, options } = await Cluster.make(programs, directory)
  const server = keep([...command, ...Cluster.asArguments(settings)], "INT", directory, options)
  await Cluster.ready(server)
  return { name: `PostgreSQL ${programs.major}`, url, stop: () => end(server) }
}

/** Creates a cluster in a temporary folder, and serves it on a free port of 127.0.0.1 with a random password. */
export const start = async (programs: Programs, settings = forTests): Promise<TestServer> => {
  const directory = mkdtempSync(join(tmpdir(), `latchkey-postgres-${programs.major}-`))
  try {
    return await serve(programs, directory, settings)
  } catch (cause) {
    rmSync(directory, { recursive: true, force: true })
    throw new Error(`PostgreSQL ${programs.major} in ${programs.folder} does not run`, { cause })
  }
}
