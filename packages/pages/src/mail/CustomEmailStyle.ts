/**
 * The styles that operators may use in emails: colors, sizes and spacing. None of them loads anything.
 */
import type { FormattedValue } from "@latchkey/domain/mail/CustomEmailFormat"
import * as PlaceholderSyntax from "@latchkey/domain/mail/PlaceholderSyntax"

const property =
  /^(background|background-color|border(-(top|right|bottom|left|radius|color|style|width|collapse|spacing))*|color|direction|display|font(-(family|size|style|variant|weight))?|height|letter-spacing|line-height|list-style(-type)?|(margin|padding)(-(top|right|bottom|left))?|(max|min)-(width|height)|mso-padding-alt|overflow-wrap|text-(align|decoration|indent|transform)|unicode-bidi|vertical-align|white-space|width|word-break)$/i

// No backslash, which could write a letter in another way, and no colon, which every URL has.
const value = /^[\w\s#%.,()'"+\-/!]+$/
const isFunctionAllowed = (name: string) => /^(rgba?|hsla?)\($/i.test(name)

const checkDeclaration = (declaration: string): string | undefined => {
  const colon = declaration.indexOf(":")
  const name = declaration.slice(0, colon).trim()
  if (colon === -1 || !property.test(name)) return `the style ${name || declaration.trim()} is not allowed`
  const text = declaration.slice(colon + 1)
  const isAllowed = value.test(text) && (text.match(/[\w-]*\(/g) ?? []).every(isFunctionAllowed)
  return isAllowed ? undefined : `the value of the style ${name} is not allowed`
}

/** Returns what is wrong with the value of a `style` attribute. */
export const check = (style: string, values: ReadonlyMap<string, FormattedValue>): string | undefined => {
  for (const occurrence of PlaceholderSyntax.occurrences(style)) {
    const unknown = PlaceholderSyntax.mistakeOf(occurrence, values)
    if (unknown !== undefined) return unknown
    const type = values.get(occurrence.name ?? "")?.type
    if (type !== "color" && type !== "text-color") return `{{${occurrence.name}}} is not allowed in a style`
  }
  const declarations = PlaceholderSyntax.replace(style, values).split(";")
  return declarations
    .filter((declaration) => declaration.trim() !== "")
    .map(checkDeclaration)
    .find((reason) => reason !== undefined)
}
