/**
 * The fields of forms with settings of an instance. A field has the path of its setting as its name, such as
 * `authConfig.magic_link`, so that the domain's errors appear beside it.
 */
import type { Fragment } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import * as UserFieldsInput from "./UserFieldsInput.ts"

/**
 * A field. `kind` is how its text becomes a setting: a text, a text or `null`, a whole number, a list with one item per
 * line, a boolean, one of some options, several of them or `null` without a choice, a text that no page shows, or what
 * the instance asks its users for.
 */
export interface Field {
  readonly name: string
  readonly kind: "text" | "optional" | "number" | "lines" | "check" | "checks" | "choice" | "secret" | "userFields"
  readonly label: string
  readonly hint?: string | Fragment
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly size?: "long" | "short"
}

/** The texts in fields, by name. */
export type Values = Readonly<Record<string, string>>

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** Removes outer spaces and empty lines. */
const tidy = ({ kind }: Field, text: string): string => (kind === "lines" ? linesOf(text).join("\n") : text.trim())

// Outside every range, so that the schema's error names the range.
const noNumber = -1

const toSetting = ({ kind }: Field, text: string): unknown => {
  switch (kind) {
    case "lines":
      return linesOf(text)
    case "number":
      return /^[0-9]{1,15}$/.test(text) ? Number(text) : noNumber
    case "check":
      return text !== ""
    case "checks":
      return text === "" ? null : linesOf(text)
    case "optional":
      return text === "" ? null : text
    case "userFields":
      return UserFieldsInput.toSetting(text)
    default:
      return text
  }
}

const toText = (setting: unknown): string => {
  if (Array.isArray(setting)) return setting.join("\n")
  if (typeof setting === "boolean") return setting ? "on" : ""
  return typeof setting === "string" || typeof setting === "number" ? String(setting) : ""
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const settingAt = (settings: unknown, path: string): unknown =>
  path.split(".").reduce((at: unknown, key) => (isRecord(at) ? at[key] : undefined), settings)

/** Returns the text of several choices, one per line, in the order of the options: their own order says nothing. */
const choicesOf = ({ options = [] }: Field, choices: ReadonlyArray<string>): string => {
  const orderOf = (choice: string) => options.findIndex(({ value }) => value === choice)
  return [...choices].sort((one, other) => orderOf(one) - orderOf(other)).join("\n")
}

const shownOf = (field: Field, settings: unknown): string => {
  const setting = settingAt(settings, field.name)
  if (field.kind === "userFields") return UserFieldsInput.textOf(Array.isArray(setting) ? setting : [])
  const text = toText(setting)
  return field.kind === "checks" ? choicesOf(field, linesOf(text)) : text
}

/** Returns the texts of fields that show these settings. */
export const valuesOf = (fields: ReadonlyArray<Field>, settings: unknown): Values =>
  Object.fromEntries(fields.map((field) => [field.name, shownOf(field, settings)]))

const submittedOf = (field: Field, form: URLSearchParams): string => {
  if (field.kind === "userFields") return UserFieldsInput.read(form, field.name)
  return field.kind === "checks"
    ? choicesOf(field, form.getAll(field.name))
    : tidy(field, FormInput.textOf(form, field.name))
}

/** Returns the submitted texts. */
export const valuesIn = (fields: ReadonlyArray<Field>, form: URLSearchParams): Values =>
  Object.fromEntries(fields.map((field) => [field.name, submittedOf(field, form)]))

const decodeShown = Schema.decodeOption(Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String })))

/** Returns what the fields showed when the page was made. Empty if the form does not say. */
export const shownIn = (form: URLSearchParams): Values =>
  Option.getOrElse(decodeShown(FormInput.textOf(form, FormInput.shownName)), () => ({}))

const merge = (settings: Readonly<Record<string, unknown>>, path: string, value: unknown): Record<string, unknown> => {
  const [key = "", ...rest] = path.split(".")
  const inner = settings[key]
  return { ...settings, [key]: rest.length === 0 ? value : merge(isRecord(inner) ? inner : {}, rest.join("."), value) }
}

/** Returns the fields that the administrator changed. */
export const changedOf = (fields: ReadonlyArray<Field>, values: Values, shown: Values): ReadonlyArray<Field> =>
  fields.filter(({ name }) => values[name] !== shown[name])

/** Returns the settings of these fields, as the admin API accepts them. */
export const toSettings = (fields: ReadonlyArray<Field>, values: Values): Readonly<Record<string, unknown>> =>
  fields.reduce(
    (settings, field) => merge(settings, field.name, toSetting(field, values[field.name] ?? "")),
    {} as Readonly<Record<string, unknown>>
  )
