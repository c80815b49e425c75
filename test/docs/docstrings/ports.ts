import { type ClassDeclaration, Node, type TypeElementTypes } from "ts-morph"
import { parse, saysSomething } from "./docstrings.ts"
import type { Declaration } from "./exports.ts"

/** Returns the type of the service in `Context.Tag("…")<Self, Service>()`. */
const shapeOf = (node: ClassDeclaration): Node | undefined => {
  const call = node.getExtends()?.getExpression()
  if (!Node.isCallExpression(call)) return undefined
  const isTag = /^Context\.Tag\(/.test(call.getExpression().getText())
  return isTag ? call.getTypeArguments()[1] : undefined
}

interface Shape {
  readonly members: ReadonlyArray<TypeElementTypes>
  /** The docstring of an interface, which may document its members in a list. */
  readonly text: string
}

const membersOf = (shape: Node | undefined): Shape => {
  if (Node.isTypeLiteral(shape)) return { members: shape.getMembers(), text: "" }
  if (!Node.isTypeReference(shape)) return { members: [], text: "" }
  const declared = shape.getSourceFile().getInterface(shape.getTypeName().getText())
  return { members: declared?.getMembers() ?? [], text: parse(declared?.getJsDocs().at(-1)?.getText()).text }
}

const nameOf = (member: TypeElementTypes): string =>
  Node.isPropertySignature(member) || Node.isMethodSignature(member) ? member.getName() : member.getText()

const isExplained = (member: TypeElementTypes, text: string): boolean => {
  const own = Node.isJSDocable(member) ? parse(member.getJsDocs().at(-1)?.getText()).text : ""
  return saysSomething(own, nameOf(member)) || text.includes(`\`${nameOf(member)}\``)
}

/** Returns the methods and properties of a port that no docstring explains. */
export const unexplainedMembers = ({ node }: Declaration): ReadonlyArray<string> => {
  if (!Node.isClassDeclaration(node)) return []
  const { members, text } = membersOf(shapeOf(node))
  return members.filter((member) => !isExplained(member, text)).map(nameOf)
}
