/** The syntax of placeholders: a name in double braces, such as `{{link}}` or `{{ link }}`. */
import type { FormattedValue, Mistake } from "./CustomEmailFormat.ts"

/** A placeholder, or with no name braces that begin none. `start` and `end`: where it is. */
export interface Occurrence {
  readonly name: string | undefined
  readonly start: number
  readonly end: number
}

const pattern = /\{\{(?:[ \t]*([A-Za-z]+)[ \t]*\}\})?/g

/** Returns the placeholders of a text, in their order. */
export const occurrences = (source: string): ReadonlyArray<Occurrence> =>
  Array.from(source.matchAll(pattern), ({ 0: { length }, 1: name, index }) => ({
    name,
    start: index,
    end: index + length
  }))

/** Returns line and column of a position, counted from 1. */
export const placeOf = (source: string, position: number): Pick<Mistake, "column" | "line"> => {
  const before = source.slice(0, position)
  return { line: before.split("\n").length, column: position - before.lastIndexOf("\n") }
}

const shown = ({ text, type }: FormattedValue): string => (type === "url" ? text.replace(/^mailto:/, "") : text)

/** Returns the text with its placeholders replaced; unknown ones are empty. Addresses have no `mailto:`. */
export const replace = (source: string, values: ReadonlyMap<string, FormattedValue>): string =>
  source.replace(pattern, (_, name: string | undefined) => {
    const value = values.get(name ?? "")
    return value === undefined ? "" : shown(value)
  })

/**
 * Returns what is wrong with a placeholder anywhere: braces that begin none, or a name that the email does not have.
 */
export const mistakeOf = ({ name }: Occurrence, values: ReadonlyMap<string, FormattedValue>): string | undefined => {
  if (name === undefined) return "two braces must begin a placeholder such as {{instanceName}}"
  return values.has(name) ? undefined : `there is no {{${name}}} in this email`
}

// No other white space: it may be invisible, and part of a URL for some programs.
const other = /[^ \t\n]/

/**
 * Returns `true` if the placeholder is next to other characters than spaces, tabs and line breaks. Programs
 * that read emails turn URLs in text into links, so a URL with a token must not continue another one.
 */
export const isAttached = (source: string, { end, start }: Occurrence): boolean =>
  other.test(source.charAt(start - 1)) || other.test(source.charAt(end))

/** 20: more mistakes of a text than these are not named. */
export const maxMistakes = 20

/** Checks every placeholder of a text, and returns the first mistakes with their places. */
export const mistakesIn = (
  source: string,
  check: (occurrence: Occurrence) => string | undefined
): ReadonlyArray<Mistake> =>
  occurrences(source)
    .flatMap((occurrence) => {
      const reason = check(occurrence)
      return reason === undefined ? [] : [{ start: occurrence.start, reason }]
    })
    .slice(0, maxMistakes)
    .map(({ reason, start }) => ({ ...placeOf(source, start), reason }))
