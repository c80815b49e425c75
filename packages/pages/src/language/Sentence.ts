/**
 * Sentences with values, as plain text and as HTML.
 */
import { Fragment, html } from "@latchkey/http/core/Page"
import type { Direction } from "./Catalogue.ts"

/** A text, and the same as HTML. */
export interface Rich {
  readonly text: string
  readonly html: Fragment
}

/** Makes both of a text. */
export const plain = (text: string): Rich => ({ text, html: html`${text}` })

/**
 * Makes a value of a sentence. Names, hosts and devices are in Latin letters more often than not: in a right-to-left
 * sentence they are isolated, so that parentheses and full stops stay where they belong (Unicode, UAX 9).
 */
export const value = (direction: Direction, text: string, fragment: Fragment = html`${text}`): Rich =>
  direction === "ltr" ? { text, html: fragment } : { text: `\u2068${text}\u2069`, html: html`<bdi>${fragment}</bdi>` }

/** Marks the place of a value. No sentence contains it, and values are put in afterwards. */
const mark = "\u0000"

const concat = (fragments: ReadonlyArray<Fragment>): Fragment =>
  new Fragment(fragments.map(({ source }) => source).join(""))

/** The values of a sentence, which may lack those that the sentence can do without. */
type Values<V> = { readonly [Key in keyof V]: undefined extends V[Key] ? Rich | undefined : Rich }

/**
 * Writes a sentence with these values, wherever the language puts them. As HTML it escapes the sentence, and has the
 * markup of the values.
 */
export const write = <V extends object>(sentence: (values: V) => string, values: Values<V>): Rich => {
  const given = Object.entries<Rich | undefined>(values).flatMap(([name, rich]) =>
    rich === undefined ? [] : [{ name, rich }]
  )
  const read = (of: (name: string, rich: Rich) => string) =>
    sentence(Object.fromEntries(given.map(({ name, rich }) => [name, of(name, rich)])) as V)
  const markup = new Map(given.map(({ name, rich }) => [name, rich.html]))
  const parts = read((name) => `${mark}${name}${mark}`).split(mark)
  return {
    text: read((_, { text }) => text),
    // Every second part is the name of a value.
    html: concat(parts.map((part, index) => (index % 2 === 1 ? (markup.get(part) ?? html``) : html`${part}`)))
  }
}

/** Joins sentences. */
export const join = (space: string, sentences: ReadonlyArray<Rich>): Rich => ({
  text: sentences.map(({ text }) => text).join(space),
  html: concat(sentences.map(({ html: fragment }, index) => (index === 0 ? fragment : html`${space}${fragment}`)))
})
