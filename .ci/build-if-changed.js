/**
 * `node .ci/build-if-changed.js`: builds the packages, unless nothing has changed since it last did so. The compiler
 * needs seconds to find that out; this needs the times and sizes of the files.
 */
import { execSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url))
const stamp = join(root, "node_modules", ".cache", "latchkey", "build")

/** @type {(folder: string) => ReadonlyArray<string>} */
const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

/** Sources, settings and what was compiled, each with its time and size. */
const fingerprint = () => {
  const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name))
  const settings = [root, ...packages].flatMap((folder) =>
    ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.base.json"].map((name) => join(folder, name))
  )
  const files = [
    join(root, ".config/tsconfig.build.json"),
    ...settings,
    ...packages.flatMap((name) => ["src", "dist"].flatMap((part) => filesIn(join(name, part))))
  ]
  const hash = createHash("sha256").update(process.version)
  for (const file of files.filter((name) => existsSync(name)).sort()) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest("hex")
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()

if (!isBuilt()) {
  execSync("npm run --silent build", { cwd: root, stdio: "inherit" })
  mkdirSync(join(stamp, ".."), { recursive: true })
  writeFileSync(stamp, fingerprint())
}
