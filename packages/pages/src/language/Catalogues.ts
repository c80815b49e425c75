/**
 * The texts of pages and emails in every language that Latchkey speaks. An app can add a language, or replace texts.
 */
import { type BuiltIn, tags } from "@latchkey/domain/language/BuiltIn"
import { Language } from "@latchkey/domain/language/Language"
import * as Languages from "@latchkey/domain/language/Languages"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { emailsIn, pagesIn } from "../Texts.ts"
import type { Catalogue } from "./Catalogue.ts"

/** The catalogues, one for each of `languages`. */
export interface CataloguesService {
  readonly all: Arr.NonEmptyReadonlyArray<Catalogue>
  readonly languages: Languages.Languages["Type"]

  /** Returns the catalogue of the language that suits the preferences best, as `Languages` finds it. */
  readonly best: (preferences: Iterable<Language>) => Catalogue
}

const catalogueIn = (tag: BuiltIn): Catalogue => ({
  language: Language.make(tag),
  pages: pagesIn(tag),
  emails: emailsIn(tag)
})

/** Latchkey's own catalogues. English is for readers who prefer none of the languages. */
export const builtIn: Arr.NonEmptyReadonlyArray<Catalogue> = Arr.map(tags, catalogueIn)

/** The texts in English. */
export const english: Catalogue = builtIn[0]

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
