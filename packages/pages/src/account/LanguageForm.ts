/**
 * The part of the account page where users choose their language.
 */
import type { Language } from "@latchkey/domain/language/Language"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { all } from "../core/Fragments.ts"
import * as Paths from "../core/Paths.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/** Returns the name of a language in that language: `Deutsch`, `português (Brasil)`. */
export const nameOf = (language: Language): string =>
  new Intl.DisplayNames(language, { type: "language", languageDisplay: "standard" }).of(language) ?? language

/** - `chosen`: the language that the user has chosen before. - `available`: the languages to choose from. */
export interface Choice {
  readonly language: PageLanguage
  readonly prefix: string
  readonly chosen: Option.Option<Language>
  readonly available: ReadonlyArray<{ readonly language: Language; readonly name: string }>
}

const option = ({ chosen }: Choice, { language, name }: Choice["available"][number]): Fragment =>
  html`<option value="${language}" lang="${language}"${Option.contains(chosen, language) ? html` selected` : ""}>${name}</option>`

/** Makes the part. */
export const section = (choice: Choice): Fragment => {
  const { available, chosen, prefix } = choice
  const { account } = choice.language.texts
  const isOther = Option.filter(chosen, (tag) => available.every(({ language }) => language !== tag))
  const other = Option.map(isOther, (language) => ({ language, name: nameOf(language) }))
  return html`<h2>${account.language}</h2>
<form method="post" action="${prefix}${Paths.accountLanguage}">
<div class="field"><label for="language">${account.languageLabel}</label>
<select id="language" name="language">
<option value="">${account.languageOfBrowser}</option>
${all([...available, ...Option.toArray(other)].map((one) => option(choice, one)))}
</select></div>
<button class="quiet small">${account.saveLanguage}</button>
</form>`
}
