/** Languages as BCP 47 tags (RFC 5646) in their canonical form, such as `de`, `pt-BR` or `zh-Hant-TW`. */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** RFC 5646, 4.4.1: tags that name a language are no longer. */
const maxLength = 35

const canonical = (tag: string): string | undefined => {
  if (tag.length > maxLength) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/**
 * Language, script, region, variants and extensions, each in its canonical case. ICU is not asked: its versions replace
 * different tags by others, and each version must read what another one has stored.
 */
const canonicalForm =
  /^[a-z]{2,8}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(-[a-z0-9](-[a-z0-9]{1,8})+)*$/

const isCanonical = (tag: string): boolean => tag.length <= maxLength && canonicalForm.test(tag)

const message = () => "must be a language tag such as de or pt-BR"

/**
 * Validates a tag in its canonical form, of at most 35 characters (RFC 5646, 4.4.1). It says nothing about whether
 * pages and emails speak that language: see `Languages`.
 */
export const Language = Schema.String.pipe(Schema.filter(isCanonical, { message }), Schema.brand("Language"))
export type Language = typeof Language.Type

/** `en`: what an instance speaks that has set no language. */
export const english = Language.make("en")

/**
 * Parses a tag in any case, such as `pt-br`. Returns `None` for anything that is no tag, and for `und`, which names no
 * language.
 */
export const parse = (tag: string): Option.Option<Language> =>
  Option.fromNullable(canonical(tag)).pipe(
    Option.filter((known) => !/^und\b/.test(known)),
    Option.map((known) => Language.make(known, true))
  )

/** Decodes a tag in any case to its canonical form. Fails with "must be a language tag such as …". */
export const LanguageInput: Schema.Schema<Language, string> = Schema.transformOrFail(
  Schema.String.annotations({ examples: ["de", "pt-BR"] }),
  Schema.typeSchema(Language),
  {
    strict: true,
    decode: (tag, _, ast) => Either.fromOption(parse(tag), () => new ParseResult.Type(ast, undefined, message())),
    encode: (language) => ParseResult.succeed(language)
  }
)
