/** Copies of examples, with the packages as npm would install them. */
import { cpSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { run } from "./run.ts"
import { manifestIn, names, root, tarballOf, temporaryFolder } from "./tarballs.ts"

/** Returns the manifest of an example with the packed packages, also for nested dependencies. */
const withTarballs = (folder: string, tarballs: string) => {
  const manifest = manifestIn(folder)
  const packed = Object.fromEntries(names.map((name) => [`@latchkey/${name}`, `file:${tarballOf(name, tarballs)}`]))
  const replaced = (dependencies: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, packed[name] ?? version]))
  return {
    ...manifest,
    dependencies: replaced(manifest.dependencies),
    devDependencies: replaced(manifest.devDependencies),
    overrides: packed
  }
}

/** Copies an example to an empty folder outside the repository. Its packages of Latchkey are those in `tarballs`. */
export const copyOf = (name: string, tarballs: string, cleanUp: (undo: () => void) => void): string => {
  const folder = temporaryFolder(cleanUp)
  const isGenerated = (path: string) => ["node_modules", "dist", "package-lock.json"].includes(basename(path))
  cpSync(join(root, "examples", name), folder, { recursive: true, filter: (path) => !isGenerated(path) })
  writeFileSync(join(folder, "package.json"), JSON.stringify(withTarballs(folder, tarballs), null, 2))
  return folder
}

/** Returns `true` if a registry responds. Without one, npm reports a version conflict instead. */
const isRegistryAvailable = async (folder: string): Promise<boolean> => {
  const args = ["view", "effect", "version", "--prefer-online", "--fetch-retries=0"]
  return (await run("npm", args, { cwd: folder })).code === 0
}

/** Installs what an example needs. Throws an error that says if there is no registry. */
export const install = async (folder: string): Promise<void> => {
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"]
  // By default, npm takes minutes to find out that there is no registry.
  const retries = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
  const { code, out } = await run("npm", ["install", ...options, ...retries], { cwd: folder })
  if (code === 0) return
  const reason = code === null ? "npm install took longer than two minutes" : "npm install failed"
  throw new Error(
    (await isRegistryAvailable(folder))
      ? `${reason}:\n${out}`
      : `No registry to install the dependencies of this example from: ${reason}:\n${out}`
  )
}
