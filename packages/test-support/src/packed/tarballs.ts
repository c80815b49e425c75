import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { run } from "./run.ts"

export const root = fileURLToPath(new URL("../../../../", import.meta.url))

export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** The folders of the packages that are published. */
export const names: ReadonlyArray<string> = readdirSync(join(root, "packages")).filter(
  (name) => manifestIn(join(root, "packages", name)).private !== true
)

/** Creates a folder for a test outside the repository. */
export const temporaryFolder = (cleanUp: (undo: () => void) => void): string => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-packed-"))
  cleanUp(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Returns the path of the tarball of a package in that folder. */
export const tarballOf = (name: string, folder: string): string =>
  join(folder, `latchkey-${name}-${manifestIn(join(root, "packages", name)).version}.tgz`)

/** Packs every package into a folder. */
export const pack = async (folder: string): Promise<void> => {
  const packing = ["pack", "--workspaces", "--pack-destination", folder]
  const { code, out } = await run("npm", packing, { cwd: root })
  if (code !== 0) throw new Error(`The packages could not be packed:\n${out}`)
}

/** Unpacks a tarball into a folder, as npm does. */
export const unpack = async (tarball: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const unpacking = ["-xzf", tarball, "--strip-components=1", "-C", folder]
  const { code, out } = await run("tar", unpacking, { cwd: root })
  if (code !== 0) throw new Error(`${tarball} could not be unpacked:\n${out}`)
}

/** Returns the files in a folder, with `/` between folders. */
export const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
