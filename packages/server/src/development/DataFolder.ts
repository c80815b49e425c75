/** The folder with all data of `latchkey dev`. Only its owner can read it, and git ignores it. */
import { randomBytes } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { CommandError } from "../core/CommandError.ts"
import * as SettingCodecs from "../core/SettingCodecs.ts"

/** The paths in the folder. `isNew`: it contains no database yet. */
export interface DataFolder {
  readonly path: string
  readonly database: string
  readonly cookieJar: string
  readonly isNew: boolean
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Opens the folder `.latchkey` in `parent`, and creates it if there is none. */
export const open = (parent: string): Effect.Effect<DataFolder, CommandError> =>
  Effect.try({
    try: () => {
      const path = resolve(parent, ".latchkey")
      mkdirSync(path, { recursive: true, mode: 0o700 })
      chmodSync(path, 0o700)
      writeFileSync(join(path, ".gitignore"), "*\n")
      const database = join(path, "database")
      return { path, database, cookieJar: join(path, "cookies.txt"), isNew: !existsSync(join(database, "PG_VERSION")) }
    },
    catch: (error) => new CommandError({ message: `Cannot use the data folder: ${reasonOf(error)}` })
  })

const readKey = (path: string) =>
  existsSync(path) ? SettingCodecs.adminKey.parse(readFileSync(path, "utf8").trim()) : Option.none()

const createKey = (path: string) => {
  const key = randomBytes(32).toString("base64url")
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
  return Redacted.make(key)
}

/** Returns a key of the folder, created on first use: 32 random bytes as base64url. */
const key =
  (name: string, file: string) =>
  (folder: DataFolder): Effect.Effect<Redacted.Redacted, CommandError> =>
    Effect.try({
      try: () => {
        const path = join(folder.path, file)
        return Option.getOrElse(readKey(path), () => createKey(path))
      },
      catch: (error) => new CommandError({ message: `Cannot read or create the ${name}: ${reasonOf(error)}` })
    })

/** Returns the admin key of the folder, created on first use. */
export const adminKey = key("admin key", "admin-key")

/** Returns the server key of the folder, created on first use. */
export const secretKey = key("server key", "secret-key")
