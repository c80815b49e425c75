import { setTimeout } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import * as Argon2Parameters from "@latchkey/crypto/Argon2Parameters"
import * as Effect from "effect/Effect"
import type { HashingThreads } from "../src/internal/HashingThreads.ts"
import * as SelfTest from "../src/internal/SelfTest.ts"

const done = <A>(result: A) => Effect.succeed({ result, milliseconds: 0 })

const working: HashingThreads = {
  hash: ({ password }) => done(password),
  verify: ({ password, phc }) => done(password === phc ? "matches" : "differs"),
  verifyForeign: () => done("unreadable")
}

const run = (threads: HashingThreads) => SelfTest.run(threads, [Argon2Parameters.defaults], 2)

describe("The self-test of the password hasher", () => {
  it.effect.each<{ what: string; threads: HashingThreads }>([
    {
      what: "accepts every password",
      threads: { ...working, verify: () => done("matches") }
    },
    { what: "rejects every password", threads: { ...working, verify: () => done("differs") } },
    { what: "cannot read its own hashes", threads: { ...working, verify: () => done("unreadable") } },
    { what: "does not hash", threads: { ...working, hash: () => Effect.die(new Error("no binary")) } },
    { what: "does not verify", threads: { ...working, verify: () => Effect.die(new Error("no binary")) } }
  ])("fails when Argon2 $what", ({ threads }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(threads))
      assert.strictEqual(error._tag, "HasherSelfTestFailed")
      assert.include(error.message, "Argon2 does not work on this machine")
    })
  )

  it.effect("measures how many passwords all threads together verify in a second", () =>
    Effect.gen(function* () {
      const slow = {
        ...working,
        verify: (task) => Effect.zipRight(sleep, working.verify(task))
      } satisfies HashingThreads
      const { hashesPerSecond } = yield* run(slow)
      // Two threads and 50 ms: 40, and fewer on a busy machine. A timer may fire a millisecond early.
      assert.isAtLeast(hashesPerSecond, 1)
      assert.isAtMost(hashesPerSecond, 42)
    })
  )
})

const sleep = Effect.promise(() => setTimeout(50))
