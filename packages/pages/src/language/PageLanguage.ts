/**
 * A language that the pages for users speak.
 */
import { makeMessageOf, makeWhen } from "@latchkey/client/messages/Messages"
import type { Language } from "@latchkey/domain/language/Language"
import { type Problem, userTextOf, userTextsOf } from "@latchkey/http/core/Problem"
import { type Catalogue, type Direction, directionOf, type EmailTexts, type PageTexts } from "./Catalogue.ts"
import * as Catalogues from "./Catalogues.ts"

/**
 * - `tag`: the BCP 47 tag, for `lang` and `Content-Language`.
 * - `direction`: in which its script is written.
 * - `texts`, `emails`: its texts.
 * - `when`: formats when to try again, after that many seconds: "in 2 minutes".
 * - `problem`: returns a problem in words for users.
 */
export interface PageLanguage {
  readonly tag: Language
  readonly direction: Direction
  readonly texts: PageTexts
  readonly emails: EmailTexts
  readonly when: (seconds: number) => string
  readonly problem: (problem: Problem) => string
}

/** Makes the language: once, because formatters are slow to make. */
export const make = ({ emails, language, pages }: Catalogue): PageLanguage => {
  const messageOf = makeMessageOf(language, pages.problems)
  const hasText = (code: string): code is Parameters<typeof messageOf>[0]["code"] => code in pages.problems
  return {
    tag: language,
    direction: directionOf(language),
    texts: pages,
    emails,
    when: makeWhen(language),
    // The client has no texts of what only pages or operators can get.
    problem: (problem) => {
      const { code, retryAfterSeconds } = problem
      if (hasText(code)) return messageOf({ code, retryAfterSeconds })
      const texts: string | Readonly<Record<string, string>> = userTextsOf(code)
      return (typeof texts === "string" ? undefined : texts[language]) ?? userTextOf(problem)
    }
  }
}

/** English. */
export const english: PageLanguage = make(Catalogues.english)
