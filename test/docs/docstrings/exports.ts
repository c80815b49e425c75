import { join } from "node:path"
import { type ExportDeclaration, Node, type SourceFile, type Statement } from "ts-morph"
import { type Docstring, parse } from "./docstrings.ts"
import type { Module } from "./modules.ts"

/** One exported name. A value and a type of the same name are one export with two declarations. */
export interface Export {
  readonly name: string
  readonly declarations: ReadonlyArray<Declaration>
  readonly docstring: Docstring
}

export interface Declaration {
  readonly name: string
  readonly node: Node
  readonly docstring: Docstring
}

const commentOf = (node: Node): Docstring =>
  parse(Node.isJSDocable(node) ? node.getJsDocs().at(-1)?.getText() : undefined)

const declarationsIn = (statement: Statement): ReadonlyArray<Declaration> => {
  if (!Node.isExportable(statement) || !statement.hasExportKeyword()) return []
  const docstring = commentOf(statement)
  if (Node.isVariableStatement(statement)) {
    return statement.getDeclarations().map((node) => ({ name: node.getName(), node, docstring }))
  }
  return Node.hasName(statement) ? [{ name: statement.getName(), node: statement, docstring }] : []
}

const commentBefore = (declaration: ExportDeclaration): Docstring =>
  parse(declaration.getLeadingCommentRanges().at(-1)?.getText())

/** Returns the targets of `export … from`, the exported names, and the docstring; no names means all. */
const reexportsOf = (file: SourceFile) =>
  file.getExportDeclarations().flatMap((declaration) => {
    const specifier = declaration.getModuleSpecifierValue()
    if (specifier === undefined) return []
    return {
      target: file.getProject().addSourceFileAtPathIfExists(join(file.getDirectoryPath(), specifier)),
      docstring: commentBefore(declaration),
      isNamespace: declaration.getNamespaceExport() !== undefined,
      names: declaration.getNamedExports().map((named) => named.getName())
    }
  })

/**
 * Returns what a file declares, and what it re-exports from files that are not modules themselves. A docstring of the
 * re-export replaces that of the declaration.
 */
const declarationsOf = (file: SourceFile, isModule: (file: SourceFile) => boolean): ReadonlyArray<Declaration> => [
  ...file.getStatements().flatMap(declarationsIn),
  ...reexportsOf(file).flatMap(({ docstring, isNamespace, names, target }) => {
    if (target === undefined || isNamespace || isModule(target)) return []
    return declarationsOf(target, isModule)
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map((declaration) => (docstring.text === "" ? declaration : { ...declaration, docstring }))
  })
]

/** Returns the exports of a module in source order, without those of other modules. */
export const exportsOf = (module: Module, modules: ReadonlyArray<Module>): ReadonlyArray<Export> => {
  const isModule = (file: SourceFile) => modules.some((other) => other.file === file)
  const all = declarationsOf(module.file, isModule)
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const declarations = all.filter((declaration) => declaration.name === name)
    const texts = declarations.map(({ docstring }) => docstring).filter(({ text }) => text !== "")
    return { name, declarations, docstring: { text: texts.map(({ text }) => text).join("\n\n") } }
  })
}
