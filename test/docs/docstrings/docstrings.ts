/** The text of a docstring without its tags. */
export interface Docstring {
  readonly text: string
}

const none: Docstring = { text: "" }

/** Parses a comment of a source file. */
export const parse = (comment: string | undefined): Docstring => {
  if (comment === undefined) return none
  const lines = comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
  const text = lines.filter((line) => !line.trimStart().startsWith("@")).join("\n")
  return { text: text.trim() }
}

const wordsIn = (text: string): ReadonlyArray<string> =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, ""))

const fillers = new Set(["the", "a", "an", "of", "its", "it", "thi", "that", "i", "for", "as"])

/** Returns `true` if a text says more than the name it documents. */
export const saysSomething = (text: string, name: string): boolean => {
  const known = new Set(wordsIn(name))
  return wordsIn(text).some((word) => !known.has(word) && !fillers.has(word))
}
