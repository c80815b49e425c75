/**
 * The languages of the dashboard, and which one a reader gets: the one that they chose in this browser, or the best for
 * the preferences of the browser.
 */
import { type BuiltIn, tags } from "@latchkey/domain/language/BuiltIn"
import { Language } from "@latchkey/domain/language/Language"
import * as Languages from "@latchkey/domain/language/Languages"
import { type Problem, userTextOf } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import type { Direction } from "../../language/Catalogue.ts"
import * as Catalogues from "../../language/Catalogues.ts"
import * as PageLanguage from "../../language/PageLanguage.ts"
import { type DashboardTexts, textsIn } from "../DashboardTexts.ts"
import * as Format from "./Format.ts"
import * as Reason from "./reasons/Reason.ts"

/**
 * A language that the dashboard speaks.
 *
 * - `texts`: those of the dashboard. `pages`: those of the pages for users, such as the ones about passkeys.
 * - `format`: formats times and numbers.
 * - `problem`: returns a problem in words for administrators.
 * - `reason`: returns why a field is invalid. The API says it in English.
 * - `sentences`: joins a text that is no sentence yet, and sentences.
 */
export interface DashboardLanguage {
  readonly tag: BuiltIn
  readonly direction: Direction
  readonly texts: DashboardTexts
  readonly pages: PageLanguage.PageLanguage
  readonly format: Format.DashboardFormat
  readonly problem: (problem: Problem) => string
  readonly reason: (reason: string) => Reason.Reason
  readonly sentences: (parts: readonly [text: string, ...sentences: ReadonlyArray<string>]) => string
}

// Dates as in "22 October 2026", as the pages for users have them.
const locales: Readonly<Partial<Record<BuiltIn, string>>> = { en: "en-GB" }

/** Makes a language with these texts. */
export const make = (tag: BuiltIn, texts: DashboardTexts): DashboardLanguage => {
  const catalogue = Catalogues.builtIn.find(({ language }) => language === tag) ?? Catalogues.english
  const pages = PageLanguage.make(catalogue)
  const { problems }: { readonly problems: Readonly<Record<string, string>> } = texts.core
  return {
    tag,
    direction: pages.direction,
    texts,
    pages,
    format: Format.make(locales[tag] ?? tag),
    problem: (problem) =>
      (Object.hasOwn(problems, problem.code) ? problems[problem.code] : pages.problem(problem)) ?? userTextOf(problem),
    reason: (reason) => Reason.inLanguage(tag, reason),
    sentences: ([text, ...sentences]) => [texts.core.sentence(text), ...sentences].join(pages.texts.core.space)
  }
}

/** Every language. The formatters are slow to make, so each language is made once. */
export const languages: Arr.NonEmptyReadonlyArray<DashboardLanguage> = Arr.map(tags, (tag) => make(tag, textsIn(tag)))

const available = Languages.make(Arr.map(tags, (tag) => Language.make(tag)))

// Choosing takes 10 µs, and browsers send few different headers.
const choices = new Map<string, BuiltIn>()
const maxChoices = 1000
const maxHeaderLength = 200

/** Returns the language that suits the preferences of the browser best. */
export const preferredBy = (headers: Readonly<Record<string, string | undefined>>): BuiltIn => {
  const { "accept-language": header = "" } = headers
  const known = choices.get(header)
  if (known !== undefined) return known
  const best = available.best(RequestReader.languages(headers))
  const chosen = tags.find((tag) => tag === best) ?? "en"
  if (choices.size >= maxChoices) choices.clear()
  if (header.length <= maxHeaderLength) choices.set(header, chosen)
  return chosen
}

/** The languages that the pages are made in: all, unless a test provides others. */
export class DashboardLanguages extends Context.Reference<DashboardLanguages>()("@latchkey/pages/DashboardLanguages", {
  defaultValue: (): Arr.NonEmptyReadonlyArray<DashboardLanguage> => languages
}) {}
