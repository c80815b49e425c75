/** The text of a docstring without its tags, and the version of `@since`. */
export interface Docstring {
  readonly text: string
  readonly since: string | undefined
}

const none: Docstring = { text: "", since: undefined }

/** Parses a comment of a source file. */
export const parse = (comment: string | undefined): Docstring => {
  if (comment === undefined) return none
  const lines = comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
  const whole = lines.join("\n")
  const since = /@since (\S+)/.exec(whole)?.[1]
  const text = whole
    .replace(/@since \S+/, "")
    .split("\n")
    .filter((line) => !line.startsWith("@"))
    .join("\n")
  return { text: text.trim(), since }
}

const wordsIn = (text: string): ReadonlyArray<string> =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, ""))

const fillers = new Set(["the", "a", "an", "of", "its", "it", "thi", "that", "i", "for", "as"])

/** Returns `true` if a text says more than the name it documents. */
export const saysSomething = (text: string, name: string): boolean => {
  const known = new Set(wordsIn(name))
  return wordsIn(text).some((word) => !known.has(word) && !fillers.has(word))
}
