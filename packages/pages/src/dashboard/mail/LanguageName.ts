import type { Language } from "@latchkey/domain/language/Language"

const names = new Intl.DisplayNames(["en"], { type: "language" })

/** Returns the English name of a language, such as `Brazilian Portuguese`. */
export const nameOf = (language: Language): string => names.of(language) ?? language
