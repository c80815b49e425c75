/** The test files of the repository, and what runs them. */
import { existsSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { Project } from "ts-morph"
import { titlesIn } from "./Titles.ts"

const root = dirname(dirname(import.meta.dirname))

/** The suite of all contract suites. Every adapter runs it. */
const contracts = "packages/testkit/src/PortsContract.ts"

/** `rules` is `npm test`, `full` is `npm run test:full`. */
export type Suite = "rules" | "full"

export interface Sources {
  /** Returns the suite that runs a file, or `undefined` if none does or there is no such file. */
  readonly suiteOf: (path: string) => Suite | undefined
  /** Returns the full titles of the tests in a file. */
  readonly titlesOf: (path: string) => ReadonlyArray<string>
}

const isTestFile = (path: string): boolean => /^(packages\/[^/]+\/)?test\/.+\.test\.ts$/.test(path)

/** Makes the sources of this repository. Paths are relative to its root. */
export const make = (): Sources => {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: { noLib: true }
  })
  const fileAt = (path: string) =>
    project.getSourceFile(join(root, path)) ?? project.addSourceFileAtPath(join(root, path))

  /** Returns a file and all files that it imports with a relative path, directly or not. */
  const reachableFrom = (path: string, seen: ReadonlySet<string> = new Set()): ReadonlySet<string> =>
    seen.has(path)
      ? seen
      : [...fileAt(path).getImportDeclarations(), ...fileAt(path).getExportDeclarations()]
          .map((declaration) => declaration.getModuleSpecifierValue() ?? "")
          .filter((specifier) => specifier.startsWith("."))
          .reduce<ReadonlySet<string>>(
            (found, specifier) => reachableFrom(posix.join(posix.dirname(path), specifier), found),
            new Set([...seen, path])
          )

  const ofContracts = reachableFrom(contracts)

  const suiteOf = (path: string): Suite | undefined => {
    if (!existsSync(join(root, path)) || !(isTestFile(path) || ofContracts.has(path))) return undefined
    return path.endsWith(".full.test.ts") ? "full" : "rules"
  }

  // Most files prove several rules.
  const found = new Map<string, ReadonlyArray<string>>()
  const titlesOf = (path: string): ReadonlyArray<string> => {
    const titles = found.get(path) ?? titlesIn(fileAt(path))
    found.set(path, titles)
    return titles
  }

  return { suiteOf, titlesOf }
}
