/**
 * The fields of a form about an instance. A field is named by the path of its setting, such as `authConfig.magic_link`:
 * so what the domain says of a setting is said at its field.
 *
 * @since 0.1.0
 */
import type { Fragment } from "@latchkey/http/core/Html"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/**
 * A field. `kind` says what is made of what somebody types: text, a text or nothing, a whole number, a list of lines,
 * yes or no, one of some options.
 *
 * @since 0.1.0
 */
export interface Field {
  readonly name: string
  readonly kind: "text" | "optional" | "number" | "lines" | "check" | "choice"
  readonly label: string
  readonly hint?: string | Fragment
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly size?: "short"
}

/** What stands in fields, by their names. @since 0.1.0 */
export type Values = Readonly<Record<string, string>>

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** A text without what browsers and fingers add to it. */
const tidy = ({ kind }: Field, text: string): string => (kind === "lines" ? linesOf(text).join("\n") : text.trim())

// Outside of every range: the schema then says what the range is.
const noNumber = -1

/** The setting that a text stands for. */
const toSetting = ({ kind }: Field, text: string): unknown => {
  switch (kind) {
    case "lines":
      return linesOf(text)
    case "number":
      return /^[0-9]{1,15}$/.test(text) ? Number(text) : noNumber
    case "check":
      return text !== ""
    case "optional":
      return text === "" ? null : text
    default:
      return text
  }
}

/** The text that stands for a setting. */
const toText = (setting: unknown): string => {
  if (Array.isArray(setting)) return setting.join("\n")
  if (typeof setting === "boolean") return setting ? "on" : ""
  return typeof setting === "string" || typeof setting === "number" ? String(setting) : ""
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const settingAt = (settings: unknown, path: string): unknown =>
  path.split(".").reduce((at: unknown, key) => (isRecord(at) ? at[key] : undefined), settings)

/** What the fields show of settings. @since 0.1.0 */
export const valuesOf = (fields: ReadonlyArray<Field>, settings: unknown): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, toText(settingAt(settings, name))]))

/** What somebody has put into the fields. @since 0.1.0 */
export const valuesIn = (fields: ReadonlyArray<Field>, form: URLSearchParams): Values =>
  Object.fromEntries(fields.map((field) => [field.name, tidy(field, form.get(field.name) ?? "")]))

/** Where a form keeps what its fields showed when the page was made. @since 0.1.0 */
export const shownName = "shown"

const decodeShown = Schema.decodeOption(Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String })))

/** What the fields showed when the page was made: nothing, if the form does not tell. @since 0.1.0 */
export const shownIn = (form: URLSearchParams): Values =>
  Option.getOrElse(decodeShown(form.get(shownName) ?? ""), () => ({}))

const merge = (settings: Readonly<Record<string, unknown>>, path: string, value: unknown): Record<string, unknown> => {
  const [key = "", ...rest] = path.split(".")
  const inner = settings[key]
  return { ...settings, [key]: rest.length === 0 ? value : merge(isRecord(inner) ? inner : {}, rest.join("."), value) }
}

/** The fields that somebody has changed since the page was made. @since 0.1.0 */
export const changedOf = (fields: ReadonlyArray<Field>, values: Values, shown: Values): ReadonlyArray<Field> =>
  fields.filter(({ name }) => values[name] !== shown[name])

/** Settings as the API takes them, of these fields and no others. @since 0.1.0 */
export const toSettings = (fields: ReadonlyArray<Field>, values: Values): Readonly<Record<string, unknown>> =>
  fields.reduce(
    (settings, field) => merge(settings, field.name, toSetting(field, values[field.name] ?? "")),
    {} as Readonly<Record<string, unknown>>
  )
