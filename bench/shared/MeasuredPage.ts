import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const end = "<!-- measured: end -->"

/** Replaces the report between the two comments of a page in `docs`. */
export const write = (page: string, command: string, report: string): void => {
  const path = join("docs", page)
  const begin = `<!-- measured: begin, written by ${command} -- --write -->`
  const text = readFileSync(path, "utf8")
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before === -1 || after < before) throw new Error(`${path} has no place for the figures`)
  writeFileSync(path, `${text.slice(0, before + begin.length)}\n\n${report}\n\n${text.slice(after)}`)
}
