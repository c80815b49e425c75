const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" }

/** Where the text of a string, a template or a pattern that begins at `start` is over. */
const endOfQuoted = (text: string, start: number): number => {
  const quote = text[start]
  let isInClass = false
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === "\\") at++
    else if (quote === "/" && (char === "[" || char === "]")) isInClass = char === "["
    else if (char === quote && !isInClass) return at
  }
  return text.length
}

const isPattern = (text: string, at: number): boolean => text[at] === "/" && /[(,:=]\s*$/.test(text.slice(0, at))

/** The places of a text that are outside of everything quoted, with how deep in brackets each is. */
function* placesIn(text: string): Generator<{ readonly at: number; readonly depth: number }> {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ""
    if (/["'`]/.test(char) || isPattern(text, at)) {
      at = endOfQuoted(text, at)
      continue
    }
    if (char in pairs || char === "<") depth++
    yield { at, depth }
    const isClosing = Object.values(pairs).includes(char) || (char === ">" && text[at - 1] !== "=")
    if (isClosing) depth--
  }
}

/** The parts between the commas that are not in brackets. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const commas = [...placesIn(text)].filter(({ at, depth }) => depth === 0 && text[at] === ",").map(({ at }) => at)
  return [-1, ...commas].map((comma, index) => text.slice(comma + 1, commas[index] ?? text.length).trim())
}

/** The last bracket that is not in another, and where it closes. */
const lastBracket = (text: string) => {
  const outer = [...placesIn(text)].filter(({ depth }) => depth === 1)
  const open = outer.filter(({ at }) => (text[at] ?? "") in pairs).at(-1)
  const close = outer.filter(({ at }) => Object.values(pairs).includes(text[at] ?? "")).at(-1)
  return open === undefined || close === undefined || close.at < open.at
    ? undefined
    : { open: open.at, close: close.at }
}

const width = 100

const lay = (text: string, indent: string, before = indent.length): string => {
  if (before + text.length <= width) return text
  const bracket = lastBracket(text)
  if (bracket === undefined) return text
  const inner = `${indent}  `
  const parts = partsOf(text.slice(bracket.open + 1, bracket.close)).filter((part) => part !== "")
  const [only = ""] = parts
  // An object that is the one argument does not go on a line of its own.
  if (parts.length === 1 && /^[{[].*[\]}]$/.test(only)) {
    return `${text.slice(0, bracket.open + 1)}${lay(only, indent, before + bracket.open + 1)}${text.slice(bracket.close)}`
  }
  const lines = parts.map((part) => inner + lay(part, inner)).join(",\n")
  return `${text.slice(0, bracket.open + 1)}\n${lines}\n${indent}${text.slice(bracket.close)}`
}

/** An expression on one line. */
export const collapse = (expression: string): string =>
  expression
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(/,? ([)\]])/g, "$1")
    .replace(/ \.(?!\.)/g, ".")
    .trim()

/**
 * An expression in lines of at most 100 characters, as far as its brackets allow. It must hold no comments. `before` is
 * what stands on its first line before it.
 */
export const layout = (expression: string, before = ""): string => lay(collapse(expression), "", before.length)
