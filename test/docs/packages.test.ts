import { readdirSync } from "node:fs"
import { join } from "node:path"
import { read, root } from "@latchkey/test-support/files"
import { describe, expect, test } from "vitest"

interface Manifest {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => JSON.parse(read(`packages/${folder}/package.json`))

const published = readdirSync(join(root, "packages")).filter((folder) => manifestOf(folder).private !== true)

const prefix = "@latchkey/"

/** Returns the packages of this repository that a package needs itself. */
const neededBy = (folder: string): ReadonlyArray<string> =>
  Object.keys(manifestOf(folder).dependencies ?? {})
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))

const page = read("docs/embedding.md")

/** Returns the packages in the braces of a command, such as `latchkey-{domain,http}`. */
const inBraces = (before: string): ReadonlyArray<string> =>
  new RegExp(`${before}\\{([a-z,]+)\\}`).exec(page)?.[1]?.split(",") ?? []

const table = page.split("| for | packages |\n| --- | --- |\n")[1]?.split("\n\n")[0] ?? ""

/** The packages of each row, which are in its last column. */
const rows = table.split("\n").map((row) => {
  const [, , packages = ""] = row.split("|")
  return [...packages.matchAll(/`([a-z]+)`/g)].map(([, name = ""]) => name)
})

describe("The packages that an app installs before they are on npm", () => {
  test("are all packed", () => {
    expect([...inBraces("packages/")].sort()).toEqual([...published].sort())
  })

  test("include every package that another one needs", () => {
    expect(rows).toHaveLength(4)
    for (const packages of [inBraces("latchkey-"), ...rows]) {
      expect(packages).not.toEqual([])
      for (const name of packages) expect(packages, name).toEqual(expect.arrayContaining([...neededBy(name)]))
    }
  })
})
