import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it, onTestFinished } from "vitest"
import * as EmbeddedDatabase from "../../src/database/EmbeddedDatabase.ts"
import * as DataFolder from "../../src/development/DataFolder.ts"

const parent = () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-embedded-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const failureOf = (folder: DataFolder.DataFolder) =>
  Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(EmbeddedDatabase.layer(folder)))))

describe("The embedded database", () => {
  it("that cannot be created fails with what to check, and leaves nothing", async () => {
    const folder = await Effect.runPromise(DataFolder.open(parent()))
    const missing = join(folder.path, "missing")
    const { message } = await failureOf({ ...folder, database: join(missing, "database") })
    assert.match(message, /^Cannot create a database in .+\/missing\/database\. Check that its disk has free space/)
    assert.notInclude(readdirSync(folder.path), "missing")
  })

  it("that cannot be opened fails with what to move away, and keeps it", async () => {
    const { database, path } = await Effect.runPromise(DataFolder.open(parent()))
    mkdirSync(database)
    writeFileSync(join(database, "PG_VERSION"), "9")
    const folder = await Effect.runPromise(DataFolder.open(join(path, "..")))
    const { message } = await failureOf(folder)
    assert.include(message, `Cannot open the database in ${database}. Move that folder away`)
    assert.include(readdirSync(database), "PG_VERSION")
  })
})
