import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as DataFolder from "../../src/development/DataFolder.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe("The data folder", () => {
  it.scoped("is readable only by its owner, also if it existed with other permissions", () =>
    Effect.gen(function* () {
      const parent = yield* temporaryFolder
      mkdirSync(join(parent, ".latchkey"))
      chmodSync(join(parent, ".latchkey"), 0o755)
      const { path } = yield* DataFolder.open(parent)
      assert.strictEqual(modeOf(path), "700")
    })
  )

  it.scoped("is ignored by git", () =>
    Effect.gen(function* () {
      const { path } = yield* DataFolder.open(yield* temporaryFolder)
      assert.strictEqual(readFileSync(join(path, ".gitignore"), "utf8"), "*\n")
    })
  )

  it.scoped("knows whether it contains a database", () =>
    Effect.gen(function* () {
      const parent = yield* temporaryFolder
      const first = yield* DataFolder.open(parent)
      mkdirSync(first.database)
      writeFileSync(join(first.database, "PG_VERSION"), "18\n")
      const second = yield* DataFolder.open(parent)
      assert.deepStrictEqual([first.isNew, second.isNew], [true, false])
    })
  )

  it.scoped("fails with an explanation if it cannot be created", () =>
    Effect.gen(function* () {
      const parent = yield* temporaryFolder
      writeFileSync(join(parent, ".latchkey"), "a file")
      const error = yield* Effect.flip(DataFolder.open(parent))
      assert.match(error.message, /^Cannot use the data folder: /)
    })
  )
})

describe("The server key of a data folder", () => {
  it.scoped("is generated once, differs from the admin key, and is readable only by its owner", () =>
    Effect.gen(function* () {
      const folder = yield* DataFolder.open(yield* temporaryFolder)
      const first = Redacted.value(yield* DataFolder.secretKey(folder))
      assert.match(first, /^[A-Za-z0-9_-]{43}$/)
      assert.strictEqual(Redacted.value(yield* DataFolder.secretKey(folder)), first)
      assert.notStrictEqual(Redacted.value(yield* DataFolder.adminKey(folder)), first)
      assert.strictEqual(modeOf(join(folder.path, "secret-key")), "600")
    })
  )
})

describe("The admin key of a data folder", () => {
  it.scoped("is generated once, has 32 bytes, and is readable only by its owner", () =>
    Effect.gen(function* () {
      const folder = yield* DataFolder.open(yield* temporaryFolder)
      const first = Redacted.value(yield* DataFolder.adminKey(folder))
      const second = Redacted.value(yield* DataFolder.adminKey(folder))
      assert.match(first, /^[A-Za-z0-9_-]{43}$/)
      assert.strictEqual(second, first)
      assert.strictEqual(modeOf(join(folder.path, "admin-key")), "600")
    })
  )

  it.scoped("differs between folders", () =>
    Effect.gen(function* () {
      const one = yield* Effect.flatMap(DataFolder.open(yield* temporaryFolder), DataFolder.adminKey)
      const other = yield* Effect.flatMap(DataFolder.open(yield* temporaryFolder), DataFolder.adminKey)
      assert.notStrictEqual(Redacted.value(one), Redacted.value(other))
    })
  )

  it.scoped("is generated again if the file is empty, because an empty key would let anyone in", () =>
    Effect.gen(function* () {
      const folder = yield* DataFolder.open(yield* temporaryFolder)
      writeFileSync(join(folder.path, "admin-key"), "\n")
      assert.match(Redacted.value(yield* DataFolder.adminKey(folder)), /^[A-Za-z0-9_-]{43}$/)
    })
  )
})
