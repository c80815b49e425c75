import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

const folders = [
  "packages/postgres/test",
  "packages/server/test/database",
  "test/conformance",
  "test/http",
  "test/limits"
] as const

/** What has other values in `npm run test:full`: stores, versions of PostgreSQL and mounts. */
const differs =
  /\b(?:databases|databasesWithCitus|isFull|mountsUnderTest|onBothMounts|onEveryStore|servers|serversWithCitus)[<(]/

/** Returns the tests of `npm test` that `npm run test:full` runs again, because they prove something else there. */
export const repeated = (): Array<string> =>
  folders
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".test.ts") && !name.endsWith(".full.test.ts"))
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    )
    .filter((path) => differs.test(readFileSync(`${root}${path}`, "utf8")))
