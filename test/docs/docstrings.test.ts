import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Node } from "ts-morph"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"
import { parse, saysSomething } from "./docstrings/docstrings.ts"
import { type Declaration, exportsOf } from "./docstrings/exports.ts"
import { type Module, project, readPackage, subpathOf } from "./docstrings/modules.ts"
import { unexplainedMembers } from "./docstrings/ports.ts"

const isPublished = (name: string): boolean => JSON.parse(read(`packages/${name}/package.json`)).private !== true

const packages = readdirSync(join(root, "packages")).filter(isPublished).sort().map(readPackage)

const undocumented = (modules: ReadonlyArray<Module>): ReadonlyArray<string> =>
  modules.flatMap((module) =>
    exportsOf(module, modules).flatMap(({ declarations, docstring, name }) => [
      ...(saysSomething(docstring.text, name) ? [] : [`${module.path}: ${name}`]),
      ...declarations.flatMap(unexplainedMembers).map((member) => `${module.path}: ${name}.${member}`)
    ])
  )

/** Returns the modules that neither begin with a docstring nor have a documented export of the same name. */
const unexplained = (modules: ReadonlyArray<Module>): ReadonlyArray<string> =>
  modules
    .filter((module) => {
      const exports = exportsOf(module, modules)
      const header = parse(/^\/\*\*[\s\S]*?\*\//.exec(module.file.getFullText())?.[0])
      const main = exports.find(({ name }) => name === module.name)
      return exports.length > 0 && header.text === "" && (main?.docstring.text ?? "") === ""
    })
    .map(({ path }) => path)

const moduleOf = (source: string): Module => ({
  specifier: "@latchkey/sample/Sample",
  name: "Sample",
  path: "Sample.ts",
  file: project().createSourceFile("Sample.ts", source)
})

const found = (source: string): ReadonlyArray<string> => undocumented([moduleOf(source)])

describe.each(packages.map((of) => [of.name, of] as const))("The sources of %s", (_, { modules }) => {
  it("document every export and every method of a port", () => {
    assert.deepStrictEqual(undocumented(modules), [])
  })

  it("explain every module", () => {
    assert.deepStrictEqual(unexplained(modules), [])
  })
})

describe("The sources of client", () => {
  /** What apps call: functions, and classes. */
  const isCalled = ({ node }: Declaration) =>
    Node.isClassDeclaration(node) ||
    (Node.isVariableDeclaration(node) && !Node.isObjectLiteralExpression(node.getInitializer()))

  it("show everything that apps call in an example", () => {
    const { modules } = readPackage("client")
    const called = modules.flatMap((module) =>
      exportsOf(module, modules)
        .filter(({ declarations }) => declarations.some(isCalled))
        .map(({ docstring, name }) => ({
          name: `${module.path}: ${name}`,
          isShown: /^```tsx?\n/m.test(docstring.text)
        }))
    )
    assert.isAbove(called.length, 15)
    assert.deepStrictEqual(
      called.filter(({ isShown }) => !isShown),
      []
    )
  })
})

describe("The search for undocumented exports", () => {
  it.each([
    ["a missing docstring", "export const answer = 42", ["Sample.ts: answer"]],
    ["a docstring with tags only", "/** @category models */\nexport const answer = 42", ["Sample.ts: answer"]],
    ["a docstring that repeats the name", "/** The answer. */\nexport const answer = 42", ["Sample.ts: answer"]],
    [
      "an undocumented method of a port",
      "/** Asks around. */\nexport class Oracle extends Context.Tag('Oracle')<Oracle, { readonly ask: string }>() {}",
      ["Sample.ts: Oracle.ask"]
    ],
    [
      "an undocumented property of a port with a named type",
      "/** How. */\ninterface Options { readonly far: number }\n/** Looks there. */\nexport class Eye extends Context.Tag('Eye')<Eye, Options>() {}",
      ["Sample.ts: Eye.far"]
    ]
  ])("finds %s", (_, source, expected) => {
    assert.deepStrictEqual(found(source), expected)
  })

  it.each([
    ["has no text for it", "import 'a'\n/** Six by nine. */\nexport const answer = 42", ["Sample.ts"]],
    ["begins with a docstring", "/** Answers. */\nimport 'a'\nexport const answer = 42", []],
    ["has a documented export of its name", "import 'a'\n/** Six by nine. */\nexport const Sample = 42", []]
  ])("decides whether a module is explained: it %s", (_, source, expected) => {
    assert.deepStrictEqual(unexplained([moduleOf(source)]), expected)
  })

  it("treats a type and a value of one name as one export", () => {
    assert.deepStrictEqual(found("/** Six by nine. */\nexport const A = 42\nexport type A = 42"), [])
  })

  it("accepts members that the docstring of a port's type lists", () => {
    const options = "/** - `far`: in metres. */\ninterface Options { readonly far: number }\n"
    const port = "/** Looks there. */\nexport class Eye extends Context.Tag('Eye')<Eye, Options>() {}"
    assert.deepStrictEqual(found(options + port), [])
  })

  it("reads the modules that the exports map allows", () => {
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
