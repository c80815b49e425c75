/** Finds variables that look like misspelled settings: a name that no one reads is ignored without an error. */
import type { Environment } from "./Variable.ts"

/** A variable that is set, and the setting that it may be meant to be. */
export interface Misspelled {
  readonly name: string
  readonly meant: string
}

/** Returns how many letters to insert, delete or replace to make one text of the other (Levenshtein). */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 0; i < from.length; i++) {
    let diagonal = i
    let left = i + 1
    row = row.map((above, j) => {
      if (j === 0) return left
      left = Math.min(above + 1, left + 1, diagonal + (from[i] === to[j - 1] ? 0 : 1))
      diagonal = above
      return left
    })
  }
  return row[to.length] ?? 0
}

/** Short names are close to those of other programs, such as POST to PORT. */
const maxDistance = (name: string): number => {
  if (name.length < 8) return 0
  return name.length < 14 ? 2 : 3
}

/** Returns the misspelled ones of the variables, beside the `settings` that are known. */
export const find = (environment: Environment, settings: ReadonlySet<string>): ReadonlyArray<Misspelled> => {
  const isSet = (name: string) => (environment[name]?.trim() ?? "") !== ""
  const missing = [...settings].filter((name) => !isSet(name))
  return Object.keys(environment).flatMap((name) => {
    if (settings.has(name) || !isSet(name)) return []
    const [closest] = missing
      .map((meant) => ({ meant, away: distance(name.toUpperCase(), meant) }))
      .filter(({ away, meant }) => away <= maxDistance(meant))
      .sort((a, b) => a.away - b.away)
    return closest === undefined ? [] : [{ name, meant: closest.meant }]
  })
}

/** Returns what to tell the operator about one of them. */
export const describe = ({ meant }: Misspelled): string => `is not a setting. Did you mean ${meant}?`
