import { assert, describe, it } from "@effect/vitest"
import { codePoints, parse } from "@latchkey/domain/password/Password"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"

const read = (text: string) => Either.merge(Either.map(parse(text), Redacted.value))

const rocket = "\u{1f680}"

describe("Password.parse", () => {
  it("keeps a password unchanged: not trimmed, truncated or folded", () => {
    for (const text of ["  spaces around  ", "\tTab\n", "MiXeD", "日本語のパスワード", "a", " "]) {
      assert.strictEqual(read(text), text)
    }
  })

  it("normalizes different spellings of one text to NFC", () => {
    assert.strictEqual(read("cafe\u0301"), "caf\u00e9")
    assert.strictEqual(read("caf\u00e9"), "caf\u00e9")
    assert.strictEqual(read("\u1100\u1161\u11a8"), "\uac01")
  })

  it("keeps compatibility characters different (no NFKC)", () => {
    assert.strictEqual(read("ﬁsh"), "ﬁsh")
    assert.strictEqual(read("ｆｕｌｌ"), "ｆｕｌｌ")
  })

  it("refuses an empty text", () => assert.strictEqual(read(""), "is empty"))

  it("accepts 256 code points, and refuses 257", () => {
    assert.strictEqual(read("a".repeat(256)), "a".repeat(256))
    assert.strictEqual(read("a".repeat(257)), "is too long")
  })

  it("counts an emoji outside the basic plane as one code point", () => {
    assert.strictEqual(read(rocket.repeat(256)), rocket.repeat(256))
    assert.strictEqual(read(rocket.repeat(257)), "is too long")
  })

  it("counts code points after normalization", () => {
    assert.strictEqual(read("e\u0301".repeat(256)), "\u00e9".repeat(256))
    // Four code points that become one, and one that becomes three.
    assert.strictEqual(read("\u03b1\u0313\u0300\u0345".repeat(256)), "\u1f82".repeat(256))
    assert.strictEqual(read("\u{1d160}".repeat(86)), "is too long")
  })

  it("refuses NUL at any position", () => {
    for (const text of ["\0", "password\0", "\0password", "pass\0word"]) {
      assert.strictEqual(read(text), "contains characters that are not allowed")
    }
  })

  it("refuses lone surrogates, which would all hash alike", () => {
    for (const text of ["\ud800", "password\udbff", "\udc00password", "pass\ude80\ud83dword"]) {
      assert.strictEqual(read(text), "contains characters that are not allowed")
    }
    assert.strictEqual(read(`password${rocket}`), `password${rocket}`)
  })

  it("refuses a megabyte", () => assert.strictEqual(read("\u0344".repeat(1_000_000)), "is too long"))

  it("returns a value that prints as redacted", () => {
    const parsed = Either.getOrThrow(parse("hunter2-hunter2"))
    assert.notInclude(`${String(parsed)} ${JSON.stringify({ parsed })}`, "hunter2")
  })
})

describe("Password.codePoints", () => {
  it("counts code points, not UTF-16 units", () => {
    assert.strictEqual(codePoints(""), 0)
    assert.strictEqual(codePoints("abc"), 3)
    assert.strictEqual(codePoints(`a${rocket}b`), 3)
  })
})
