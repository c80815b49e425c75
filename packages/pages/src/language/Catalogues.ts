/**
 * The texts of pages and emails in every language that Latchkey speaks. An app can add a language, or replace texts.
 *
 * @since 0.1.0
 */
import { english as en, type Language } from "@latchkey/domain/language/Language"
import * as Languages from "@latchkey/domain/language/Languages"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { Catalogue } from "./Catalogue.ts"
import { emails as emailsInEnglish } from "./en/emails.ts"

/** The catalogues, and the languages that they are in. @since 0.1.0 */
export interface CataloguesService {
  readonly languages: Languages.Languages["Type"]

  /** Returns the catalogue of the language that suits the preferences best, as `Languages` finds it. */
  readonly best: (preferences: Iterable<Language>) => Catalogue
}

/** The texts in English. @since 0.1.0 */
export const english: Catalogue = { language: en, emails: emailsInEnglish }

/** Latchkey's own catalogues. English is for readers who prefer none of the languages. @since 0.1.0 */
export const builtIn: Arr.NonEmptyReadonlyArray<Catalogue> = [english]

/** Makes the service. Of several catalogues of one language the last one counts. @since 0.1.0 */
export const make = (catalogues: Arr.NonEmptyReadonlyArray<Catalogue>): CataloguesService => {
  const byLanguage = new Map(catalogues.map((catalogue) => [catalogue.language, catalogue]))
  const [first] = catalogues
  const languages = Languages.make(Arr.dedupe(Arr.map(catalogues, ({ language }) => language)))
  return { languages, best: (preferences) => byLanguage.get(languages.best(preferences)) ?? first }
}

/** The catalogues of pages and emails: those of Latchkey, unless the app provides `layer`. @since 0.1.0 */
export class Catalogues extends Context.Reference<Catalogues>()("@latchkey/pages/Catalogues", {
  defaultValue: () => make(builtIn)
}) {}

/**
 * Adds catalogues to those of Latchkey. One of a language that Latchkey speaks takes the place of Latchkey's own.
 * Provide it to `EmailTemplates.layer` and to the pages.
 *
 * @since 0.1.0
 */
export const layer = (...own: ReadonlyArray<Catalogue>): Layer.Layer<Catalogues> =>
  Layer.succeed(Catalogues, make([...builtIn, ...own]))
