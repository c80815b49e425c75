import {
  type ArrowFunction,
  type ClassDeclaration,
  Node,
  type ParameterDeclaration,
  SyntaxKind,
  type VariableDeclaration
} from "ts-morph"
import { collapse, layout } from "./layout.ts"

/** What a schema says for people whose input is wrong, and for documents: not what it accepts. */
const isWording = (node: Node): boolean =>
  (Node.isObjectLiteralExpression(node) && node.getProperty("message") !== undefined) ||
  (Node.isCallExpression(node) && /^(Schema|OpenApi)\.annotations$/.test(node.getExpression().getText()))

type Range = readonly [start: number, end: number]

/** The parts of an expression that are left out, as ranges of its file. */
const omitted = (expression: Node): ReadonlyArray<Range> =>
  [expression, ...expression.getDescendants()].filter(Node.isCallExpression).flatMap((call) => {
    const callee = call.getExpression()
    if (Node.isPropertyAccessExpression(callee) && callee.getName() === "annotations" && !isWording(call)) {
      return [[callee.getExpression().getEnd(), call.getEnd()] as const]
    }
    const given = call.getArguments()
    return given.flatMap((argument, index) => {
      if (!isWording(argument)) return []
      const start = index === 0 ? argument.getStart() : (given[index - 1]?.getEnd() ?? argument.getStart())
      return [[start, argument.getEnd()] as const]
    })
  })

/** The text of an expression without its wording, laid out anew. `before` is what stands before it on its line. */
export const expressionText = (expression: Node, before = ""): string => {
  const start = expression.getStart()
  const all = omitted(expression)
  const isInside = ([from, to]: Range, [outerFrom, outerTo]: Range) => outerFrom <= from && to <= outerTo
  const ranges = all
    .filter((range) => !all.some((other) => other !== range && isInside(range, other)))
    .sort(([a], [b]) => b - a)
  const text = ranges.reduce(
    (rest, [from, to]) => rest.slice(0, from - start) + rest.slice(to - start),
    expression.getText()
  )
  return layout(collapse(text).replaceAll(".pipe()", ""), before)
}

const typeTextOf = (node: { getTypeNode(): Node | undefined }): string | undefined => node.getTypeNode()?.getText()

/** `{ a, b }: Options` is `options: Options` for whoever calls it. */
const parameterText = (parameter: ParameterDeclaration): string => {
  if (!Node.isObjectBindingPattern(parameter.getNameNode())) return parameter.getText()
  const type = typeTextOf(parameter) ?? "unknown"
  const name = /^\w+$/.test(type) ? type.charAt(0).toLowerCase() + type.slice(1) : "input"
  const initializer = parameter.getInitializer()
  return `${name}: ${type}${initializer === undefined ? "" : ` = ${initializer.getText()}`}`
}

/** The head of a function, and of those that it returns; none when a type is missing. */
const functionText = (node: ArrowFunction, before: string): string | undefined => {
  const generics = node.getTypeParameters().map((parameter) => parameter.getText())
  const head = `${generics.length === 0 ? "" : `<${generics.join(", ")}>`}(${node.getParameters().map(parameterText).join(", ")})`
  const returned = node.getReturnTypeNode()?.getText()
  const after = returned?.split("\n", 1).join("") ?? ""
  // The members of a type may be on lines of their own, with nothing else between them.
  const lines = head.includes("\n") ? head : layout(head, `${before}${after}`)
  if (returned !== undefined) return `${lines}: ${returned}`
  const body = node.getBody()
  const rest = Node.isArrowFunction(body) ? functionText(body, lines) : undefined
  return rest === undefined ? undefined : `${lines} => ${rest}`
}

/** What is not worth more lines than these is shown as it is written. */
const mostLines = 24

const short = (text: string): string | undefined => (text.split("\n").length <= mostLines ? text : undefined)

const isPlain = (node: Node | undefined): boolean =>
  node !== undefined &&
  (Node.isObjectLiteralExpression(node) || Node.isLiteralExpression(node)) &&
  node.getDescendantsOfKind(SyntaxKind.CallExpression).length === 0

/** `const name: Type`, with the value where that is plain data. None when a reader could not be told the type. */
const variableText = (node: VariableDeclaration): string | undefined => {
  const name = `const ${node.getName()}`
  const type = typeTextOf(node)
  const initializer = node.getInitializer()
  if (type !== undefined) {
    const value =
      initializer !== undefined && isPlain(initializer)
        ? short(expressionText(initializer, `${name}: ${type} = `))
        : undefined
    return value === undefined ? `${name}: ${type}` : `${name}: ${type} = ${value}`
  }
  if (initializer === undefined) return undefined
  const bare = Node.isAsExpression(initializer) ? initializer.getExpression() : initializer
  if (Node.isArrowFunction(bare)) {
    const head = functionText(bare, `${name} = `)
    return head === undefined ? undefined : `${name} = ${head}`
  }
  const text = expressionText(bare, `${name} = `)
  return /=>|\bfunction\b/.test(text) ? undefined : short(`${name} = ${text}`)
}

/** What a class extends: the service of a tag as it is written, the fields of a schema, of a long chain its beginning. */
const heritageText = (node: ClassDeclaration): string => {
  const parent = node.getExtends()
  if (parent === undefined) return ""
  const expression = parent.getExpression()
  const isTyped = Node.isCallExpression(expression) && expression.getTypeArguments().length > 0
  if (isTyped || parent.getTypeArguments().length > 0) return ` extends ${parent.getText()}`
  const contract = /^Http(Api|ApiGroup)\.make\("[\w-]+"\)/.exec(expression.getText())
  return ` extends ${contract === null ? expressionText(expression, `class ${node.getName()} extends `) : `${contract[0]}…`}`
}

const memberTexts = (node: ClassDeclaration): ReadonlyArray<string> =>
  node.getMembers().flatMap((member) => {
    if (Node.isModifierable(member) && member.hasModifier(SyntaxKind.OverrideKeyword)) return []
    const comment = Node.isJSDocable(member) ? member.getJsDocs().map((doc) => `  ${doc.getText()}\n`) : []
    const end = Node.isBodied(member) || Node.isBodyable(member) ? member.getBody()?.getStart() : undefined
    const whole = member.getText()
    const head = end === undefined ? whole : whole.slice(0, end - member.getStart()).trimEnd()
    return [`${comment.join("")}  ${head}`]
  })

const classText = (node: ClassDeclaration): string => {
  const members = memberTexts(node)
  const body = members.length === 0 ? "" : ` {\n${members.join("\n")}\n}`
  return `class ${node.getName()}${heritageText(node)}${body}`
}

/** A declaration as a reader wants it: without the body. None when its type is only inferred. */
export const signatureOf = (node: Node): string | undefined => {
  if (Node.isVariableDeclaration(node)) return variableText(node)
  if (Node.isClassDeclaration(node)) return classText(node)
  return node.getText().replace(/^export (declare )?/, "")
}
