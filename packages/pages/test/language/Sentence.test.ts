import { assert, describe, it } from "@effect/vitest"
import * as Sentence from "../../src/language/Sentence.ts"

const hostile = `<b>"&'`
const rich = (text: string) => Sentence.value("ltr", text)

describe("Sentence.write", () => {
  it("puts values where the sentence wants them, in any order, as text and as HTML", () => {
    const sentence = ({ a, b }: { readonly a: string; readonly b: string }) => `${b} & ${a} & ${b}`
    const written = Sentence.write(sentence, { a: rich("one"), b: rich("two") })
    assert.strictEqual(written.text, "two & one & two")
    assert.strictEqual(written.html.source, "two &amp; one &amp; two")
  })

  it("escapes the sentence and every value in the HTML only", () => {
    const written = Sentence.write(({ a }: { readonly a: string }) => `<i>${a}</i>`, { a: rich(hostile) })
    assert.strictEqual(written.text, `<i>${hostile}</i>`)
    assert.strictEqual(written.html.source, "&lt;i&gt;&lt;b&gt;&quot;&amp;&#39;&lt;/i&gt;")
  })

  it("leaves a value out that is absent", () => {
    const sentence = ({ a }: { readonly a?: string | undefined }) => (a === undefined ? "without" : `with ${a}`)
    assert.strictEqual(Sentence.write(sentence, { a: undefined }).text, "without")
    assert.strictEqual(Sentence.write(sentence, { a: undefined }).html.source, "without")
    assert.strictEqual(Sentence.write(sentence, { a: rich("a") }).html.source, "with a")
  })

  it("does not mistake a value for the place of another one", () => {
    const sentence = ({ a, b }: { readonly a: string; readonly b: string }) => `${a}, ${b}`
    const written = Sentence.write(sentence, { a: rich("\u0000b\u0000"), b: rich("secret") })
    assert.strictEqual(written.html.source, "\u0000b\u0000, secret")
  })

  it("isolates values from right to left only", () => {
    assert.strictEqual(Sentence.value("rtl", "a").text, "\u2068a\u2069")
    assert.strictEqual(Sentence.value("rtl", hostile).html.source, "<bdi>&lt;b&gt;&quot;&amp;&#39;</bdi>")
    assert.strictEqual(Sentence.value("ltr", "a").text, "a")
  })
})
