import { assert, describe, it } from "@effect/vitest"
import { maxLanguages } from "@latchkey/domain/core/Caller"
import { parse } from "../../src/core/internal/AcceptLanguage.ts"

describe("AcceptLanguage.parse", () => {
  it("orders the languages by their weights, and equal ones as the header does", () => {
    assert.deepStrictEqual([...parse("de")], ["de"])
    assert.deepStrictEqual([...parse("en;q=0.5, pt-br;q=0.9, fr , ja;q=0.9")], ["fr", "pt-BR", "ja", "en"])
    assert.deepStrictEqual([...parse("de-AT,de;q=0.9,DE-at;q=0.8,en;q=0.1")], ["de-AT", "de", "en"])
  })

  it("leaves out what the client refuses, wildcards, and what is no language tag", () => {
    assert.deepStrictEqual([...parse("de;q=0, fr;q=0.000, en;q=0.001")], ["en"])
    assert.deepStrictEqual([...parse("*, en_US, !!, -, 1, x, <script>, zh-Hant-TW;q=0.1, de-")], ["zh-Hant-TW"])
  })

  it.each([
    undefined,
    "",
    ",",
    ";",
    ";q=1",
    "q=1",
    "de;q",
    "de;q=",
    "de;q=x",
    "de;q=9e99",
    "=,;=,;",
    '"de"',
    'de;q="',
    "\u0000",
    "a".repeat(36)
  ])("throws for nothing: %j", (header) => {
    for (const language of parse(header)) assert.strictEqual(language, "de")
  })

  it("keeps five languages at most", () => {
    assert.deepStrictEqual([...parse("de,fr,es,ja,ar,en")], ["de", "fr", "es", "ja", "ar"])
    assert.strictEqual(maxLanguages, 5)
  })

  it("ignores a header of more than 1,000 characters, without parsing it", () => {
    assert.deepStrictEqual([...parse(`de,${"x".repeat(997)}`)], ["de"])
    assert.deepStrictEqual([...parse(`de,${"x".repeat(998)}`)], [])
    const started = performance.now()
    assert.deepStrictEqual([...parse("de,".repeat(3400))], [])
    assert.deepStrictEqual([...parse(`de${" ".repeat(10_000)}`)], [])
    assert.isBelow(performance.now() - started, 5)
  })
})
