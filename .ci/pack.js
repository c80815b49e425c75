/**
 * `node .ci/pack.js <folder>`: packs every package into the folder, as npm would publish it, and says what publint and
 * attw have against it. They look at what was packed, and at every module that may be imported.
 */
import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/**
 * @typedef {{ name: string, version: string, private?: boolean, exports: Record<string, unknown>, dependencies?: Record<string, string> }} Manifest
 * @typedef {{ path: string, manifest: Manifest }} Package
 * @typedef {Package & { tarball: string }} Packed
 */

const run = promisify(execFile)

/** Of the repository. */
export const root = fileURLToPath(new URL("..", import.meta.url))

/** @returns {Manifest} */
export const manifestOf = (/** @type {string} */ path) => JSON.parse(readFileSync(join(path, "package.json"), "utf8"))

/** The packages that are published, each after those that it depends on. @returns {ReadonlyArray<Package>} */
export const packages = () => {
  const left = readdirSync(join(root, "packages"))
    .map((name) => join(root, "packages", name))
    .map((path) => ({ path, manifest: manifestOf(path) }))
    .filter(({ manifest }) => manifest.private !== true)
  const sorted = []
  while (left.length > 0) {
    const names = left.map(({ manifest }) => manifest.name)
    const next = left.findIndex(({ manifest }) => names.every((name) => manifest.dependencies?.[name] === undefined))
    if (next < 0) throw new Error(`These packages depend on one another: ${names.join(", ")}`)
    sorted.push(...left.splice(next, 1))
  }
  return sorted
}

/** @returns {Promise<ReadonlyArray<Packed>>} */
const pack = async (/** @type {string} */ folder) => {
  await run("npm", ["pack", "--workspaces", "--pack-destination", folder], { cwd: root })
  return packages().map(({ path, manifest }) => {
    const file = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`
    return { path, manifest, tarball: join(folder, file) }
  })
}

/** The modules that a package exports. */
const modulesOf = (/** @type {Packed} */ { path, manifest }) => {
  const isExported = (/** @type {string} */ module) => {
    const targets = Object.entries(manifest.exports)
      .filter(([key]) => (key.endsWith("*") ? module.startsWith(key.slice(0, -1)) : module === key))
      .map(([, target]) => target)
    return targets.length > 0 && !targets.includes(null)
  }
  const modules = readdirSync(join(path, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `./${name.slice(0, -".ts".length)}`)
  return [".", ...modules].filter(isExported)
}

const askPublint = async (/** @type {Packed} */ { tarball }) => {
  const { buffer, byteLength, byteOffset } = readFileSync(tarball)
  const packed = /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength))
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: packed } })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

const attw = join(root, "node_modules/.bin/attw")
const how = ["--format", "ascii", "--no-color", "--no-emoji"]

/** A package for CommonJS has another build for it. */
const profileOf = (/** @type {Packed} */ { manifest }) =>
  JSON.stringify(manifest.exports).includes('"require"') ? "node16" : "esm-only"

const askAttw = async (/** @type {Packed} */ packed) => {
  try {
    const profile = ["--profile", profileOf(packed)]
    await run(process.execPath, [attw, packed.tarball, ...how, ...profile, "--entrypoints", ...modulesOf(packed)])
    return []
  } catch (/** @type {any} */ { message, stdout }) {
    return [`attw: ${stdout === "" ? message : stdout}`]
  }
}

/** Packs and checks, and says what was found. Answers the packages, or none when something is wrong with one. */
export const packChecked = async (/** @type {string} */ folder) => {
  const all = await pack(folder)
  let areClean = true
  for (const packed of all) {
    const objections = (await Promise.all([askPublint(packed), askAttw(packed)])).flat()
    const { name, version } = packed.manifest
    process.stdout.write(`${name} ${version}: ${objections.length === 0 ? "clean" : objections.join("\n")}\n`)
    areClean &&= objections.length === 0
  }
  return areClean ? all : []
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packed = await packChecked(resolve(process.argv[2] ?? "."))
  process.exitCode = packed.length > 0 ? 0 : 1
}
