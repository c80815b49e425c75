import { assert, describe, it } from "@effect/vitest"
import * as Language from "@latchkey/domain/language/Language"
import * as Languages from "@latchkey/domain/language/Languages"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const isLanguage = Schema.is(Language.Language)

describe("Language", () => {
  it.each(["en", "de", "pt-BR", "zh-Hant-TW", "sr-Latn", "es-419", "yue", "de-1901"])(
    "is a canonical tag: %s",
    (tag) => {
      assert.isTrue(isLanguage(tag))
      assert.deepStrictEqual(Option.getOrNull(Language.parse(tag.toLowerCase())), tag)
    }
  )

  it.each([
    "",
    "x",
    "a language",
    "en_US",
    "de-",
    "-de",
    "*",
    "pt-BR;q=1",
    "de\n",
    " de",
    "<b>",
    "../de",
    "x-private",
    "ä",
    `de${"-abcdefgh".repeat(4)}`
  ])("is no nonsense: %j", (tag) => {
    assert.isFalse(isLanguage(tag))
    assert.isTrue(Option.isNone(Language.parse(tag)))
  })

  it("can be read if another version of ICU replaces it, and names a language", () => {
    assert.isTrue(isLanguage("iw"))
    for (const tag of ["und", "und-DE"]) assert.isTrue(Option.isNone(Language.parse(tag)), tag)
  })

  it("is stored in its canonical form only", () => {
    for (const tag of ["DE", "pt-br", "zh-hant-tw"]) assert.isFalse(isLanguage(tag))
    assert.deepStrictEqual(Language.parse("iw"), Option.some(Language.Language.make("he")))
  })

  it("is decoded from any case, and refused with the form that is expected", () => {
    const decode = Schema.decodeEither(Language.LanguageInput)
    assert.deepStrictEqual(Either.getOrNull(decode("PT-br")), "pt-BR")
    assert.include(String(Either.getLeft(decode("en_US"))), "must be a language tag such as de or pt-BR")
  })
})

const tags = (...texts: ReadonlyArray<string>) => texts.map((text) => Language.Language.make(text))
const [en, ...others] = tags("en", "de", "fr", "es", "pt-BR", "ja", "ar", "zh", "zh-TW", "en-GB", "sr-Latn")
const { best } = Languages.make([en ?? Language.english, ...others])

describe("Languages.best", () => {
  it.each([
    ["the same tag", ["ja"], "ja"],
    ["the first preference that fits", ["nl", "fi", "fr", "de"], "fr"],
    ["a region that is not available", ["de-AT"], "de"],
    ["a language without region", ["pt"], "pt-BR"],
    ["another region of the language", ["pt-PT"], "pt-BR"],
    ["the region that is available", ["en-GB"], "en-GB"],
    ["the region, whatever else the tag says", ["en-Latn-GB-u-hc-h23"], "en-GB"],
    ["the language itself before another region of it", ["en-NZ"], "en"],
    ["the script that a region writes", ["zh-HK"], "zh-TW"],
    ["the script that is named", ["zh-Hant"], "zh-TW"],
    ["the likely script", ["zh-SG"], "zh"],
    ["no other script of the language", ["sr", "de"], "de"],
    ["tags with extensions", ["ar-EG-u-nu-latn"], "ar"],
    ["the first available one, if none fits", ["nl", "tlh"], "en"],
    ["the first available one, without preferences", [], "en"]
  ])("finds %s", (_, preferences, expected) => {
    assert.strictEqual(best(tags(...preferences)), expected)
  })
})
