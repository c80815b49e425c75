import { assert, describe, it } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as SecondFactorCode from "@latchkey/domain/second-factor/SecondFactorCode"
import * as Totp from "@latchkey/domain/second-factor/Totp"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { areSame } from "../support.ts"

/** The secret of both RFCs: the 20 ASCII digits "12345678901234567890". */
const secret: Totp.TotpSecret = Redacted.make(Buffer.from("12345678901234567890").toString("hex"))

const test = (name: string, body: (tokens: TokenGenerator["Type"]) => Effect.Effect<void>) =>
  it.effect(name, () => Effect.flatMap(TokenGenerator, body).pipe(Effect.provide(MemoryTokenGenerator.layer)))

describe("Totp", () => {
  test("computes the values of RFC 4226, appendix D", (tokens) =>
    Effect.sync(() => {
      const expected = [
        "755224",
        "287082",
        "359152",
        "969429",
        "338314",
        "254676",
        "287922",
        "162583",
        "399871",
        "520489"
      ]
      assert.deepStrictEqual(
        expected.map((_, count) => Totp.codeAt(tokens, secret, count) as string),
        expected
      )
      const macs = [
        "cc93cf18508d94934c64b65d8ba7667fb7cde4b0",
        "75a48a19d4cbe100644e8ac1397eea747a2d33ab",
        "0bacb7fa082fef30782211938bc1c5e70416ff44"
      ]
      assert.deepStrictEqual(
        macs.map((_, count) => tokens.counterMac(secret, count)),
        macs
      )
    }))

  test("computes the values of RFC 6238, appendix B, for SHA-1", (tokens) =>
    Effect.sync(() => {
      const expected = [
        [59, 94287082],
        [1111111109, 7081804],
        [1111111111, 14050471],
        [1234567890, 89005924],
        [2000000000, 69279037],
        [20000000000, 65353130]
      ] as const
      for (const [seconds, code] of expected) {
        const step = Totp.stepAt(DateTime.unsafeMake(seconds * 1000))
        assert.strictEqual(Totp.truncate(tokens.counterMac(secret, step), 8), code)
      }
    }))

  test("finds the step of a code of now, of 30 seconds before and after, and of no other time", (tokens) =>
    Effect.sync(() => {
      const now = DateTime.unsafeMake(1_111_111_111_000)
      const step = Totp.stepAt(now)
      const match = (offset: number, lastStep = -1) =>
        Totp.match(tokens, secret, { code: Totp.codeAt(tokens, secret, step + offset), lastStep, now })
      assert.deepStrictEqual(
        [-2, -1, 0, 1, 2].map((offset) => Option.getOrNull(match(offset))),
        [null, step - 1, step, step + 1, null]
      )
      // A code that was accepted, and earlier ones, no longer work.
      assert.deepStrictEqual(
        [-1, 0, 1].map((offset) => Option.getOrNull(match(offset, step))),
        [null, null, step + 1]
      )
    }))

  test("makes secrets of 20 bytes, each another one", (tokens) =>
    Effect.gen(function* () {
      const [first, second] = [yield* Totp.generate(tokens), yield* Totp.generate(tokens)]
      assert.match(Redacted.value(first), /^[0-9a-f]{40}$/)
      assert.isFalse(areSame(first, second))
    }))

  test("writes a secret and its URI as authenticator apps read them", () =>
    Effect.sync(() => {
      assert.strictEqual(Redacted.value(Totp.toText(secret)), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
      const uri = new URL(Redacted.value(Totp.toUri(secret, { name: "Bolt & Nut: Shop" }, "ann+1@example.com")))
      assert.deepStrictEqual([uri.protocol, uri.host], ["otpauth:", "totp"])
      assert.strictEqual(decodeURIComponent(uri.pathname), "/Bolt & Nut: Shop:ann+1@example.com")
      assert.deepStrictEqual(Object.fromEntries(uri.searchParams), {
        secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        issuer: "Bolt & Nut: Shop"
      })
    }))
})

describe("SecondFactorCode.parse", () => {
  const tagOf = (text: string) =>
    Option.match(SecondFactorCode.parse(text), {
      onNone: () => "none",
      onSome: ({ _tag, code }) => `${_tag} ${Redacted.isRedacted(code) ? Redacted.value(code) : code}`
    })

  it("reads six digits with spaces, dashes and full-width digits", () => {
    for (const text of ["492817", " 492 817 ", "492-817", "４９２８１７", "492\u00a0817", "49\u200b2817"]) {
      assert.strictEqual(tagOf(text), "Totp 492817")
    }
  })

  it("reads a recovery code in groups, in capital letters and without dashes", () => {
    const code = "k7m2p3xq5arw6tnb4dgeyfh2ca"
    for (const text of [code, "k7m2p-3xq5a-rw6tn-b4dge-yfh2ca", ` ${code.toUpperCase()}\n`]) {
      assert.strictEqual(tagOf(text), `Recovery ${code}`)
    }
  })

  it("reads nothing else", () => {
    for (const text of [
      "",
      "49281",
      "4928170",
      "49281a",
      "k7m2p",
      "k7m2p3xq5arw6tnb4dgeyfh2c1",
      "k7m2p3xq5arw6tnb4dgeyfh2cz"
    ]) {
      assert.strictEqual(tagOf(text), "none", text)
    }
  })
})
