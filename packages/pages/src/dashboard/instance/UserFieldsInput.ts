/**
 * The fields that an instance asks its users for, as rows of a form. A last row is empty, and a row that is emptied
 * goes. Their text is JSON, so that a form tells whether they were changed.
 */
import { maxFields } from "@latchkey/domain/instance/UserField"
import { Fragment, html } from "@latchkey/http/core/Page"
import * as FormInput from "../../core/FormInput.ts"
import { all, none } from "../../core/Fragments.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import { flag } from "../core/Elements.ts"
import type { Reason } from "../core/reasons/Reason.ts"

type Texts = DashboardTexts["instance"]["userFields"]

/** The types of a row: a text with values to choose from is a separate one. */
const types = ["string", "choice", "integer", "number", "boolean"] as const

const parts = ["label", "name", "type", "required", "enum", "least", "most", "labels"] as const
type Part = (typeof parts)[number]
type Row = Readonly<Record<Part, string>>

const empty: Row = { label: "", name: "", type: "string", required: "", enum: "", least: "", most: "", labels: "" }

/** A field as the admin API has it. What was typed may not be one. */
type Stored = Readonly<Record<string, unknown>>

const textOfPart = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""

const linesOf = (text: string): ReadonlyArray<string> =>
  text.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))

const rowOf = ({ enum: values, label, labels, name, required, type, ...bounds }: Stored): Row => ({
  label: textOfPart(label),
  name: textOfPart(name),
  type: Array.isArray(values) ? "choice" : textOfPart(type),
  required: required === true ? "on" : "",
  enum: Array.isArray(values) ? values.join("\n") : "",
  least: textOfPart(bounds["minLength"] ?? bounds["minimum"]),
  most: textOfPart(bounds["maxLength"] ?? bounds["maximum"]),
  labels: Object.entries(labels ?? {})
    .map(([language, text]) => `${language}: ${text}`)
    .join("\n")
})

// What is no number, or too long to be kept as it is, stays a text, which the schema of the field refuses.
const numberOf = (text: string): unknown => {
  const value = Number(text)
  const isKept = /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(text) || String(value) === text
  return isKept && Number.isFinite(value) ? value : text
}

const labelOf = (line: string): readonly [string, string] => {
  const [language = "", ...rest] = line.split(":")
  return [language.trim(), rest.join(":").trim()]
}

const boundsOf = ({ least, most, type }: Row): Stored => {
  if (type === "boolean" || type === "choice") return {}
  const [lower, upper] = type === "string" ? ["minLength", "maxLength"] : ["minimum", "maximum"]
  return {
    ...(least === "" ? {} : { [String(lower)]: numberOf(least) }),
    ...(most === "" ? {} : { [String(upper)]: numberOf(most) })
  }
}

const fieldOf = (row: Row): Stored => ({
  name: row.name,
  label: row.label,
  ...(row.labels === "" ? {} : { labels: Object.fromEntries(linesOf(row.labels).map(labelOf)) }),
  required: row.required !== "",
  type: row.type === "choice" ? "string" : row.type,
  ...(row.type === "choice" ? { enum: linesOf(row.enum) } : {}),
  ...boundsOf(row)
})

const parse = (text: string): ReadonlyArray<Stored> => (text === "" ? [] : JSON.parse(text))

/** Returns the text of stored fields. */
export const textOf = (fields: ReadonlyArray<Stored>): string =>
  JSON.stringify(fields.map((field) => fieldOf(rowOf(field))))

/** Returns the text of the submitted rows. `name`: of the setting. */
export const read = (form: URLSearchParams, name: string): string => {
  const rows = Array.from(
    { length: maxFields + 1 },
    (_, index): Row =>
      Object.fromEntries(
        parts.map((part) => [part, FormInput.textOf(form, `${name}.${index}.${part}`).trim()])
      ) as unknown as Row
  )
  return JSON.stringify(rows.filter(({ label, name }) => label !== "" || name !== "").map(fieldOf))
}

/** Returns the setting that a text means. */
export const toSetting = (text: string): unknown => parse(text)

/** Returns what the fields of a text are called. */
export const namesIn = (text: string): ReadonlyArray<string> => parse(text).map(({ label }) => textOfPart(label))

interface RowView {
  readonly id: string
  readonly name: string
  readonly row: Row
}

const input = ({ id, name, row }: RowView, part: Exclude<Part, "type" | "required">, label: string): Fragment =>
  html`<div><label for="${id}-${part}">${label}</label><input id="${id}-${part}" name="${name}.${part}" type="text" value="${row[part]}" autocomplete="off" spellcheck="false"></div>`

const area = ({ id, name, row }: RowView, part: Part, label: string): Fragment =>
  html`<div><label for="${id}-${part}">${label}</label><textarea id="${id}-${part}" name="${name}.${part}" rows="3" autocomplete="off" spellcheck="false">
${row[part]}</textarea></div>`

const rowView = (texts: Texts, view: RowView, number: number): Fragment => {
  const { id, name, row } = view
  const hasMore = row.enum !== "" || row.least !== "" || row.most !== "" || row.labels !== ""
  return html`<fieldset class="user-field" id="${id}"><legend>${texts.legend(String(number))}</legend>
${input(view, "label", texts.label)}
${input(view, "name", texts.name)}
<div><label for="${id}-type">${texts.type}</label><select id="${id}-type" name="${name}.type">${all(
    types.map(
      (type) => html`<option value="${type}"${flag("selected", type === row.type)}>${texts.types[type]}</option>`
    )
  )}</select></div>
<div class="check"><input id="${id}-required" name="${name}.required" type="checkbox" value="on"${flag("checked", row.required !== "")}><label for="${id}-required">${texts.required}</label></div>
<details${new Fragment(hasMore ? " open" : "")}><summary>${texts.more}</summary>
${area(view, "enum", texts.values)}
${input(view, "least", texts.least)}
${input(view, "most", texts.most)}
${area(view, "labels", texts.labels)}</details></fieldset>`
}

/** Makes the rows. `id`: of the setting on the page. */
export const view = (texts: Texts, name: string, id: string, text: string): Fragment => {
  const rows = parse(text).map(rowOf)
  const shown = rows.length < maxFields ? [...rows, empty] : rows
  return shown.length === 0
    ? none
    : all(shown.map((row, index) => rowView(texts, { id: `${id}-${index}`, name: `${name}.${index}`, row }, index + 1)))
}

const partOf: Readonly<
  Record<string, keyof Texts & ("label" | "labels" | "least" | "most" | "name" | "type" | "values")>
> = {
  enum: "values",
  label: "label",
  labels: "labels",
  maximum: "most",
  maxLength: "most",
  minimum: "least",
  minLength: "least",
  name: "name",
  type: "type"
}

/** Returns the id of what an error is about. `id`: of the setting on the page. `path`: below the setting. */
export const targetOf = (id: string, path: string): string => {
  const [index = "", part = ""] = path.split(".")
  if (!/^[0-9]+$/.test(index)) return id
  const known = partOf[part]
  return known === undefined ? `${id}-${index}` : `${id}-${index}-${known === "values" ? "enum" : known}`
}

/** Returns an error as a sentence. `path`: below the setting, as in `0.label`. */
export const sentenceOf = (texts: Texts, path: string, reason: Reason): string => {
  const [index = "", part = ""] = path.split(".")
  if (!/^[0-9]+$/.test(index)) return texts.wrong(reason)
  const known = partOf[part]
  return texts.wrongRow(String(Number(index) + 1), known === undefined ? "" : texts[known], reason)
}
