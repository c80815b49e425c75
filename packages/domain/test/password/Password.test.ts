import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { codePoints, parse } from "@latchkey/domain/password/Password"

const read = (text: string) => Either.merge(Either.map(parse(text), Redacted.value))

const rocket = "\u{1f680}"

describe("Password.parse", () => {
  it("takes a password as it is: nothing is trimmed, cut or folded", () => {
    for (const text of ["  spaces around  ", "\tTab\n", "MiXeD", "日本語のパスワード", "a", " "]) {
      assert.strictEqual(read(text), text)
    }
  })

  it("makes the spellings of one text one password (NFC)", () => {
    assert.strictEqual(read("cafe\u0301"), "caf\u00e9")
    assert.strictEqual(read("caf\u00e9"), "caf\u00e9")
    assert.strictEqual(read("\u1100\u1161\u11a8"), "\uac01")
  })

  it("keeps compatibility characters apart (not NFKC)", () => {
    assert.strictEqual(read("ﬁsh"), "ﬁsh")
    assert.strictEqual(read("ｆｕｌｌ"), "ｆｕｌｌ")
  })

  it("refuses the empty text", () => assert.strictEqual(read(""), "is empty"))

  it("takes 256 code points, not 257", () => {
    assert.strictEqual(read("a".repeat(256)), "a".repeat(256))
    assert.strictEqual(read("a".repeat(257)), "is too long")
  })

  it("counts an emoji outside the basic plane as one", () => {
    assert.strictEqual(read(rocket.repeat(256)), rocket.repeat(256))
    assert.strictEqual(read(rocket.repeat(257)), "is too long")
  })

  it("counts after normalising", () => {
    assert.strictEqual(read("e\u0301".repeat(256)), "\u00e9".repeat(256))
    // Four code points that are one, and one that is three.
    assert.strictEqual(read("\u03b1\u0313\u0300\u0345".repeat(256)), "\u1f82".repeat(256))
    assert.strictEqual(read("\u{1d160}".repeat(86)), "is too long")
  })

  it("refuses NUL, anywhere", () => {
    for (const text of ["\0", "secret\0", "\0secret", "sec\0ret"]) {
      assert.strictEqual(read(text), "holds characters that are not allowed")
    }
  })

  it("refuses lone surrogates, which would all be hashed alike", () => {
    for (const text of ["\ud800", "secret\udbff", "\udc00secret", "sec\ude80\ud83dret"]) {
      assert.strictEqual(read(text), "holds characters that are not allowed")
    }
    assert.strictEqual(read(`secret${rocket}`), `secret${rocket}`)
  })

  it("refuses a megabyte", () => assert.strictEqual(read("\u0344".repeat(1_000_000)), "is too long"))

  it("never shows in print", () => {
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
