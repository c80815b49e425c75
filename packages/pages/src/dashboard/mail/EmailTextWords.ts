/** What an email is about, and what its placeholders stand for, in words. The English words are those of the API. */
import type { KindInfo, PlaceholderInfo } from "@latchkey/domain/operator/EmailTextAdministration"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"

type Words = Readonly<Record<string, string | undefined>>

const wordOf = ({ tag }: DashboardLanguage, words: Words, name: string, english: string): string =>
  tag === "en" ? english : (words[name] ?? english)

/** Returns on which occasion an email is sent. */
export const aboutOf = (language: DashboardLanguage, { description, kind }: KindInfo): string =>
  wordOf(language, language.texts.mail.about, kind, description)

/** Returns what a placeholder stands for. */
export const placeholderOf = (
  language: DashboardLanguage,
  { description, name }: Pick<PlaceholderInfo, "description" | "name">
): string => wordOf(language, language.texts.mail.placeholderTexts, name, description)
