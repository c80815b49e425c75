import { readdirSync, readFileSync } from "node:fs"
import { availableParallelism, getPriority } from "node:os"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { password } from "./password.ts"
import { withThreads } from "./threads.ts"

const hash = Effect.flatMap(PasswordHasher, (hasher) => hasher.hash(password("correct horse battery staple")))

/** The niceness of each thread of this process (proc(5): field 19 of stat). */
const niceness = (): ReadonlyArray<number> =>
  readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8")
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])
  })

describe("The threads of Argon2PasswordHasher", () => {
  it.effect("are one for each core, or as many as it is told", () =>
    Effect.gen(function* () {
      const byDefault = yield* withThreads(hash.pipe(Effect.provide(Argon2PasswordHasher.layer)))
      assert.lengthOf(byDefault.threads, availableParallelism())
      const told = yield* withThreads(hash.pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 3 }))))
      assert.lengthOf(told.threads, 3)
    })
  )

  it.effect("end when the scope closes", () =>
    Effect.gen(function* () {
      const { threads } = yield* withThreads(
        hash.pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 2 })))
      )
      assert.deepStrictEqual(
        threads.map((thread) => thread.threadId),
        [-1, -1]
      )
    })
  )

  it.effect("are replaced when they die", () =>
    Effect.gen(function* () {
      const { result, threads } = yield* withThreads(Argon2PasswordHasher.make({ concurrency: 1 }))
      yield* Effect.promise(() => Promise.all(threads.map((thread) => thread.terminate())))
      yield* result.hash(password("correct horse battery staple"))
    }).pipe(Effect.scoped)
  )

  // Only Linux keeps a niceness for each thread, and nobody but root can take niceness away again.
  it.effect.skipIf(process.platform !== "linux" || getPriority() >= 10)("give way to the event loop", () =>
    Effect.gen(function* () {
      yield* hash
      assert.lengthOf(
        niceness().filter((nice) => nice === 7),
        2
      )
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 2 })))
  )
})
