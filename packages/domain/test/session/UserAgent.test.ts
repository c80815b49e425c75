import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { maxUserAgent } from "@latchkey/domain/core/Caller"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { ann, oneMilli, rightPassword, test } from "../support.ts"
import * as Browser from "../support/Browser.ts"

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))

/** The name that is kept of a browser that calls itself so. */
const nameOf = (userAgent: string | undefined) =>
  Effect.gen(function* () {
    const browser = (yield* Browser.make).at(defaultInstance, undefined, userAgent)
    yield* oneMilli
    yield* browser.signIn(ann, rightPassword)
    return (yield* browser.sessions).sessions.at(0)?.userAgent
  })

describe("What a browser calls itself", () => {
  test(
    "is kept, up to 256 characters",
    Effect.gen(function* () {
      yield* signedUp
      assert.strictEqual(maxUserAgent, 256)
      assert.strictEqual(yield* nameOf("a".repeat(256)), "a".repeat(256))
      assert.strictEqual(yield* nameOf(`${"b".repeat(256)}c`), "b".repeat(256))
      assert.strictEqual(yield* nameOf("d".repeat(100_000)), "d".repeat(256))
    })
  )

  test(
    "is nothing when it says nothing",
    Effect.gen(function* () {
      yield* signedUp
      assert.strictEqual(yield* nameOf(undefined), "")
    })
  )
})
