/** What a docstring says, apart from its tags. */
export interface Docstring {
  readonly text: string
  readonly since: string | undefined
}

const none: Docstring = { text: "", since: undefined }

/** Reads a comment as it stands in a source. */
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

/** The comment that a source begins with: what the module is about. */
export const headerOf = (source: string): Docstring => parse(/^\/\*\*[\s\S]*?\*\//.exec(source)?.[0])

const wordsIn = (text: string): ReadonlyArray<string> =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, ""))

const fillers = new Set(["the", "a", "an", "of", "its", "it", "thi", "that", "i", "for", "as"])

/** Whether a text says more than the name that it is about. */
export const saysSomething = (text: string, name: string): boolean => {
  const known = new Set(wordsIn(name))
  return wordsIn(text).some((word) => !known.has(word) && !fillers.has(word))
}

/** The first sentence of a text, on one line. */
export const firstSentence = (text: string): string => {
  const [paragraph = ""] = text.split(/\n\s*\n/)
  const line = paragraph.replace(/\s+/g, " ").trim()
  return /^.*?[.:](?=\s|$)/.exec(line)?.[0].replace(/:$/, ".") ?? line
}
