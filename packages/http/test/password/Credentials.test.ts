import { assert, describe, it } from "@effect/vitest"
import { Credentials, emailPrefix } from "@latchkey/http/password/Credentials"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { decode, errorsOf } from "../support/decoding.ts"

const credentials = (input: unknown) => decode(Credentials, input)
const password = "correct horse battery"
const emailOf = (email: string) => Either.map(credentials({ email, password }), (decoded) => decoded.email)

describe("Credentials", () => {
  it("decodes an email address and a password, and ignores unknown fields", () => {
    const input = { email: " Ada@Example.COM\n", password, admin: true, verified: true }
    const decoded = Either.getOrThrow(credentials(input))
    assert.deepStrictEqual(Object.keys(decoded).sort(), ["email", "password"])
    assert.strictEqual(decoded.email, "ada@example.com")
    assert.strictEqual(Redacted.value(decoded.password), password)
  })

  it("normalizes a password to NFC, and never trims it", () => {
    const decoded = Either.getOrThrow(credentials({ email: "ada@example.com", password: " cafe\u0301 latte " }))
    assert.strictEqual(Redacted.value(decoded.password), " caf\u00e9 latte ")
  })

  it.each(["a\u0000bcdefgh", "\ud800bcdefgh", "abcdefg\udc00", "a".repeat(257), "a".repeat(60_000)])(
    "rejects text that cannot be a password",
    (text) => assert.lengthOf(errorsOf(credentials({ email: "ada@example.com", password: text })), 1)
  )
})

describe("emailPrefix", () => {
  const stored = (typed: string) => Either.getOrThrow(emailOf(typed))

  it.each([
    ["ada@b\u00fccher.example", [1, 4, 6, 8, 10, 11, 12, 18]],
    ["Ada@B\u00dcCHER.Example", [3, 6, 8, 11, 14]],
    ["ada\uff20b\u00fccher\u3002example", [4, 6, 10, 11, 14]],
    ["\u200bmailto:ada@b\u00fccher.example\u00a0", [9, 12, 14, 19, 27]],
    ["ada@\u4f8b\u3048.\u307f\u3093\u306a", [4, 5, 6, 7, 8, 10]],
    ["ada@mail.stra\u00dfe.\u0440\u0444", [4, 6, 9, 14, 15, 16, 17, 18]],
    ["ADA+x@Example.com", [1, 5, 9, 17]]
  ] as const)("is where the stored address begins, for each beginning: %s", (typed, ends) => {
    for (const end of ends) {
      const beginning = typed.slice(0, end)
      assert.isTrue(stored(typed).startsWith(emailPrefix(beginning)), `${beginning} ${emailPrefix(beginning)}`)
    }
  })

  it.each([
    ["ada@b\u00fcch", "ada@xn--bch"],
    ["ada@b\u00fc-", "ada@xn--b-"],
    ["ada@\u4f8b", "ada@xn--"],
    ["ada@b\u00fccher.", "ada@xn--bcher-kva."],
    ["ada@", "ada@"],
    ["", ""],
    ["user_0198", "user_0198"]
  ])("of %j is %j", (typed, prefix) => {
    assert.strictEqual(emailPrefix(typed), prefix)
  })

  it.each([
    "b\u00fccher",
    "\u00e4da@example.com",
    "ada@b\u00fc/cher.example",
    "ada@b\u00fc\u200bcher.de",
    "mailto:%ff\u00fc"
  ])("of text that begins no address is none: %j", (typed) => {
    assert.strictEqual(emailPrefix(typed), typed)
  })
})

describe("EmailInput", () => {
  it.each([
    ["ada@müller.example", "ada@xn--mller-kva.example"],
    ["ada@MÜLLER.example", "ada@xn--mller-kva.example"],
    ["ada@xn--mller-kva.example", "ada@xn--mller-kva.example"],
    ["ada@例え.example", "ada@xn--r8jz45g.example"],
    ["ada@ｅxample.com", "ada@example.com"],
    ["ada\uff20m\u00fcller\u3002example", "ada@xn--mller-kva.example"],
    ["mailto:ada@m%C3%BCller.example", "ada@xn--mller-kva.example"],
    ["ada@stra\u00dfe.example", "ada@xn--strae-oqa.example"],
    ["ada@g\u0131thub.example", "ada@xn--gthub-n4a.example"]
  ])("maps an international domain to ASCII: %s", (typed, stored) => {
    assert.strictEqual<string>(Either.getOrThrow(emailOf(typed)), stored)
  })

  it.each([
    ["a fullwidth at sign behind an ASCII one", "ada@evil.example\uff20example.com"],
    ["a fullwidth at sign before an ASCII one", "victim\uff20example.com@evil.example"],
    ["a small at sign", "ada\ufe6bexample.com"],
    ["a dotless i in the local part", "m\u0131ke@example.com"],
    ["a Kelvin sign in the local part", "mi\u212ae@example.com"],
    ["two recipients", "ada@evil.example,victim@example.com"],
    ["two recipients with a space", "ada@evil.example victim@example.com"],
    ["two recipients with a semicolon", "ada@evil.example;victim@example.com"],
    ["two at signs", "ada@evil.example@example.com"],
    ["a quoted local part", '"ada@evil.example"@example.com'],
    ["a display name", "Ada <ada@example.com>"],
    ["a header", "ada@example.com\r\nBcc: victim@example.com"],
    ["a comment", "ada@example.com(comment)"],
    ["an address literal", "ada@[127.0.0.1]"],
    ["digits for a domain", "ada@127.0.0.1"],
    ["fullwidth digits for a domain", "ada@\uff11\uff12\uff17.0.0.\uff11"],
    ["a port", "ada@example.com:25"],
    ["a path", "ada@example.com/x"],
    ["user info", "ada@user:pass\u00fc@example.com"],
    ["a query", "ada@ex\u00e4mple.com?x"],
    ["percent-encoding in the domain", "ada@ex\u00e4mple%2ecom"],
    ["a soft hyphen", "ada@exam\u00adple.com"],
    ["a zero-width joiner", "ada@exam\u200dple.com"],
    ["a variation selector", "ada@exam\ufe0fple.com"],
    ["a grapheme joiner", "ada@m\u00fc\u034fller.com"],
    ["a filler", "ada@m\u00fc\u3164ller.com"],
    ["a lone surrogate", "ada@\ud800.example"],
    ["NUL", "ada\u0000@example.com"],
    ["an invalid label", "ada@xn--.example"],
    ["60 kB", `${"a".repeat(60_000)}@example.com`],
    ["60 kB of domain", `ada@${"ü".repeat(30_000)}.example`]
  ])("rejects %s", (_, typed) => {
    assert.deepStrictEqual(errorsOf(emailOf(typed)), [{ field: "email", reason: "is not an email address" }])
  })
})
