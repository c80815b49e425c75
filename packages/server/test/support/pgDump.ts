import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { everyServer } from "@latchkey/test-support/postgres/databases"
import { installed } from "@latchkey/test-support/postgres/programs"

const majorOf = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? Number.POSITIVE_INFINITY)

const dumpers = installed()
  .map(({ folder, major }) => ({ program: join(folder, "pg_dump"), major }))
  .filter(({ program }) => existsSync(program))

/** A server of this run, and a `pg_dump` that can read it: of the same version or newer. */
export const dumpable = everyServer().flatMap((server) =>
  dumpers.filter(({ major }) => major >= majorOf(server.name)).map(({ program }) => ({ server, program }))
)[0]

/** Returns a dump of the whole database. */
export const pgDump = async (program: string, url: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, [url], { maxBuffer: 64 * 1024 * 1024 })
  return stdout
}
