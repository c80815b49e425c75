/** What the suites cannot know of: that it is a file. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Sqlite from "../src/Sqlite.ts"

const temporaryFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-sqlite-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder) => join(folder, "latchkey.db")
)

describe("The file", () => {
  it.scoped("keeps users from one start to the next", () =>
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

  it.scoped("belongs to one process: a second one cannot open it, and says so in the domain's own words", () =>
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

  // The suite cannot ask for this: elsewhere it may take a connection of its own to find out.
  it.live("lets nobody wait to hear that somebody is at work already", () =>
    Effect.gen(function* () {
      const { runExclusive } = yield* Transaction
      const isAtWork = yield* Effect.makeLatch()
      yield* Effect.fork(runExclusive("sweep", Effect.zipRight(isAtWork.open, Effect.never)))
      yield* isAtWork.await
      const second = yield* Effect.timeout(runExclusive("sweep", Effect.succeed("second")), "5 seconds")
      assert.deepStrictEqual(second, Option.none())
    }).pipe(Effect.provide(Sqlite.layer(":memory:")))
  )
})
