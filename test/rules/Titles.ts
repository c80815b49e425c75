/** Finds the tests of a source file, each with its full title: `describe > test`. */
import { type CallExpression, Node, type Project, type SourceFile, SyntaxKind } from "ts-morph"

/** Returns the names in a callee, outermost first: `it`, `each` for `it.each(rows)`. */
const namesOf = (node: Node): ReadonlyArray<string> => {
  if (Node.isIdentifier(node)) return [node.getText()]
  if (Node.isPropertyAccessExpression(node)) return [...namesOf(node.getExpression()), node.getName()]
  if (Node.isCallExpression(node)) return namesOf(node.getExpression())
  if (Node.isTaggedTemplateExpression(node)) return namesOf(node.getTag())
  return []
}

/**
 * Returns the title of a call as it is written: templates with their placeholders, and an expression as a placeholder.
 */
const titleOf = (call: CallExpression): string | undefined => {
  const [title, ...others] = call.getArguments()
  const hasBody = others.some((other) => !Node.isStringLiteral(other))
  if (title === undefined || !hasBody) return undefined
  if (Node.isStringLiteral(title) || Node.isNoSubstitutionTemplateLiteral(title)) return title.getLiteralText()
  if (Node.isTemplateExpression(title)) return title.getText().slice(1, -1)
  return Node.isIdentifier(title) ? `\${${title.getText()}}` : undefined
}

/** Returns `true` if the call is the result of another one, as in `it.each(rows)("title", …)`, that has the title. */
const isCallee = (call: CallExpression): boolean => {
  const parent = call.getParent()
  return Node.isCallExpression(parent) && parent.getExpression() === call
}

const isSkipped = (call: CallExpression): boolean =>
  namesOf(call.getExpression()).some((name) => ["skip", "todo", "fails"].includes(name))

/** `it.layer(layer)("title", …)` opens a group. */
const isTest = ([name = "", member]: ReadonlyArray<string>): boolean =>
  ["it", "test"].includes(name) && member !== "layer"

const testsIn = (file: SourceFile): ReadonlyArray<CallExpression> =>
  file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => isTest(namesOf(call.getExpression())))
    .filter((call) => !isCallee(call) && titleOf(call) !== undefined)

/** Returns the groups that a test is in: `describe`, and every function of the project that a title is given to. */
const groupsOf = (test: CallExpression): ReadonlyArray<CallExpression> =>
  test
    .getAncestors()
    .filter(Node.isCallExpression)
    .filter((call) => titleOf(call) !== undefined)
    .reverse()

/** Returns the full title of every test of a file that runs. */
export const titlesIn = (file: SourceFile): ReadonlyArray<string> =>
  testsIn(file).flatMap((test) => {
    const path = [...groupsOf(test), test]
    return path.some(isSkipped) ? [] : [path.map(titleOf).join(" > ")]
  })

/** Returns the full title of every test in a text. */
export const titlesOf = (project: Project, text: string): ReadonlyArray<string> =>
  titlesIn(project.createSourceFile("planted.test.ts", text, { overwrite: true }))
