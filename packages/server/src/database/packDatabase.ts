// Packs an empty database beside this module, for `NewDatabase`. A part of the build, because `initdb` takes seconds
// and 600 MB. Does nothing if the archive is newer than what it is made of.
import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { fileURLToPath } from "node:url"
import { createGzip } from "node:zlib"
import { PGlite } from "@electric-sql/pglite"
import { packTar } from "modern-tar/fs"
import { archive, smallBuffers } from "./EmbeddedOptions.ts"

const sources = [
  import.meta.url,
  import.meta.resolve("./EmbeddedOptions.js"),
  import.meta.resolve("@electric-sql/pglite")
]

const changedAt = (path: string): number => statSync(path).mtimeMs

const isCurrent = (): boolean =>
  existsSync(archive) && sources.every((url) => changedAt(fileURLToPath(url)) < changedAt(archive))

const create = async (folder: string): Promise<void> => {
  const database = join(folder, "database")
  // A segment of the log has 16 MB by default, most of the folder.
  const pglite = await PGlite.create(database, { initDbStartParams: ["--wal-segsize=1", ...smallBuffers] })
  await pglite.close()
  await pipeline(packTar(database), createGzip({ level: 9 }), createWriteStream(`${folder}/archive`))
  renameSync(`${folder}/archive`, archive)
}

if (!isCurrent()) {
  const folder = mkdtempSync(`${archive}-`)
  try {
    await create(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
// PGlite does not let the process end by itself.
process.exit()
