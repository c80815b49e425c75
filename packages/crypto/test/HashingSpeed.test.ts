import { assert, describe, it } from "@effect/vitest"
import * as HashingSpeed from "@latchkey/crypto/HashingSpeed"
import * as Effect from "effect/Effect"
import { withThreads } from "./threads.ts"

describe("The speed of hashing", () => {
  it.live("is measured in as many threads as it is told, which end with the measuring", () =>
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
