/** What the contracts do not cover: that the database is a file. */
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Sqlite from "../src/Sqlite.ts"

const temporaryFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-sqlite-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder) => join(folder, "latchkey.db")
)

describe("The database file", () => {
  it.scoped("keeps users after a restart", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const user = yield* Effect.provide(
        Effect.flatMap(Samples.storedInstance, ({ id }) => Samples.storedUser(id)),
        Sqlite.layer(file)
      )
      const found = yield* Effect.provide(
        Effect.flatMap(UserRepository, (users) => users.findByEmail(user.instanceId, user.email)),
        Sqlite.layer(file)
      )
      assert.deepStrictEqual(
        Option.map(found, ({ id }) => id),
        Option.some(user.id)
      )
    })
  )

  it.scoped("cannot be opened twice: the second attempt fails with PersistenceError", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const list = Effect.flatMap(InstanceRepository, (instances) => instances.list)
      const second = yield* Effect.provide(
        Effect.zipRight(list, Effect.flip(Effect.provide(list, Sqlite.layer(file)))),
        Sqlite.layer(file)
      )
      assert.strictEqual(second._tag, "PersistenceError")
    })
  )

  // The contract allows an adapter to wait for a connection. This one never does.
  it.live("returns `None` from runExclusive without waiting while another effect holds the lock", () =>
    Effect.gen(function* () {
      const { runExclusive } = yield* Transaction
      const isRunning = yield* Effect.makeLatch()
      yield* Effect.fork(runExclusive("cleanup", Effect.zipRight(isRunning.open, Effect.never)))
      yield* isRunning.await
      const second = yield* Effect.timeout(runExclusive("cleanup", Effect.succeed("second")), "5 seconds")
      assert.deepStrictEqual(second, Option.none())
    }).pipe(Effect.provide(Sqlite.layer(":memory:")))
  )
})
