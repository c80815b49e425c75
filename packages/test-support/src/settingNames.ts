import { readdirSync } from "node:fs"
import * as Settings from "@latchkey/server/core/Settings"
import { read as readFile, root } from "./files.ts"

/** Every setting of the service. */
export const settingNames = Settings.names

/** Variables that dependencies of Latchkey read. */
export const othersNames: ReadonlySet<string> = new Set([
  "AWS_REGION",
  "AWS_ENDPOINT_URL_SESV2",
  "NODE_ENV",
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA"
])

/** Variables that `@latchkey/client/server` reads in an app: `env["NAME"]`. */
export const appNames: ReadonlySet<string> = new Set(
  [...readFile("packages/client/src/internal/server/Settings.ts").matchAll(/env\["([A-Z_]+)"\]/g)].flatMap(
    ([, variable]) => variable ?? []
  )
)

const exampleFiles = readdirSync(`${root}examples`, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.(js|ts|py|go|php|rb)$/.test(name) && !name.includes("node_modules")
)

/** Variables that an example reads: `process.env.NAME`, `environ.get("NAME", …)`, `setting("NAME", …)`. */
export const exampleNames: ReadonlySet<string> = new Set(
  exampleFiles.flatMap((name) =>
    [...readFile(`examples/${name}`).matchAll(/(?:process\.env\.|(?:environ\.get|setting)\(")([A-Z_]+)/g)].flatMap(
      ([, variable]) => variable ?? []
    )
  )
)

/** Variables that deploy/roles.sql reads: `\getenv name NAME`. */
export const roleNames: ReadonlySet<string> = new Set(
  [...readFile("deploy/roles.sql").matchAll(/^\\getenv \w+ (\w+)$/gm)].flatMap(([, variable]) => variable ?? [])
)

/** Returns the variables of an environment that neither Latchkey nor a dependency reads. */
export const unknownNames = (environment: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.keys(environment).filter((name) => !settingNames.has(name) && !othersNames.has(name))
