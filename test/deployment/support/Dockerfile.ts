/** An instruction of a Dockerfile. `stage` counts the `FROM` instructions up to and including it. */
export interface Instruction {
  readonly stage: number
  readonly name: string
  readonly rest: string
}

/** Parses a Dockerfile. Drops comments, and joins lines that end in a backslash. */
export const parse = (text: string): ReadonlyArray<Instruction> => {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
  let stage = 0
  return lines.map((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === undefined || rest === undefined) throw new Error(`Not an instruction: ${line}`)
    if (name === "FROM") stage++
    return { stage, name, rest }
  })
}

/** Returns the program and its arguments in exec form, which needs no shell, so that the program gets the signals. */
export const execForm = (rest: string): ReadonlyArray<string> => {
  const words: unknown = JSON.parse(rest)
  if (Array.isArray(words) && words.every((word) => typeof word === "string")) return words
  throw new Error(`Not in exec form: ${rest}`)
}

const matches = (pattern: string, path: string): boolean => {
  const source = pattern
    .replace(/[.+^$()|[\]{}]/g, "\\$&")
    .replace(/^\*\*\//, "(?:.*/)?")
    .replace(/(?<!\.)\*/g, "[^/]*")
  // Everything in a matching folder matches.
  return new RegExp(`^${source}(?:/|$)`).test(path)
}

/** Returns `true` if a `.dockerignore` excludes the path. The last matching pattern decides. */
export const isIgnored = (ignoreFile: string, path: string): boolean =>
  ignoreFile
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .reduce((ignored, line) => (matches(line.replace(/^!/, ""), path) ? !line.startsWith("!") : ignored), false)
