import { assert, describe, it } from "@effect/vitest"
import * as HashingSpeed from "@latchkey/crypto/HashingSpeed"
import * as Effect from "effect/Effect"
import { withThreads } from "./support/threads.ts"

describe("HashingSpeed", () => {
  it.live("measures with as many threads as requested, and ends them afterwards", () =>
    Effect.gen(function* () {
      const { result, threads } = yield* withThreads(HashingSpeed.measure(2))
      assert.isAtLeast(result, 1)
      assert.deepStrictEqual(
        threads.map((thread) => thread.threadId),
        [-1, -1]
      )
    })
  )
})
