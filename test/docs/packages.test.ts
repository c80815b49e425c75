import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

interface Manifest {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(`packages/${folder}/package.json`, "utf8"))

const published = readdirSync("packages").filter((folder) => manifestOf(folder).private !== true)

/** Returns the packages of this repository that a package needs itself. */
const neededBy = (folder: string): ReadonlyArray<string> =>
  Object.keys(manifestOf(folder).dependencies ?? {})
    .filter((name) => name.startsWith("@latchkey/"))
    .map((name) => name.slice("@latchkey/".length))

const page = readFileSync("docs/embedding.md", "utf8")
const inBraces = (before: string): ReadonlyArray<string> =>
  new RegExp(`${before}\\{([a-z,]+)\\}`).exec(page)?.[1]?.split(",") ?? []

/** The packages in each row of the table: those of the `| for | packages |`. */
const rows = [...(page.split("| for | packages |")[1]?.split("\n\n")[0] ?? "").matchAll(/^\|(.*)\|(.*)\|$/gm)]
  .map(([, purpose, packages]) => [purpose?.trim() ?? "", [...(packages ?? "").matchAll(/`([a-z]+)`/g)]] as const)
  .map(([purpose, packages]) => [purpose, packages.map(([, name]) => name ?? "")] as const)
  .filter(([, packages]) => packages.length > 0)

const missingIn = (packages: ReadonlyArray<string>) =>
  packages.flatMap(neededBy).filter((needed) => !packages.includes(needed))

describe("The packages that an app installs before they are on npm", () => {
  test("are all packed", () => expect([...inBraces("packages/")].sort()).toEqual([...published].sort()))

  test("include every package that another one needs", () => {
    expect(rows).toHaveLength(4)
    expect(
      [["npm install", inBraces("latchkey-")] as const, ...rows].map(([name, all]) => [name, missingIn(all)])
    ).toEqual(["npm install", ...rows.map(([name]) => name)].map((name) => [name, []]))
  })
})
