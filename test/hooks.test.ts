/** What tests undo. Vitest never runs an `afterAll` or `afterEach` inside a hook or a test, and does not say so. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@latchkey/test-support/files"
import { ts } from "ts-morph"
import { assert, describe, it } from "vitest"

const folders = readdirSync(join(root, "packages"))
  .map((name) => `packages/${name}/test`)
  .concat("packages/test-support/src", "test")
  .filter((folder) => existsSync(join(root, folder)))

const undoing = /\bafter(All|Each)\b/
const running = /^(before(All|Each)|test|it)\b/

const isAsync = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)

/** Returns `true` for what runs after the tests are declared: an async function, or what a hook or a test runs. */
const isLate = (node: ts.Node): boolean =>
  isAsync(node) || (ts.isCallExpression(node) && running.test(node.expression.getText()))

/** Returns the lines that name such a hook too late, also to pass it on. */
const lateLinesOf = (text: string): ReadonlyArray<number> => {
  const file = ts.createSourceFile("a.test.ts", text, ts.ScriptTarget.Latest, true)
  const find = (node: ts.Node, late: boolean): ReadonlyArray<number> => {
    if (late && ts.isIdentifier(node) && undoing.test(node.text)) {
      return [file.getLineAndCharacterOfPosition(node.getStart()).line + 1]
    }
    const within = late || isLate(node)
    const lines: Array<number> = []
    node.forEachChild((child) => void lines.push(...find(child, within)))
    return lines
  }
  return find(file, false)
}

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(root, folder, path), "utf8") }))
    .filter(({ text }) => undoing.test(text))
)

describe("A hook that undoes", () => {
  it("is declared with the tests", () => {
    assert.isAbove(sources.length, 100)
    const late = sources.flatMap(({ path, text }) => lateLinesOf(text).map((line) => `${path}:${line}`))
    assert.deepStrictEqual(late, [])
  })

  it.each([
    ["with the tests", "describe('a', () => { afterAll(stop) })", []],
    ["in a function that declares tests", "const scene = () => { beforeAll(start); afterAll(stop) }", []],
    ["in a hook", "beforeAll(() => {\n afterAll(stop)\n})", [2]],
    ["in an async function", "const start = async () => {\n afterAll(stop)\n}", [2]],
    ["passed on in a test", "test('a', () => copy(afterAll))", [1]]
  ])("is found: %s", (_, text, lines) => {
    assert.deepStrictEqual(lateLinesOf(text), lines)
  })
})
