import { assert, describe, it } from "@effect/vitest"
import { Email, parse } from "@latchkey/domain/core/Email"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const read = (text: string, domainToAscii?: (domain: string) => string) =>
  Option.getOrNull(domainToAscii === undefined ? parse(text) : parse(text, domainToAscii))

const kelvinSign = "\u212a"

describe("Email.parse", () => {
  it.each([
    ["ASCII space", " \t\r\n", "\v\f "],
    ["no-break space", "\u00a0", "\u202f"],
    ["ideographic space", "\u3000", "\u3000"],
    ["next line, and separators of lines and paragraphs", "\u0085", "\u2028\u2029"],
    ["zero-width space and joiners", "\u200b\u2060", "\u200d\u200c"],
    ["a byte order mark", "\ufeff", "\ufeff"],
    ["marks of direction", "\u202a\u2068\u200f", "\u2069\u202c\u061c"],
    ["soft hyphen", "\u00ad", "\u00ad"],
    ["variation selectors", "\ufe0e", "\ufe0f\u{e0100}"],
    ["a filler and a grapheme joiner", "\u3164", "\u034f"],
    ["a mixture", "\u00a0\u200b \ufeff", "\u200b \u00a0\u3000"]
  ])("ignores %s around the address, and refuses it inside", (_, before, after) => {
    assert.strictEqual(read(`${before}ann@example.com${after}`), "ann@example.com")
    for (const invisible of [before, after]) {
      for (const text of [
        `an${invisible}n@example.com`,
        `ann${invisible}@example.com`,
        `ann@${invisible}example.com`
      ]) {
        assert.isNull(
          read(text, (domain) => domain.replace(invisible, "")),
          text
        )
      }
    }
  })

  it.each(["ann@example.com\0", "\u0007ann@example.com", "ann@example.com\u2800", "\ud800ann@example.com"])(
    "ignores no other character around it: %j",
    (text) => {
      assert.isNull(read(text))
    }
  )

  it.each([
    ["\uff41\uff4e\uff4e\uff20\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45\uff0e\uff43\uff4f\uff4d", "ann@example.com"],
    ["\uff21nn\uff20Example.com", "ann@example.com"],
    ["ann\uff0b\uff11@example.com", "ann+1@example.com"],
    ["a\uff3fn\uff0dn@example.com", "a_n-n@example.com"],
    ["ann@example\u3002com", "ann@example.com"],
    ["a\uff61nn@example.co\uff0ejp", "a.nn@example.co.jp"]
  ])("reads full-width forms as what they are typed for: %s", (typed, stored) => {
    assert.strictEqual(read(typed), stored)
  })

  it("reads each full-width character as the ASCII character of the same key, or refuses both", () => {
    for (let code = 0x21; code < 0x7f; code++) {
      const [ascii, wide] = [String.fromCharCode(code), String.fromCharCode(code + 0xfee0)]
      for (const place of ["a*b@example.com", "ann@exa*mple.com", "ann@example.c*m", "a*"]) {
        assert.strictEqual(read(place.replace("*", wide)), read(place.replace("*", ascii)), `${place} ${wide}`)
      }
    }
  })

  it.each([
    ["a ligature", "\ufb01nn@example.com"],
    ["a circled letter", "\u24d0nn@example.com"],
    ["a superscript", "\u00aann@example.com"],
    ["a long s", "an\u017f@example.com"],
    ["a mathematical letter", "\u{1d41a}nn@example.com"],
    ["a letter with an accent", "a\u0301nn@example.com"],
    ["a Cyrillic letter", "\u0430nn@example.com"],
    ["a small at sign", "ann\ufe6bexample.com"],
    ["a one-dot leader", "a\u2024nn@example.com"],
    ["the digits of another script", "ann\u0661@example.com"],
    ["two recipients in full-width forms", "ann@example.com\uff0cben@example.com"],
    ["full-width angle brackets", "\uff1cann@example.com\uff1e"],
    ["a full-width at sign before another", "ann\uff20example.com@evil.example"],
    ["a full-width at sign behind another", "ann@evil.example\uff20example.com"],
    ["full-width digits for a domain", "ann@\uff11\uff12\uff17.0.0.\uff11"]
  ])("makes no other mailbox of %s", (_, text) => {
    assert.isNull(read(text))
  })

  it.each([
    ["mailto:ann@example.com", "ann@example.com"],
    [" \u200bMailTo: Ann@Example.com\u00a0", "ann@example.com"],
    ["mailto:ann%2Btag%40example.com", "ann+tag@example.com"],
    ["mailto:ann%252b@example.com", "ann%2b@example.com"],
    ["mailto:ann@example.com%20", "ann@example.com"],
    ["mailto:ann\uff20example.com", "ann@example.com"]
  ])("reads the address of a link: %j", (typed, stored) => {
    assert.strictEqual(read(typed), stored)
  })

  it.each([
    "mailto:",
    "mailto",
    "mailto:mailto:ann@example.com",
    "mailto://ann@example.com",
    "mailto:ann@example.com?subject=x",
    "mailto:ann@example.com?cc=ben@example.com",
    "mailto:ann@example.com,ben@example.com",
    "mailto:ann@example.com%2Cben@example.com",
    "mailto:ann%@example.com",
    "mailto:ann%ff@example.com",
    "mailto:ann%0a@example.com",
    "mailto:ann%00@example.com",
    "http://ann@example.com",
    "xmailto:ann@example.com"
  ])("reads no other link: %j", (text) => {
    assert.isNull(read(text))
  })

  it("keeps a percent sign that is in no link", () => {
    assert.strictEqual(read("ann%40x@example.com"), "ann%40x@example.com")
  })

  it("lower-cases ASCII letters", () => {
    assert.strictEqual(read("ANN.Smith@EXAMPLE.Com"), "ann.smith@example.com")
  })

  it("folds no other letter into an ASCII letter", () => {
    assert.isNull(read(`mi${kelvinSign}e@example.com`))
    assert.isNull(read(`mike@${kelvinSign}elvin.com`))
    assert.isNull(read("m\u0131ke@example.com"))
  })

  it("keeps dots and plus tags, because they make different addresses", () => {
    for (const address of ["a.b@example.com", "ab@example.com", "ab+tag@example.com", "a.b+tag.two@example.com"]) {
      assert.strictEqual(read(address), address)
    }
  })

  it("accepts every character of a dot-atom", () => {
    const address = "a!#$%&'*+/=?^_`{|}~-0@example.com"
    assert.strictEqual(read(address), address)
  })

  const longLabel = "d".repeat(63)
  const domainOf = (length: number) => `${longLabel}.${longLabel}.${longLabel}.`.padEnd(length, "d")

  it("accepts a local part of 64 characters, and refuses 65", () => {
    assert.isNotNull(read(`${"a".repeat(64)}@example.com`))
    assert.isNull(read(`${"a".repeat(65)}@example.com`))
  })

  it("accepts a label of 63 characters, and refuses 64", () => {
    assert.isNotNull(read(`ann@${longLabel}.com`))
    assert.isNull(read(`ann@${longLabel}d.com`))
  })

  it("accepts 254 octets, and refuses 255", () => {
    const local = "a".repeat(10)
    assert.lengthOf(read(`${local}@${domainOf(243)}`) ?? "", 254)
    assert.isNull(read(`${local}@${domainOf(244)}`))
  })

  const refused: ReadonlyArray<readonly [what: string, text: string]> = [
    ["nothing", ""],
    ["no @", "ann.example.com"],
    ["two @", "ann@ben@example.com"],
    ["no local part", "@example.com"],
    ["no domain", "ann@"],
    ["a domain of one label", "ann@localhost"],
    ["an address literal", "ann@[127.0.0.1]"],
    ["an IP address", "ann@127.0.0.1"],
    ["quotes", '"ann"@example.com'],
    ["a quoted @", '"ann@example.com"@evil.com'],
    ["a comma", "ann,ben@example.com"],
    ["two recipients", "ann@example.com,ben@example.com"],
    ["two recipients with a semicolon", "ann@example.com;ben@example.com"],
    ["two recipients with a space", "ann@example.com ben@example.com"],
    ["a display name", "Ann <ann@example.com>"],
    ["angle brackets", "<ann@example.com>"],
    ["a comment", "ann(work)@example.com"],
    ["a colon", "group:ann@example.com"],
    ["a backslash", "ann\\@example.com"],
    ["a NUL", "ann\0@example.com"],
    ["a NUL in the domain", "ann@example\0.com"],
    ["a newline", "ann@example.com\nBcc: ben@example.com"],
    ["a carriage return", "ann\r@example.com"],
    ["a newline before the last label", "ann@example.\ncom"],
    ["a space", "ann smith@example.com"],
    ["a leading dot", ".ann@example.com"],
    ["a trailing dot", "ann.@example.com"],
    ["two dots", "ann..smith@example.com"],
    ["a trailing dot of the domain", "ann@example.com."],
    ["an empty label", "ann@example..com"],
    ["a label that starts with a hyphen", "ann@-example.com"],
    ["a label that ends with a hyphen", "ann@example-.com"],
    ["an underscore in the domain", "ann@exa_mple.com"],
    ["a local part with other letters", "änn@example.com"],
    ["a lone surrogate", "ann\ud800@example.com"]
  ]
  for (const [what, text] of refused) {
    it(`refuses ${what}`, () => assert.isNull(read(text)))
  }

  it("accepts a domain with other letters only with `domainToAscii`", () => {
    const ascii = (domain: string) => domain.replace("münchen", "xn--mnchen-3ya")
    assert.isNull(read("ann@münchen.example"))
    assert.strictEqual(read("Ann@münchen.Example", ascii), "ann@xn--mnchen-3ya.example")
  })

  it("calls `domainToAscii` with the domain, and only if it is not ASCII", () => {
    const called: Array<string> = []
    const note = (domain: string) => {
      called.push(domain)
      return "xn--e1aybc.example"
    }
    assert.strictEqual(read("ann@example.com", note), "ann@example.com")
    assert.strictEqual(read("ann@Тест.example", note), "ann@xn--e1aybc.example")
    assert.deepStrictEqual(called, ["Тест.example"])
  })

  it("refuses an invalid domain from `domainToAscii`", () => {
    for (const domain of [
      "",
      "münchen.example",
      "a@b.example",
      "b.example,ann@c.example",
      "b.example\n",
      "localhost"
    ]) {
      assert.isNull(read("ann@münchen.example", () => domain))
    }
    assert.strictEqual(
      read("ann@münchen.example", () => "XN--MNCHEN-3YA.example"),
      "ann@xn--mnchen-3ya.example"
    )
  })

  it("refuses 100 kB of anything", () => {
    const size = 100_000
    for (const text of [
      "a".repeat(size),
      " ".repeat(size),
      `a${" ".repeat(size)}b`,
      `${"a.".repeat(size / 2)}@example.com`,
      `ann@${"a-".repeat(size / 2)}`,
      `ann@${"a.".repeat(size / 2)}com`,
      "@".repeat(size),
      `${" ".repeat(size)}ann@example.com`
    ]) {
      assert.isNull(read(text))
    }
  })

  it("refuses input that is too long without calling `domainToAscii`", () => {
    assert.isNull(
      read(`ann@${"ü".repeat(2000)}.example`, () => {
        throw new Error("called")
      })
    )
  })
})

describe("Email", () => {
  it("accepts only the stored form, without capitals or space", () => {
    const is = Schema.is(Email)
    assert.isTrue(is("ann@example.com"))
    assert.isFalse(is("Ann@example.com"))
    assert.isFalse(is(" ann@example.com"))
    assert.isFalse(is("ann@münchen.example"))
  })

  it("fails with a message that does not contain the input, because it may be logged", () => {
    const refusal = String(Schema.decodeUnknownEither(Email)("unknown@example"))
    assert.include(refusal, "is not an email address")
    assert.notInclude(refusal, "unknown")
  })
})
