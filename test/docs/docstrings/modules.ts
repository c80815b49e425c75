import { readdirSync } from "node:fs"
import { join, posix } from "node:path"
import { Project, type SourceFile } from "ts-morph"
import { read, root } from "@latchkey/test-support/files"

/** A file that an app can import, and its import specifier. */
export interface Module {
  readonly specifier: string
  readonly name: string
  readonly path: string
  readonly file: SourceFile
}

export interface Package {
  readonly folder: string
  readonly name: string
  readonly description: string
  readonly modules: ReadonlyArray<Module>
}

type Target = { readonly "@latchkey/source"?: string } | string | null

interface Manifest {
  readonly name: string
  readonly description: string
  readonly exports: Readonly<Record<string, Target>>
}

const sourceOf = (target: Target): string | undefined =>
  typeof target === "object" && target !== null ? target["@latchkey/source"] : undefined

/** Returns the part of a path that the star of a pattern matches, or `undefined`. */
const starOf = (pattern: string, path: string): string | undefined => {
  const [before = "", after = ""] = pattern.split("*")
  const fits = path.startsWith(before) && path.endsWith(after) && path.length >= before.length + after.length
  return fits ? path.slice(before.length, path.length - after.length) : undefined
}

/** Returns `true` if a `null` target hides a subpath (Node's manual, "Subpath patterns"). */
const isHidden = (exports: Manifest["exports"], subpath: string): boolean =>
  Object.entries(exports).some(([key, target]) => target === null && starOf(key, subpath) !== undefined)

/** Returns the subpath that exports a source file, or `undefined`. */
export const subpathOf = (exports: Manifest["exports"], path: string): string | undefined => {
  const found = Object.entries(exports).flatMap(([key, target]) => {
    const source = sourceOf(target)
    if (source === path) return [key]
    const star = source?.includes("*") ? starOf(source, path) : undefined
    return star === undefined ? [] : [key.replace("*", star)]
  })
  return found.find((subpath) => !isHidden(exports, subpath))
}

/** Reads sources without resolving their imports: everything needed is in the file itself. */
export const project = (): Project =>
  new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true }
  })

const nameOf = (subpath: string): string => (subpath === "." ? "index" : posix.basename(subpath))

export const readPackage = (folder: string): Package => {
  const home = `packages/${folder}`
  const { description, exports, name }: Manifest = JSON.parse(read(`${home}/package.json`))
  const files = project()
  const modules = readdirSync(join(root, home, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .flatMap((file): ReadonlyArray<Module> => {
      const subpath = subpathOf(exports, `./src/${file}`)
      if (subpath === undefined) return []
      const path = `${home}/src/${file}`
      const specifier = posix.join(name, subpath)
      return [{ specifier, name: nameOf(subpath), path, file: files.addSourceFileAtPath(join(root, path)) }]
    })
  return { folder, name, description, modules }
}
