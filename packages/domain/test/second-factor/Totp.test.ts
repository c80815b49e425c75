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
      const uri = new URL(Redacted.value(Totp.toUri(secret, { name: "Bolt & Nut" }, "ann+1@example.com")))
      assert.deepStrictEqual([uri.protocol, uri.host], ["otpauth:", "totp"])
      assert.strictEqual(decodeURIComponent(uri.pathname), "/Bolt & Nut:ann+1@example.com")
      assert.deepStrictEqual(Object.fromEntries(uri.searchParams), {
        secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        issuer: "Bolt & Nut"
      })
    }))

  const read = (name: string, account: string) => {
    const text = Redacted.value(Totp.toUri(secret, { name }, account))
    const { pathname, searchParams } = new URL(text)
    const label = decodeURIComponent(pathname.slice(1))
    return { text, label, issuer: searchParams.get("issuer"), secret: searchParams.get("secret") }
  }

  it.each([
    ["Acme: Staging", "Acme Staging"],
    ["Acme:Staging", "Acme Staging"],
    ["::Acme :: Staging:", "Acme Staging"],
    ["Acme%3A Staging", "Acme%3A Staging"],
    ["Acme\uff1a\u5e97", "Acme\uff1a\u5e97"]
  ])("leaves colons out of the name, which authenticator apps refuse: %s", (name, issuer) => {
    const { label, ...uri } = read(name, "ann@example.com")
    assert.deepStrictEqual([uri.issuer, label], [issuer, `${issuer}:ann@example.com`])
  })

  it.each([":", " : ", "\ud83d"])("names only the user if nothing of the name is left: %j", (name) => {
    const { issuer, label, secret } = read(name, "ann@example.com")
    assert.deepStrictEqual([issuer, label, secret?.length], [null, "ann@example.com", 32])
  })

  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}"
  const accounts = [
    ["a short", "ann@example.com"],
    ["the longest", `${"a".repeat(64)}@${`${"d".repeat(61)}.`.repeat(3)}com`],
    ["the longest encoded", `${"{".repeat(64)}@${`${"d".repeat(61)}.`.repeat(3)}com`]
  ] as const
  it.each(
    [
      ["letters", "A".repeat(100)],
      ["words", "Ada & Sons ".repeat(9)],
      ["Chinese", "\u6f22".repeat(100)],
      ["Arabic", "\u0639\u0631\u0628\u064a ".repeat(20)],
      ["emoji", "\u{1f600}".repeat(100)],
      ["families", family.repeat(14)],
      ["one letter with 99 marks", `a${"\u0301".repeat(99)}`],
      ["percent signs", "%".repeat(100)]
    ].flatMap(([what, name]) => accounts.map(([length, account]) => [what, length, name ?? "", account] as const))
  )("shortens a name of %s so that a phone reads the QR code, beside %s address", (_what, _length, name, account) => {
    const { issuer, label, secret, text } = read(name, account)
    assert.isAtMost(text.length, Totp.maxUriLength)
    assert.strictEqual(label, `${issuer}:${account}`)
    assert.lengthOf(secret ?? "", 32)
    assert.isTrue(name.startsWith(issuer ?? "-"))
    assert.notMatch(issuer ?? "", /^$|\s$|\p{Surrogate}/u)
  })

  it("keeps the name as long as it may be, and whole characters of it", () => {
    assert.strictEqual(read("A".repeat(100), "ann@example.com").issuer, "A".repeat(100))
    assert.strictEqual(read("\u6f22".repeat(100), "ann@example.com").issuer, "\u6f22".repeat(24))
    assert.strictEqual(read(family.repeat(14), "ann@example.com").issuer, family.repeat(2))
  })
})

describe("SecondFactorCode.parse", () => {
  const tagOf = (text: string) =>
    Option.match(SecondFactorCode.parse(text), {
      onNone: () => "none",
      onSome: ({ _tag, code }) => `${_tag} ${Redacted.isRedacted(code) ? Redacted.value(code) : code}`
    })

  it("reads six digits with spaces, dashes, and in the digits of any script", () => {
    for (const text of ["492817", " 492 817 ", "492-817", "４９２８１７", "492\u00a0817", "49\u200b2817", "۴۹۲۸۱۷"]) {
      assert.strictEqual(tagOf(text), "Totp 492817", text)
    }
  })

  it("reads a recovery code in groups, in capital letters and without dashes", () => {
    const code = "k7m2p3xq5arw6tnb4dgeyfh2ca"
    for (const text of [
      code,
      "k7m2p-3xq5a-rw6tn-b4dge-yfh2ca",
      ` ${code.toUpperCase()}\n`,
      code.replace("2", "۲").replace("5", "٥")
    ]) {
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
