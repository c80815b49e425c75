import { assert, describe, it } from "@effect/vitest"
import { parse, TokenHash } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { test } from "../support.ts"

const isToken = (text: string) => Option.isSome(parse(text))
const body = "A".repeat(42)

describe("Token.parse", () => {
  test(
    "accepts a generated token",
    Effect.gen(function* () {
      const token = yield* (yield* TokenGenerator).generate
      const read = parse(Redacted.value(token))
      assert.strictEqual(Option.getOrThrow(Option.map(read, Redacted.value)), Redacted.value(token))
    })
  )

  it("accepts exactly 43 characters", () => {
    assert.isTrue(isToken(`${body}A`))
    for (const text of ["", body, `${body}AA`, `${body}A=`, ` ${body}A`, `${body}A\n`, `${body}A`.repeat(2)]) {
      assert.isFalse(isToken(text))
    }
  })

  it("accepts only letters of base64url", () => {
    assert.isTrue(isToken(`_-${"aZ09".repeat(10)}A`))
    for (const letter of ["+", "/", "=", ".", " ", "%", "\0", "é", "\u212a"]) {
      assert.isFalse(isToken(`${letter}${"A".repeat(41)}A`))
    }
  })

  it("accepts one spelling of each 32 bytes", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    // 43 letters hold 258 bits: the last two must be zero.
    const canonical = [...letters].filter((_, bits) => bits % 4 === 0)
    assert.deepStrictEqual(
      [...letters].filter((last) => isToken(`${body}${last}`)),
      canonical
    )
  })

  it("returns a value that prints as redacted", () => {
    const token = Option.getOrThrow(parse(`${body}A`))
    assert.notInclude(`${String(token)} ${JSON.stringify({ token })}`, body)
  })
})

describe("TokenHash", () => {
  it("is SHA-256 in lower-case hex", () => {
    const is = Schema.is(TokenHash)
    assert.isTrue(is("0123456789abcdef".repeat(4)))
    for (const text of ["", "0123456789ABCDEF".repeat(4), "0".repeat(63), "0".repeat(65), `${"0".repeat(63)}g`]) {
      assert.isFalse(is(text))
    }
  })
})
