import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { root } from "../support/deployment/files.ts"
import { saysSomething } from "./reference/docstrings.ts"
import { exportsOf } from "./reference/exports.ts"
import { type Module, type Package, project, readPackage, subpathOf } from "./reference/modules.ts"
import { aboutOf, indexOf, pageOf } from "./reference/pages.ts"
import { unexplainedMembers } from "./reference/ports.ts"
import { signatureOf } from "./reference/signatures.ts"

const packages = readdirSync(join(root, "packages")).sort().map(readPackage)

const hasExports = ({ modules }: Package): boolean => modules.some((module) => exportsOf(module, modules).length > 0)

/** `server` is a program: it is described by what it does. */
const shown = packages.filter((of) => of.folder !== "server" && hasExports(of))

const undocumented = (modules: ReadonlyArray<Module>): ReadonlyArray<string> =>
  modules.flatMap((module) =>
    exportsOf(module, modules).flatMap(({ declarations, docstring, name }) => [
      ...(saysSomething(docstring.text, name) ? [] : [`${module.path}: ${name}`]),
      ...(docstring.since === undefined ? [`${module.path}: ${name} has no @since`] : []),
      ...declarations.flatMap(unexplainedMembers).map((member) => `${module.path}: ${name}.${member}`)
    ])
  )

const untyped = ({ modules }: Package): ReadonlyArray<string> =>
  modules.flatMap((module) =>
    exportsOf(module, modules).flatMap(({ declarations, name }) =>
      declarations.some(({ node }) => signatureOf(node) === undefined) ? [`${module.path}: ${name}`] : []
    )
  )

const moduleOf = (source: string): Module => ({
  specifier: "@latchkey/sample/Sample",
  name: "Sample",
  path: "Sample.ts",
  file: project().createSourceFile("Sample.ts", source)
})

const found = (source: string): ReadonlyArray<string> => undocumented([moduleOf(source)])

describe.each(packages.map((of) => [of.name, of] as const))("The sources of %s", (_, { modules }) => {
  it("say of every export what it means, and of every method of a port", () => {
    assert.deepStrictEqual(undocumented(modules), [])
  })
})

describe.each(shown.map((of) => [of.name, of] as const))("The reference of %s", (_, of) => {
  it("shows declared types, not inferred ones", () => {
    assert.deepStrictEqual(untyped(of), [])
  })

  it("says what each module is about", () => {
    const silent = of.modules.filter((module) => {
      const exports = exportsOf(module, of.modules)
      return exports.length > 0 && aboutOf(module, exports) === ""
    })
    assert.deepStrictEqual(
      silent.map(({ path }) => path),
      []
    )
  })
})

describe("docs/api", () => {
  const folder = join(root, "docs", "api")
  const pages = new Map([["README.md", indexOf(shown)], ...shown.map((of) => [`${of.folder}.md`, pageOf(of)] as const)])

  it.each([...pages])("%s is what the sources say", (name, text) => {
    if (process.env["UPDATE_DOCS"] === "1") {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const path = join(folder, name)
    assert.strictEqual(existsSync(path) ? readFileSync(path, "utf8") : "(there is no such page)", text)
  })

  it("has no page of a package that is gone", () => {
    assert.deepStrictEqual(readdirSync(folder).sort(), [...pages.keys()].sort())
  })
})

describe("The search for what is not documented", () => {
  it.each([
    ["no docstring", "export const answer = 42", ["Sample.ts: answer", "Sample.ts: answer has no @since"]],
    ["a docstring of tags alone", "/** @since 0.1.0 */\nexport const answer = 42", ["Sample.ts: answer"]],
    [
      "a docstring that repeats the name",
      "/** The answer. @since 0.1.0 */\nexport const answer = 42",
      ["Sample.ts: answer"]
    ],
    [
      "no version",
      "/** Of the question about everything. */\nexport type Answer = 42",
      ["Sample.ts: Answer has no @since"]
    ],
    [
      "a method of a port",
      "/** Asks around. @since 0.1.0 */\nexport class Oracle extends Context.Tag('Oracle')<Oracle, { readonly ask: string }>() {}",
      ["Sample.ts: Oracle.ask"]
    ],
    [
      "a property of a port with a type of its own",
      "/** How. */\ninterface Options { readonly far: number }\n/** Looks there. @since 0.1.0 */\nexport class Eye extends Context.Tag('Eye')<Eye, Options>() {}",
      ["Sample.ts: Eye.far"]
    ]
  ])("finds %s", (_, source, expected) => {
    assert.deepStrictEqual(found(source), expected)
  })

  it("takes a type and a value of one name for one thing", () => {
    assert.deepStrictEqual(
      found("/** Six by nine. @since 0.1.0 */\nexport const A = 42\n/** @since 0.1.0 */\nexport type A = 42"),
      []
    )
  })

  it("takes a list in the docstring of a port's type for what its members say", () => {
    const options = "/** - `far`: in metres. */\ninterface Options { readonly far: number }\n"
    const port = "/** Looks there. @since 0.1.0 */\nexport class Eye extends Context.Tag('Eye')<Eye, Options>() {}"
    assert.deepStrictEqual(found(options + port), [])
  })

  it("looks at what the exports map lets through", () => {
    const exports = {
      ".": { "@latchkey/source": "./src/index.ts" },
      "./*": { "@latchkey/source": "./src/*.ts" },
      "./internal/*": null
    }
    const paths = ["./src/index.ts", "./src/Mailer.ts", "./src/deep/Mailer.ts", "./src/internal/Mailer.ts"]
    assert.deepStrictEqual(
      paths.map((path) => subpathOf(exports, path)),
      [".", "./Mailer", "./deep/Mailer", undefined]
    )
  })
})
