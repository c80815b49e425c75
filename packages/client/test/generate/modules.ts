import type { BuiltIn } from "@latchkey/domain/language/BuiltIn"
import { codes, type ProblemCode, userTextsOf } from "@latchkey/http/core/Problem"
import { compile, type JSONSchema } from "json-schema-to-typescript"
import {
  additionsOf,
  capitalized,
  type Contract,
  type Described,
  type Method,
  nameOf,
  ownCodes,
  sharedCodes,
  uncapitalized
} from "./contract.ts"
import * as names from "./names.ts"
import { own } from "./ownTexts.ts"

const header = (text: string) => comment(`${text} Generated from the contract by \`npm run generate\`.`)

/** Breaks a text into lines that are at most so wide. */
const wrap = (text: string, width: number): ReadonlyArray<string> =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)`, "g")) ?? []

/** Writes a docstring. */
const comment = (text: string, indent = ""): string => {
  const line = `${indent}/** ${text} */`
  if (line.length <= 120) return `${line}\n`
  const lines = wrap(text, 117 - indent.length)
  return `${indent}/**\n${lines.map((each) => `${indent} * ${each}`.trimEnd()).join("\n")}\n${indent} */\n`
}

const list = (parts: ReadonlyArray<string>) =>
  parts
    .map((part) => `\`${part}\``)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " and ")
const union = (codes: ReadonlyArray<string>) => codes.map((code) => JSON.stringify(code)).join(" | ")

// ---- Types of inputs and data: the compiler of JSON Schema writes their fields. ----

/** What the platform says of a schema without a description. */
const isDescribedByPlatform = (text: string) => /^an? (string|array|number|integer)\b/.test(text)

/** Prepares a schema for the compiler. */
const prepared = (schema: Described, field?: string): JSONSchema => {
  const { $ref, anyOf, description = "", enum: values, items, minItems, properties, required, type } = schema
  if (field !== undefined && names.opaque.includes(field)) return { type: "object", tsType: "object" }
  const doc = isDescribedByPlatform(description) ? {} : { description }
  if ($ref !== undefined) return { $ref: $ref.replace("#/components/schemas/", "#/definitions/") }
  // The app decides what is in it.
  const isOpen = type === "object" && Object.keys(properties ?? {}).length === 0
  if (isOpen) return { ...doc, type, tsType: "{ readonly [name: string]: unknown }" }
  return JSON.parse(
    JSON.stringify({
      ...doc,
      anyOf: anyOf?.map((part) => prepared(part)),
      enum: values,
      items: items && { ...prepared(items), description: undefined },
      minItems,
      properties:
        properties &&
        Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, prepared(part, name)])),
      required,
      type,
      additionalProperties: type === "object" ? false : undefined
    })
  )
}

/** Makes every field readonly, every array too unless browsers take it, and every docstring one of ours. */
const restyled = (body: string, name: string): string => {
  const documented = body.replace(/^( *)\/\*\*\n((?: *\*.*\n)+?) *\*\/\n/gm, (_, indent: string, lines: string) => {
    const texts = lines.split("\n").map((line) => line.replace(/^ *\* ?/, ""))
    const text = texts
      .filter((line) => !line.startsWith("@"))
      .join(" ")
      .trim()
    return text === "" ? "" : comment(text, indent)
  })
  const immutable = documented.replace(/^( +)(\w+\??: )/gm, "$1readonly $2")
  if (names.mutable.includes(name)) return immutable
  return immutable
    .replace(/(\w+)\[\]$/gm, "ReadonlyArray<$1>")
    .replace(/: \(\n([^()]*)\)\[\]$/gm, ": ReadonlyArray<\n$1>")
    .replace(/: \[(?=$|\w+, \.\.\.)/gm, ": readonly [")
}

const fieldsOf = async (schemas: Readonly<Record<string, Described>>): Promise<ReadonlyMap<string, string>> => {
  const definitions = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, prepared(schema)]))
  const source = await compile({ definitions }, "Root", {
    unreachableDefinitions: true,
    bannerComment: "",
    style: { semi: false, printWidth: 120 }
  })
  const declarations = source.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)
  return new Map([...declarations].map(([, name = "", body = ""]) => [name, restyled(body, name)]))
}

const docOf = (name: string, schema: Described, methods: ReadonlyArray<Method>) =>
  schema.description?.replace(/\.?$/, ".") ??
  `The input of ${list(methods.filter(({ input }) => input === name).map((one) => one.name))}.`

/** Writes `Schemas.ts`: the types of inputs, data and problems. */
export const schemas = async (contract: Contract): Promise<string> => {
  const extended = Object.entries(contract.problems).filter(
    ([code]) => Object.keys(additionsOf(contract, code)).length > 0
  )
  const all = { ...contract.schemas, ...Object.fromEntries(extended.map(([, { name, schema }]) => [name, schema])) }
  const fields = await fieldsOf(all)
  const interfaces = Object.entries(all).map(
    ([name, schema]) =>
      `${comment(docOf(name, schema, contract.methods))}export interface ${name} {\n${fields.get(name) ?? ""}}\n`
  )
  const problems = Object.entries(contract.problems).map(([code, { isRetryable, name, schema }]) => {
    const simple = `${isRetryable ? "Retryable" : "ProblemDocument"}<${JSON.stringify(code)}>`
    const type = extended.some(([other]) => other === code) ? (isRetryable ? `${name} & ${simple}` : name) : simple
    return `${comment(`${schema.description}.`, "  ")}  readonly ${code}: ${type}\n`
  })
  const { common, ofBody } = sharedCodes(contract)
  return [
    header("The types of inputs, data and problems."),
    `import type { ProblemDocument, Retryable } from "./ProblemDocument.ts"\n`,
    ...interfaces,
    `/** The problem of each code. */\nexport interface ProblemByCode {\n${problems.join("")}}\n`,
    `/** The codes of every endpoint. */\nexport type CommonCode = ${union(common)}\n`,
    `/** The codes of every endpoint that reads a body. */\nexport type BodyCode = ${union(ofBody)}\n`
  ].join("\n")
}

// ---- Methods ----

const interfaceOf = ({ group }: Method) => names.interfaces[group] ?? `${capitalized(group)}Methods`
const problemOf = ({ name }: Method) => `${capitalized(name)}Problem`

/** Writes `Methods.ts`: the methods of a client. */
export const methods = (contract: Contract): string => {
  const own = ownCodes(contract)
  const problemTypes = contract.methods.map((method) => {
    const codes = [own(method).length > 0 ? union(own(method)) : "", method.fields ? "BodyCode" : ""].filter(Boolean)
    return `${comment(`Why \`${method.name}\` fails.`)}export type ${problemOf(method)} = ProblemOf<${codes.join(" | ") || "never"}>\n`
  })
  const signature = (method: Method) => {
    const input = method.input === undefined ? "" : `input: ${method.input}, `
    const result = `Result<${method.data.join(" | ")}, ${problemOf(method)}>`
    return `${comment(method.description, "  ")}  readonly ${method.name}: (${input}options?: CallOptions) => Promise<${result}>\n`
  }
  const groups = [...new Set(contract.methods.map(interfaceOf))]
  const interfaces = groups.map((name) => {
    const members = contract.methods.filter((method) => interfaceOf(method) === name).map(signature)
    const topic = name
      .replace(/Methods$/, "")
      .replace(/(?<!^)[A-Z]/g, " $&")
      .toLowerCase()
    return `/** The methods of a client for the topic: ${topic}. */\nexport interface ${name} {\n${members.join("\n")}}\n`
  })
  const used = Object.keys(contract.schemas).filter((name) =>
    contract.methods.some(({ data, input }) => input === name || data.includes(name))
  )
  return [
    header("The methods of a client, with the problems of each."),
    `import type { CallOptions } from "./Options.ts"\nimport type { ProblemOf, Result } from "./Problem.ts"\nimport type { ${["BodyCode", ...used].sort().join(", ")} } from "./Schemas.ts"\n`,
    ...problemTypes,
    ...interfaces,
    comment("The methods of a client. None uses `this`, and none rejects: the result contains what went wrong.") +
      `export interface Client extends ${groups.join(", ")} {}\n`
  ].join("\n")
}

// ---- Table ----

/**
 * An example of a value. One that may be null is null, or the only element of a list, if it is also the data of a
 * method.
 */
const exampleOf = (schema: Described, data: ReadonlyArray<string> = []): string => {
  if (schema.anyOf !== undefined) {
    const named = schema.anyOf.map(nameOf).find((name) => data.includes(name))
    return named === undefined ? "null" : `[${uncapitalized(named)}]`
  }
  switch (schema.type) {
    case "string":
      return '""'
    case "boolean":
      return "true"
    case "array":
      return "[]"
    case "number":
    case "integer":
      return "0"
    default:
      return "{}"
  }
}

const examplesOf = ({ properties = {}, required = [] }: Described, data?: ReadonlyArray<string>) =>
  `{ ${required.map((name) => `${name}: ${exampleOf(properties[name] ?? {}, data)}`).join(", ")} }`

/** Writes `internal/endpoints.ts`: what the client needs at run time. Each code is there once: most recur often. */
export const endpoints = (contract: Contract): string => {
  const { common, ofBody } = sharedCodes(contract)
  const own = ownCodes(contract)
  const codes = Object.entries(contract.problems)
  const codeList = (some: ReadonlyArray<string>) => `[${some.join(", ")}]`
  const data = [...new Set(contract.methods.flatMap((method) => method.data))]
  const examples = data.map(
    (name) => `const ${uncapitalized(name)} = ${examplesOf(contract.schemas[name] ?? {}, data)}`
  )
  // What others contain comes before them.
  const isFlat = (example: string) => !/\[\w/.test(example)
  const rows = contract.methods.map((method) => {
    const { fields, name, path, verb } = method
    const parts = [
      JSON.stringify(verb),
      JSON.stringify(path.replace("/v1/auth/", "")),
      `[${method.data.map(uncapitalized).join(", ")}]`,
      codeList(own(method)),
      ...(fields === undefined ? [] : [JSON.stringify(fields)])
    ]
    return `  ${name}: [${parts.join(", ")}]`
  })
  const additions = codes.flatMap(([code, { schema }]) => {
    const { required = [] } = schema
    const properties = Object.entries(additionsOf(contract, code)).filter(([name]) => required.includes(name))
    const fields = properties.map(([name]) => name)
    return fields.length === 0
      ? []
      : [`  ${code}: ${examplesOf({ properties: Object.fromEntries(properties), required: fields })}`]
  })
  return [
    header("What the client needs at run time."),
    `import type { Client } from "../Methods.ts"\nimport type { BodyCode, CommonCode, ProblemByCode } from "../Schemas.ts"\n`,
    ...Object.keys(contract.problems).map((code) => `const ${code} = ${JSON.stringify(code)}`),
    "",
    ...examples.filter(isFlat),
    ...examples.filter((example) => !isFlat(example)),
    "",
    "type Code = keyof ProblemByCode\n",
    `/**
 * An endpoint: its method, its path below \`/v1/auth/\`, examples of its replies, its problems beside those of every
 * endpoint, and the fields of its JSON body.
 */
export type Endpoint = readonly [
  verb: string,
  path: string,
  data: ReadonlyArray<object>,
  codes: ReadonlyArray<Code>,
  fields?: ReadonlyArray<string>
]

/** The endpoint of each method. */
export const endpoints: Readonly<Record<keyof Client, Endpoint>> = {\n${rows.join(",\n")}\n}\n`,
    `/** The problems of every endpoint. */\nexport const commonCodes: ReadonlyArray<CommonCode> = ${codeList(common)}\n`,
    `/** The problems of every endpoint that reads a body. */\nexport const bodyCodes: ReadonlyArray<BodyCode> = ${codeList(ofBody)}\n`,
    `/** The problems with \`Retry-After\`. */\nexport const retryable: ReadonlyArray<Code> = ${codeList(codes.flatMap(([code, { isRetryable }]) => (isRetryable ? [code] : [])))}\n`,
    `/** Examples of what some problem documents contain in addition. */\nexport const additions: Readonly<Partial<Record<Code, object>>> = {\n${additions.join(",\n")}\n}\n`
  ].join("\n")
}

// ---- Messages ----

const languageNames = new Intl.DisplayNames("en", { type: "language" })

/** Returns what users read of a problem of the contract, which has a text in each language. */
const textsOf = (code: ProblemCode) => {
  const texts = userTextsOf(code)
  if (typeof texts === "string") throw new Error(`Users can get ${code}, so its userText is needed in every language`)
  return texts
}

/** Writes a text. One with `{when}` is a function of when to try again. */
const message = (text: string) =>
  text.includes("{when}")
    ? `(when) => \`${text.replace(/[\\`$]/g, "\\$&").replace("{when}", "$$$&")}\``
    : JSON.stringify(text)

/** Writes `messages/<language>.ts`: the problems of the contract, and what only the client knows, in words for users. */
export const messages =
  (language: BuiltIn) =>
  (contract: Contract): string => {
    const { soon, ...others } = own
    const problems = codes.filter((code) => code in contract.problems).map((code) => [code, textsOf(code)] as const)
    const more = { ...others, unexpected_reply: textsOf("internal_error") }
    const rows = [["soon", soon] as const, ...problems, ...Object.entries(more)].map(
      ([name, texts]) => `  ${name}: ${message(texts[language])}`
    )
    return [
      header(`Problems in words for users, in ${languageNames.of(language)}.`),
      `import { makeMessageOf, type Messages } from "./Messages.ts"\n`,
      `/** The texts. */\nexport const messages: Messages = {\n${rows.join(",\n")}\n}\n`,
      `/**
 * Returns a problem in words for users.
 *
 * \`\`\`ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/${language}"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * \`\`\`
 */\nexport const messageOf = makeMessageOf(${JSON.stringify(language)}, messages)\n`
    ].join("\n")
  }

// ---- README ----

const cell = (fields: ReadonlyArray<string>) => (fields.length === 0 ? "" : `\`{ ${fields.join(", ")} }\``)

const inputOf = ({ properties = {}, required = [] }: Described) =>
  cell(Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`)))

const dataOf = ({ properties = {} }: Described) =>
  cell(
    Object.entries(properties).map(([name, { enum: values }]) =>
      values?.length === 1 ? `${name}: ${JSON.stringify(values[0])}` : name
    )
  )

/** Writes the table of methods in the README. */
export const table = (contract: Contract): string => {
  const own = ownCodes(contract)
  const rows = contract.methods.map((method) => {
    const input = method.input === undefined ? "" : inputOf(contract.schemas[method.input] ?? {})
    const data = method.data.map((name) => dataOf(contract.schemas[name] ?? {}))
    const problems = own(method)
      .filter((code) => code !== "forbidden_origin")
      .map((code) => `\`${code}\``)
    return `| \`${method.name}\` | ${input} | ${data.join(", ").replace(/,(?= `[^`]*`$)/, ", or")} | ${problems.join(", ")} |`.replaceAll(
      "|  |",
      "| |"
    )
  })
  return ["| method | input | data | own problems |", "| --- | --- | --- | --- |", ...rows].join("\n")
}
