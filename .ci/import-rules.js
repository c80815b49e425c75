/**
 * `node .ci/import-rules.js [--write]`: checks that the linter enforces `import-rules.json`, and exits with 1 if not. With
 * `--write` it updates those `overrides` of `biome.json`. `test/architecture.test.ts` enforces the same file.
 *
 * - `packages`: what each package may import, besides its own files.
 * - `peers`: what a package works with, and names in its `peerDependencies`, but does not import.
 * - `barrels`: packages that are imported by module (`effect/Effect`), never as a whole (`effect`).
 * - `rooms`: the folders of a package, one per capability. In the domain, a room imports only rooms before it in `order`.
 *   In the packages of `ordered`, a room imports only those before it in the order of that package. In those of `acyclic`,
 *   rooms never import each other in a circle. `additional`: the packages that have rooms, and the names that only they have. `halves`:
 *   folders that have rooms, and the rooms that they share with the rest. `ground`: patterns of paths of files that are data
 *   of their room. They stand below all rooms: every room may import them, also where one file lists those of all rooms,
 *   and they import nothing but each other.
 */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * @typedef {{
 *   packages: Record<string, ReadonlyArray<string>>,
 *   barrels: { names: ReadonlyArray<string>, except: ReadonlyArray<string> }
 * }} Rules
 */

const root = fileURLToPath(new URL("..", import.meta.url))
const biome = join(root, "node_modules/@biomejs/biome/bin/biome")

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8")
const json = (/** @type {string} */ path) => JSON.parse(read(path))

/** @type {Rules} */
const rules = json(".ci/import-rules.json")

const isBarrel = (/** @type {string} */ name) =>
  !rules.barrels.except.includes(name) &&
  rules.barrels.names.some(
    (pattern) => name === pattern || (pattern.endsWith("/*") && name.startsWith(pattern.slice(0, -1)))
  )

/** Every barrel that a manifest of this repository names. */
const barrels = () => {
  const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}`)
  const names = [".", ...folders].flatMap((folder) => {
    const { name, dependencies, devDependencies, peerDependencies } = json(join(folder, "package.json"))
    return [name, ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })]
  })
  return [...new Set(names)].filter(isBarrel).sort()
}

const patternsOf = (/** @type {string} */ name) => {
  if (name === "node:*") return ["!node:{*,*/*}"]
  return isBarrel(name) ? [`!${name}/**`] : [`!${name}`, `!${name}/**`]
}

const restrict = (/** @type {ReadonlyArray<string>} */ includes, /** @type {object} */ options) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports: { level: "error", options } } } }
})

const overrides = () => [
  restrict(["**"], { paths: Object.fromEntries(barrels().map((name) => [name, `Import a module: ${name}/….`])) }),
  ...Object.entries(rules.packages).map(([name, imports]) =>
    restrict([`packages/${name}/src/**`], {
      patterns: [
        {
          group: ["**", "!./**", "!../**", ...imports.flatMap(patternsOf), "**/{src,dist}/**"],
          message: `${name} may import ${imports.join(", ") || "nothing"} and its own modules: see .ci/import-rules.json.`
        }
      ]
    })
  )
]

const formatted = (/** @type {object} */ configuration) =>
  execFileSync(process.execPath, [biome, "format", "--stdin-file-path=biome.json"], {
    cwd: root,
    input: JSON.stringify(configuration),
    encoding: "utf8"
  })

const configured = json("biome.json")

/** The overrides that are about something else. */
const others = configured.overrides.filter(
  (/** @type {{ linter: { rules: { style?: object } } }} */ { linter }) =>
    !("noRestrictedImports" in (linter.rules?.style ?? {}))
)

const expected = formatted({ ...configured, overrides: [...others, ...overrides()] })

if (process.argv.includes("--write")) {
  writeFileSync(join(root, "biome.json"), expected)
} else if (read("biome.json") !== expected) {
  process.stderr.write("biome.json differs from .ci/import-rules.json. Run: node .ci/import-rules.js --write\n")
  process.exitCode = 1
}
