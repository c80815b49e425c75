/**
 * The texts of pages and emails in every language that Latchkey speaks. An app can add a language, or replace texts.
 */
import { english as en, Language } from "@latchkey/domain/language/Language"
import * as Languages from "@latchkey/domain/language/Languages"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Catalogue } from "./Catalogue.ts"
import { emails as emailsInArabic } from "./ar/emails.ts"
import { pages as pagesInArabic } from "./ar/pages.ts"
import { emails as emailsInGerman } from "./de/emails.ts"
import { pages as pagesInGerman } from "./de/pages.ts"
import { emails as emailsInEnglish } from "./en/emails.ts"
import { pages as pagesInEnglish } from "./en/pages.ts"
import { emails as emailsInSpanish } from "./es/emails.ts"
import { pages as pagesInSpanish } from "./es/pages.ts"
import { emails as emailsInFrench } from "./fr/emails.ts"
import { pages as pagesInFrench } from "./fr/pages.ts"
import { emails as emailsInJapanese } from "./ja/emails.ts"
import { pages as pagesInJapanese } from "./ja/pages.ts"
import { emails as emailsInPortuguese } from "./pt-BR/emails.ts"
import { pages as pagesInPortuguese } from "./pt-BR/pages.ts"

/** The catalogues, one for each of `languages`. */
export interface CataloguesService {
  readonly all: Arr.NonEmptyReadonlyArray<Catalogue>
  readonly languages: Languages.Languages["Type"]

  /** Returns the catalogue of the language that suits the preferences best, as `Languages` finds it. */
  readonly best: (preferences: Iterable<Language>) => Catalogue
}

/** The texts in English. */
export const english: Catalogue = { language: en, emails: emailsInEnglish, pages: pagesInEnglish }
/** The texts in German. */
export const german: Catalogue = { language: Language.make("de"), emails: emailsInGerman, pages: pagesInGerman }
/** The texts in French. */
export const french: Catalogue = { language: Language.make("fr"), emails: emailsInFrench, pages: pagesInFrench }
/** The texts in Spanish. */
export const spanish: Catalogue = { language: Language.make("es"), emails: emailsInSpanish, pages: pagesInSpanish }
/** The texts in Portuguese as in Brazil. */
export const portuguese: Catalogue = {
  language: Language.make("pt-BR"),
  emails: emailsInPortuguese,
  pages: pagesInPortuguese
}
/** The texts in Japanese. */
export const japanese: Catalogue = { language: Language.make("ja"), emails: emailsInJapanese, pages: pagesInJapanese }
/** The texts in Arabic. */
export const arabic: Catalogue = { language: Language.make("ar"), emails: emailsInArabic, pages: pagesInArabic }

/** Latchkey's own catalogues. English is for readers who prefer none of the languages. */
export const builtIn: Arr.NonEmptyReadonlyArray<Catalogue> = [
  english,
  german,
  french,
  spanish,
  portuguese,
  japanese,
  arabic
]

/** Makes the service. Of several catalogues of one language the last one counts. */
export const make = (catalogues: Arr.NonEmptyReadonlyArray<Catalogue>): CataloguesService => {
  const byLanguage = new Map(catalogues.map((catalogue) => [catalogue.language, catalogue]))
  const [first] = catalogues
  const languages = Languages.make(Arr.dedupe(Arr.map(catalogues, ({ language }) => language)))
  const catalogueOf = (language: Language) => byLanguage.get(language) ?? first
  return {
    languages,
    all: Arr.map(languages.available, catalogueOf),
    best: (preferences) => catalogueOf(languages.best(preferences))
  }
}

/** The catalogues of pages and emails: those of Latchkey, unless the app provides `layer`. */
export class Catalogues extends Context.Reference<Catalogues>()("@latchkey/pages/Catalogues", {
  defaultValue: () => make(builtIn)
}) {}

/**
 * Adds catalogues to those of Latchkey. One of a language that Latchkey speaks takes the place of Latchkey's own.
 * Provide it to `EmailTemplates.layer` and to the pages.
 */
export const layer = (...own: ReadonlyArray<Catalogue>): Layer.Layer<Catalogues> =>
  Layer.succeed(Catalogues, make([...builtIn, ...own]))
