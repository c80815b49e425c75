/**
 * Turns what operators wrote into emails, and default emails into what operators begin with.
 */
import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as Record from "effect/Record"
import type { CustomEmailIssue } from "./MailErrors.ts"
import type { Language } from "../language/Language.ts"
import type { CustomEmailFormat, FormattedValue, Mistake } from "./CustomEmailFormat.ts"
import type * as CustomizableEmail from "./CustomizableEmail.ts"
import type { EmailContent } from "./Mailer.ts"
import * as PlaceholderSyntax from "./PlaceholderSyntax.ts"

type Format = CustomEmailFormat["Type"]
type Values = ReadonlyMap<string, FormattedValue>

/** The most characters of each part. Some programs cut emails that are longer than 100 kB. */
export const maxLengths = { subject: 200, text: 20_000, html: 50_000 } as const

const parts = ["subject", "text", "html"] as const
type Part = (typeof parts)[number]

const lineBreak = /[\p{Zl}\p{Zp}\r\n]/u
// Lone surrogates are no text, and stores do not accept NUL.
const control = /(?![\t\n])[\p{Cc}\p{Cs}]/u

const limitsOf = (part: Part, source: string): ReadonlyArray<Mistake> => {
  const at = (position: number, reason: string): Mistake => ({
    ...PlaceholderSyntax.placeOf(source, position),
    reason
  })
  if (source.trim() === "") return [at(0, "is empty")]
  if (source.length > maxLengths[part]) {
    const most = maxLengths[part].toLocaleString("en-US")
    return [at(maxLengths[part], `is longer than ${most} characters`)]
  }
  const newline = part === "subject" ? source.search(lineBreak) : -1
  if (newline !== -1) return [at(newline, "the subject must be one line")]
  const position = source.search(control)
  return position === -1 ? [] : [at(position, "there is a control character")]
}

const misplacedIn = (part: "subject" | "text", name: string, type: FormattedValue["type"]): string | undefined => {
  switch (type) {
    case "image":
    case "color":
    case "text-color":
      return `{{${name}}} belongs into the HTML`
    case "code":
    case "link":
    case "url":
      return part === "subject" ? `{{${name}}} is not allowed in the subject` : undefined
    default:
      return undefined
  }
}

const attached = (name: string) => `{{${name}}} must have spaces or line breaks around it`

/** Returns the names of the links, which every text must have. */
const linksIn = (values: Values): ReadonlyArray<string> =>
  [...values].flatMap(([name, { type }]) => (type === "link" ? [name] : []))

const placeholdersOf = (part: "subject" | "text", source: string, values: Values): ReadonlyArray<Mistake> => {
  const names = new Set<string | undefined>()
  const mistakes = PlaceholderSyntax.mistakesIn(source, (occurrence) => {
    const name = occurrence.name ?? ""
    const type = values.get(name)?.type
    names.add(name)
    const isAttached = type === "link" && PlaceholderSyntax.isAttached(source, occurrence)
    return (
      PlaceholderSyntax.mistakeOf(occurrence, values) ??
      (type === undefined ? undefined : misplacedIn(part, name, type)) ??
      (isAttached ? attached(name) : undefined)
    )
  })
  const missing = part === "subject" ? [] : linksIn(values).filter((name) => !names.has(name))
  return [...mistakes, ...missing.map((name) => ({ line: 1, column: 1, reason: `{{${name}}} is missing` }))]
}

const textMistakes = (part: "subject" | "text", source: string, values: Values): ReadonlyArray<Mistake> => {
  const limits = limitsOf(part, source)
  return limits.length > 0 ? limits : placeholdersOf(part, source, values)
}

const issuesOf = (part: Part, mistakes: ReadonlyArray<Mistake>): ReadonlyArray<CustomEmailIssue> =>
  mistakes.map((mistake) => ({ part, ...mistake }))

const formatAll = (format: Format, placeholders: CustomizableEmail.Placeholders, language: Language): Values =>
  new Map(
    Record.toEntries(placeholders).map(([name, value]) => [
      name,
      { type: value.type, text: format.format(value, language) }
    ])
  )

const isSecret = (name: string | undefined, values: Values): boolean =>
  ["code", "link", "url"].includes(values.get(name ?? "")?.type ?? "")

/** Returns the first paragraph without a URL or a code: locked screens show it beside the subject. */
const preheaderOf = (text: string, values: Values): string => {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
  const shown = paragraphs.find(
    (paragraph) => !PlaceholderSyntax.occurrences(paragraph).some(({ name }) => isSecret(name, values))
  )
  return PlaceholderSyntax.replace(shown ?? "", values)
}

/** Makes the email from what an operator wrote, or returns every mistake. */
export const render = (
  format: Format,
  source: EmailContent,
  placeholders: CustomizableEmail.Placeholders,
  { language, ...sender }: CustomizableEmail.Sender & { readonly language: Language }
): Either.Either<EmailContent, Arr.NonEmptyReadonlyArray<CustomEmailIssue>> => {
  const values = formatAll(format, placeholders, language)
  // A value must not begin a header either, whatever it is.
  const subject = PlaceholderSyntax.replace(source.subject, values).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
  const limits = limitsOf("html", source.html)
  const html = Arr.isNonEmptyReadonlyArray(limits)
    ? Either.left(limits)
    : format.renderHtml(source.html, values, {
        ...sender,
        subject,
        preheader: preheaderOf(source.text, values),
        language
      })
  const issues = [
    ...issuesOf("subject", textMistakes("subject", source.subject, values)),
    ...issuesOf("text", textMistakes("text", source.text, values)),
    ...issuesOf("html", Either.isLeft(html) ? html.left : [])
  ]
  if (Arr.isNonEmptyReadonlyArray(issues)) return Either.left(issues)
  return Either.right({
    subject,
    text: PlaceholderSyntax.replace(source.text, values),
    html: Either.merge(html) as string
  })
}

/**
 * Returns the default text as an operator would write it: with placeholders in the place of the values, which must
 * occur in no text by themselves.
 */
export const sourceOf = (
  format: Format,
  { html, subject, text }: EmailContent,
  placeholders: CustomizableEmail.Placeholders,
  language: Language
): EmailContent => {
  const values = [...formatAll(format, placeholders, language)]
  const replaceAll = (content: string) =>
    values
      .filter(([, value]) => value.text !== "")
      .reduce((result, [name, value]) => result.replaceAll(value.text, `{{${name}}}`), content)
  return { subject: replaceAll(subject), text: replaceAll(text), html: replaceAll(format.bodyOf(html)) }
}
