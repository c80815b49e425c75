import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { parse, TokenHash } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { test } from "../support.ts"

const isRead = (text: string) => Option.isSome(parse(text))
const body = "A".repeat(42)

describe("Token.parse", () => {
  test(
    "reads what was made",
    Effect.gen(function* () {
      const secret = yield* (yield* TokenGenerator).generate
      const read = parse(Redacted.value(secret))
      assert.strictEqual(Option.getOrThrow(Option.map(read, Redacted.value)), Redacted.value(secret))
    })
  )

  it("asks for exactly 43 characters", () => {
    assert.isTrue(isRead(`${body}A`))
    for (const text of ["", body, `${body}AA`, `${body}A=`, ` ${body}A`, `${body}A\n`, `${body}A`.repeat(2)]) {
      assert.isFalse(isRead(text))
    }
  })

  it("asks for the letters of base64url", () => {
    assert.isTrue(isRead(`_-${"aZ09".repeat(10)}A`))
    for (const letter of ["+", "/", "=", ".", " ", "%", "\0", "é", "\u212a"]) {
      assert.isFalse(isRead(`${letter}${"A".repeat(41)}A`))
    }
  })

  it("takes each 32 bytes in one spelling only", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    // 43 letters carry 258 bits: the last two have to be zero.
    const canonical = [...letters].filter((_, bits) => bits % 4 === 0)
    assert.deepStrictEqual(
      [...letters].filter((last) => isRead(`${body}${last}`)),
      canonical
    )
  })

  it("never shows in print", () => {
    const secret = Option.getOrThrow(parse(`${body}A`))
    assert.notInclude(`${String(secret)} ${JSON.stringify({ secret })}`, body)
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
