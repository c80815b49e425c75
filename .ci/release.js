/**
 * `npm run release` does everything but publish; `npm run release -- --publish` publishes, too. What is published is
 * what was checked: the same tarballs.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { manifestOf, packages, packChecked, root } from "./pack.js"

const isForReal = process.argv.includes("--publish")

const { version } = manifestOf(root)

/** What differs from the version of the repository, in words. */
const strays = packages().flatMap(({ manifest }) => [
  ...(manifest.version === version ? [] : [`${manifest.name} is ${manifest.version}`]),
  ...Object.entries(manifest.dependencies ?? {})
    .filter(([name, wanted]) => name.startsWith("@latchkey/") && wanted !== version)
    .map(([name, wanted]) => `${manifest.name} wants ${name} ${wanted}`)
])

const uncommitted = () => execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })

const stop = (/** @type {string} */ reason) => {
  process.stderr.write(`Not released: ${reason}\n`)
  process.exit(1)
}

if (strays.length > 0) stop(`everything has to be ${version}, but ${strays.join(", ")}`)
if (isForReal && uncommitted() !== "") stop("there are changes that are not committed")

const folder = mkdtempSync(join(tmpdir(), "latchkey-release-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))

const packed = await packChecked(folder)
if (packed.length === 0) stop("see above what is wrong with the packages")

/** So that a release that stopped half-way can be taken up again. */
const isPublished = (/** @type {string} */ name) =>
  spawnSync("npm", ["view", `${name}@${version}`, "version"], { cwd: root, encoding: "utf8" }).stdout.trim() === version

for (const { manifest, tarball } of packed) {
  if (isForReal && isPublished(manifest.name)) {
    process.stdout.write(`${manifest.name} ${version} is published already\n`)
    continue
  }
  const options = ["--access", "public", "--loglevel", "warn", ...(isForReal ? [] : ["--dry-run"])]
  const { status } = spawnSync("npm", ["publish", tarball, ...options], { cwd: root, stdio: "inherit" })
  if (status !== 0) stop(`npm did not take ${manifest.name}`)
}
process.stdout.write(
  isForReal
    ? `${packed.length} packages are published as ${version}\n`
    : `${packed.length} packages are ready as ${version}; nothing is published\n`
)
