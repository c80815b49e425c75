/** All texts in one language. */
import type { Language } from "@latchkey/domain/language/Language"
import type { EmailTexts, PageTexts } from "../Texts.ts"

export type { EmailTexts, PageTexts }

/** The texts of a language. A language that lacks one does not compile. */
export interface Catalogue {
  readonly language: Language
  readonly emails: EmailTexts
  readonly pages: PageTexts
}

/** The scripts that are written from right to left (Unicode, UAX 24), as far as languages of today use them. */
const rightToLeft = new Set(["Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"])

/** The direction of a text, as the value of the attribute `dir` in HTML. */
export type Direction = "ltr" | "rtl"

/** Returns the direction of a language by its script. */
export const directionOf = (language: Language): Direction =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr"
