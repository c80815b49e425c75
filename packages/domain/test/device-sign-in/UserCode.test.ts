import { assert, describe, it } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { parse as parseToken } from "@latchkey/domain/core/Token"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import { test } from "../support.ts"

const code = UserCode.UserCode.make("WDJBMJHT")

/** A source of tokens that begin with these bytes, one after the other. */
const tokensOf = (...tokens: ReadonlyArray<ReadonlyArray<number>>) => {
  const left = tokens.map((first) =>
    Encoding.encodeBase64Url(Uint8Array.from({ length: 32 }, (_, at) => first[at] ?? 255))
  )
  return { generate: Effect.sync(() => Option.getOrThrow(parseToken(left.shift() ?? ""))) }
}

describe("UserCode", () => {
  it("has twenty letters, without vowels, without Y and without what looks like a digit", () => {
    assert.strictEqual(new Set(UserCode.letters).size, 20)
    assert.notMatch(UserCode.letters, /[^A-Z]|[AEIOUY]/)
  })

  it("is read as users type it: in either case, with dashes, spaces and full-width letters", () => {
    for (const typed of ["WDJBMJHT", "WDJB-MJHT", " wdjb mjht ", "w-d-j-b–m j h t", "ＷＤＪＢ－ＭＪＨＴ"]) {
      assert.deepStrictEqual(UserCode.parse(typed), Option.some(code))
    }
    assert.strictEqual(UserCode.format(code), "WDJB-MJHT")
  })

  it("is nothing else", () => {
    for (const typed of ["", "WDJB-MJH", "WDJB-MJHTT", "WDJB-MJHA", "WDJB-MJH1", "W".repeat(300)]) {
      assert.deepStrictEqual(UserCode.parse(typed), Option.none())
    }
  })

  test(
    "is made of random bytes, and leaves out those that would make some letters more frequent",
    Effect.gen(function* () {
      const first = [255, 0, 240, 19, 20, 239, 1, 41, 62, 83]
      assert.strictEqual(yield* UserCode.generate(tokensOf(first)), "BZBZCCDF")
      const enough = Array.from({ length: 8 }, () => 1)
      assert.strictEqual(yield* UserCode.generate(tokensOf([1, 2, 3], enough)), "CCCCCCCC")
    })
  )

  test(
    "has each letter equally often",
    Effect.gen(function* () {
      const tokens = yield* TokenGenerator
      const codes = yield* Effect.replicateEffect(UserCode.generate(tokens), 2000)
      assert.strictEqual(new Set(codes).size, 2000)
      const counts = [...UserCode.letters].map((letter) => codes.join("").split(letter).length - 1)
      // 800 of each; five times the standard deviation of 28.
      for (const count of counts) assert.approximately(count, 800, 140)
    })
  )
})
