import { firstSentence, headerOf } from "./docstrings.ts"
import { type Export, exportsOf } from "./exports.ts"
import type { Module, Package } from "./modules.ts"
import { signatureOf } from "./signatures.ts"

const howTo =
  "Written by `UPDATE_DOCS=1 npx vitest run test/docs/reference.test.ts` from the docstrings of the sources."

/** What GitHub calls a heading in a URL. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const sinceOf = (since: string | undefined, ofModule: string | undefined): string =>
  since === undefined || since === ofModule ? "" : `Since ${since}.`

const paragraphs = (...texts: ReadonlyArray<string>): string => texts.filter((text) => text !== "").join("\n\n")

const lines = (...texts: ReadonlyArray<string>): string => texts.join("\n")

const code = (texts: ReadonlyArray<string>): string => lines("```ts", ...texts, "```")

/** What a module is about: what it says of itself, or what its one noun says. */
export const aboutOf = (module: Module, exports: ReadonlyArray<Export>): string => {
  const { text } = headerOf(module.file.getFullText())
  return text === "" ? (exports.find(({ name }) => name === module.name)?.docstring.text ?? "") : text
}

const exportSection = (module: Module, { declarations, docstring, name }: Export): string => {
  const { since } = headerOf(module.file.getFullText())
  return paragraphs(
    `### ${module.name}.${name}`,
    code(declarations.map(({ node }) => signatureOf(node) ?? "")),
    docstring.text,
    sinceOf(docstring.since, since)
  )
}

const importOf = ({ name, specifier }: Module): string =>
  name === "index" ? `import { … } from "${specifier}"` : `import * as ${name} from "${specifier}"`

const moduleSection = (module: Module, exports: ReadonlyArray<Export>): string => {
  const { since, text } = headerOf(module.file.getFullText())
  return paragraphs(
    `## ${module.name}`,
    text,
    code([importOf(module)]),
    `[Source](../../${module.path})${since === undefined ? "" : `, since ${since}`}`,
    ...exports.map((one) => exportSection(module, one))
  )
}

const modulesWithExports = ({ modules }: Package) =>
  modules.map((module) => ({ module, exports: exportsOf(module, modules) })).filter(({ exports }) => exports.length > 0)

/** One page for a package, with a section for each module. */
export const pageOf = (of: Package): string => {
  const sections = modulesWithExports(of)
  const rows = sections.map(({ exports, module }) => {
    const about = firstSentence(aboutOf(module, exports)).replaceAll("|", "\\|")
    return `| [${module.name}](#${anchorOf(module.name)}) | ${about} |`
  })
  return `${paragraphs(
    `# ${of.name}`,
    of.description,
    `[All packages](README.md). ${howTo}`,
    ["| module | |", "| --- | --- |", ...rows].join("\n"),
    ...sections.map(({ exports, module }) => moduleSection(module, exports))
  )}\n`
}

/** The page that leads to all others. */
export const indexOf = (packages: ReadonlyArray<Package>): string => {
  const rows = packages.map(({ description, folder, name }) => `| [${name}](${folder}.md) | ${description} |`)
  return `${paragraphs(
    "# API reference",
    lines(
      "Everything that the packages export: what it means, what it fails with and what is atomic. Start with",
      "[Domain](domain.md#domain) for the use cases, [Http](http.md#http) for mounting them, and",
      "[Memory](memory.md#memory) for tests. The [architecture](../architecture.md) says how they belong together."
    ),
    lines(
      "Import modules by their own path, such as `@latchkey/domain/SignIn`. The package itself exports the same modules",
      'as namespaces: `import { SignIn } from "@latchkey/domain"`. A signature is shown without its body, and a schema',
      "without its messages."
    ),
    ["| package | |", "| --- | --- |", ...rows].join("\n"),
    howTo
  )}\n`
}
