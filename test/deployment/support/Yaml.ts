/** The content of a YAML file. */
export type Yaml = string | number | boolean | null | ReadonlyArray<Yaml> | { readonly [key: string]: Yaml }

interface Line {
  readonly indent: number
  readonly text: string
}

/** Returns the value of a scalar without quotes. */
type Plain = (text: string) => Yaml

const scalar = (text: string, plain: Plain): Yaml => {
  if (text === "") return null
  if (/^["[]/.test(text)) return JSON.parse(text)
  if (/^[&*!|>%@`{]|: | #/.test(text)) throw new Error(`Unsupported YAML: ${text}`)
  return plain(text)
}

/** Numbers and booleans stay text. */
const asText: Plain = (text) => text

/** As YAML 1.1 and 1.2 both read it. Throws for what only one of them reads as text. */
const asValue: Plain = (text) => {
  if (/^(true|false|-?(0|[1-9]\d*))$/.test(text)) return JSON.parse(text)
  if (/^([-+]?[.\d]+(e[-+]?\d+)?|0[xo].*|y|n|yes|no|on|off|null|~)$/i.test(text)) {
    throw new Error(`Not a text in every version of YAML: ${text}`)
  }
  return text
}

/** Parses the lines up to the next one that is indented less than the first. */
const takeBlock = (lines: Array<Line>, plain: Plain): Yaml => {
  const first = lines[0]
  if (first === undefined) return null
  return first.text.startsWith("- ") ? takeList(lines, first.indent, plain) : takeMap(lines, first.indent, plain)
}

const takeList = (lines: Array<Line>, indent: number, plain: Plain): Yaml => {
  const items: Array<Yaml> = []
  for (let line = lines[0]; line?.indent === indent && line.text.startsWith("- "); line = lines[0]) {
    const text = line.text.slice(2)
    lines[0] = { indent: indent + 2, text }
    if (/^[\w./-]+:( |$)/.test(text)) items.push(takeMap(lines, indent + 2, plain))
    else {
      lines.shift()
      items.push(scalar(text, plain))
    }
  }
  return items
}

const takeMap = (lines: Array<Line>, indent: number, plain: Plain): Yaml => {
  const entries: Record<string, Yaml> = {}
  for (let line = lines[0]; line?.indent === indent; line = lines[0]) {
    const [, key, value] = /^([\w./-]+):(?: +(.*))?$/.exec(line.text) ?? []
    if (key === undefined || key in entries) throw new Error(`Not an entry, or a duplicate: ${line.text}`)
    lines.shift()
    const isNested = value === undefined && lines[0] !== undefined && lines[0].indent > indent
    entries[key] = isNested ? takeBlock(lines, plain) : scalar(value ?? "", plain)
  }
  return entries
}

const parseWith = (text: string, plain: Plain): Yaml => {
  const lines = text
    .split("\n")
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"))
  if (text.includes("\t")) throw new Error("YAML does not allow tabs")
  const found = takeBlock(lines, plain)
  if (lines.length > 0) throw new Error(`Unexpected indentation: ${lines[0]?.text}`)
  return found
}

/**
 * Parses a subset of YAML: mappings, lists, scalars, and lists in brackets. Throws for anything else, so that the
 * result is what every YAML parser returns. Numbers and booleans stay text.
 */
export const parse = (text: string): Yaml => parseWith(text, asText)

/** Like `parse`, for each document of a file, and with numbers and booleans. */
export const parseValues = (text: string): ReadonlyArray<Yaml> =>
  text.split(/^---$/m).map((document) => parseWith(document, asValue))

/** Returns the value at a path of keys, or `null`. */
export const at = (yaml: Yaml, ...path: ReadonlyArray<string>): Yaml =>
  path.reduce<Yaml>((found, key) => (isMap(found) ? (found[key] ?? null) : null), yaml)

export const isMap = (yaml: Yaml): yaml is { readonly [key: string]: Yaml } =>
  typeof yaml === "object" && yaml !== null && !Array.isArray(yaml)

/** Like `at`, for a mapping whose values are all text. */
export const textsAt = (yaml: Yaml, ...path: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const found = at(yaml, ...path)
  return Object.fromEntries(Object.entries(isMap(found) ? found : {}).map(([key, value]) => [key, String(value)]))
}
