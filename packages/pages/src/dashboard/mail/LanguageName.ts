import type { Language } from "@latchkey/domain/language/Language"

const names = new Map<string, Intl.DisplayNames>()

/** Returns the name of a language in another one, such as `Brazilian Portuguese`. */
export const nameOf = (reader: string, language: Language): string => {
  const known = names.get(reader) ?? new Intl.DisplayNames([reader], { type: "language" })
  names.set(reader, known)
  return known.of(language) ?? language
}
