import type { Reply } from "@latchkey/test-support/HttpClient"

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" }

/** Returns a text of a page as a browser reads it. */
const read = (html: string): string =>
  html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? "")

/** A field of a form, as a browser without scripts shows it. */
export interface FormField {
  readonly label: string
  readonly name: string
  /** What the browser sends: `undefined` for a box that is not checked. */
  readonly value: string | undefined
  /** The error that describes the field, which is marked as invalid. */
  readonly error: string | undefined
  readonly isFocused: boolean
}

const sectionOf = (text: string, section: string): string =>
  new RegExp(`<section class="card[^"]*" id="${section}"[^]*?</section>`).exec(text)?.[0] ?? ""

/**
 * Returns the value of the element that begins with a tag. Of a choice it is the first option, unless one is selected.
 */
const valueOf = (tag: string, content: string): string | undefined => {
  if (tag.startsWith("<textarea")) return /^\n([^<]*)/.exec(content)?.[1]
  if (tag.startsWith("<select")) {
    const options = content.split("</select>")[0] ?? ""
    return (/ value="([^"]*)" selected/.exec(options) ?? / value="([^"]*)"/.exec(options))?.[1]
  }
  const isUnchecked = tag.includes('type="checkbox"') && !tag.includes(" checked")
  return isUnchecked ? undefined : / value="([^"]*)"/.exec(tag)?.[1]
}

const fieldIn = (html: string, id: string, label: string): FormField => {
  const [start = html, tag = ""] = new RegExp(`^[^]*?(<(?:input|textarea|select) id="${id}"[^>]*>)`).exec(html) ?? []
  const value = valueOf(tag, html.slice(start.length))
  const isInvalid = tag.includes(' aria-invalid="true"') && tag.includes(`${id}-error"`)
  const error = isInvalid ? new RegExp(`<span class="error" id="${id}-error">([^<]*)`).exec(html)?.[1] : undefined
  return {
    label,
    name: / name="([^"]*)"/.exec(tag)?.[1] ?? "",
    value: value === undefined ? undefined : read(value),
    error: error === undefined ? undefined : read(error),
    isFocused: tag.includes(" autofocus")
  }
}

/** Returns the fields of a page, or of one of its sections. */
export const fieldsIn = ({ text }: Reply, section?: string): ReadonlyArray<FormField> => {
  const html = section === undefined ? text : sectionOf(text, section)
  const labels = html.matchAll(/<label for="([^"]*)">([^<]*)<\/label>/g)
  return [...labels].map(([, id = "", label = ""]) => fieldIn(html, id, label))
}

/** Returns the notice in a section. */
export const noticeIn = ({ text }: Reply, section: string): string | undefined =>
  /class="notice[^>]*>(?:<p>)?([^<]*)/.exec(sectionOf(text, section))?.[1]

/** Returns what a browser sends of a form after its first field of each label was filled with a text. */
export const filled = (
  page: Reply,
  input: Readonly<Record<string, string>>,
  section?: string
): Record<string, string> => {
  const fields = fieldsIn(page, section)
  const html = section === undefined ? page.text : sectionOf(page.text, section)
  const shown = / name="shown" value="([^"]*)"/.exec(html)?.[1]
  const kept = fields.map(({ name, value }) => [name, value])
  const changed = Object.entries(input).map(([label, text]) => [fields.find((_) => _.label === label)?.name, text])
  const all = [["shown", shown === undefined ? undefined : read(shown)], ...kept, ...changed]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}
