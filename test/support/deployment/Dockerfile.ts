/** An instruction of a Dockerfile, and how many `FROM` came before it, its own included. */
export interface Instruction {
  readonly stage: number
  readonly name: string
  readonly rest: string
}

/** Comments are dropped, and lines that end in a backslash go on in the next. */
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
    if (name === undefined || rest === undefined) throw new Error(`This is no instruction: ${line}`)
    if (name === "FROM") stage++
    return { stage, name, rest }
  })
}

/** The program and its arguments: the form of a command that needs no shell, and so gets the signals itself. */
export const execForm = (rest: string): ReadonlyArray<string> => {
  const words: unknown = JSON.parse(rest)
  if (Array.isArray(words) && words.every((word) => typeof word === "string")) return words
  throw new Error(`This is not in the exec form: ${rest}`)
}

const matches = (pattern: string, path: string): boolean => {
  const source = pattern
    .replace(/[.+^$()|[\]{}]/g, "\\$&")
    .replace(/^\*\*\//, "(?:.*/)?")
    .replace(/(?<!\.)\*/g, "[^/]*")
  // What is in a folder that matches, matches.
  return new RegExp(`^${source}(?:/|$)`).test(path)
}

/** Whether a path stays out of the build, by a `.dockerignore`: of the patterns that match it the last one counts. */
export const isIgnored = (ignoreFile: string, path: string): boolean =>
  ignoreFile
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .reduce((ignored, line) => (matches(line.replace(/^!/, ""), path) ? !line.startsWith("!") : ignored), false)
