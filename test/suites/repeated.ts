import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

const folders = ["test", ...readdirSync(`${root}packages`).map((name) => `packages/${name}/test`)]

/** What has other values in `npm run test:full`: stores, versions of PostgreSQL and of frameworks, and mounts. */
const differs =
  /\b(?:databases|databasesWithCitus|frameworksUnderTest|isFull|mountsUnderTest|onBothMounts|onEveryStore|servers|serversWithCitus)[<(]/

/** Returns the tests of `npm test` that `npm run test:full` runs again, because they prove something else there. */
export const repeated = (): Array<string> =>
  folders
    .filter((folder) => existsSync(`${root}${folder}`))
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".test.ts") && !name.endsWith(".full.test.ts"))
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    )
    // It only names them.
    .filter((path) => path !== "test/rules/rules.test.ts")
    .filter((path) => differs.test(readFileSync(`${root}${path}`, "utf8")))
