import { assert, describe, it } from "@effect/vitest"
import { Email, parse } from "@latchkey/domain/core/Email"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const read = (text: string, domainToAscii?: (domain: string) => string) =>
  Option.getOrNull(domainToAscii === undefined ? parse(text) : parse(text, domainToAscii))

const kelvinSign = "\u212a"

describe("Email.parse", () => {
  it("trims ASCII space around the address, and no other character", () => {
    assert.strictEqual(read(" \t\r\n ann@example.com \t\r\n "), "ann@example.com")
    assert.isNull(read("\u00a0ann@example.com"))
    assert.isNull(read("ann@example.com\u3000"))
    assert.isNull(read("ann@example.com\0"))
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
