import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const path = join("docs", "performance.md")
const begin = "<!-- measured: begin, written by npm run bench -- --write -->"
const end = "<!-- measured: end -->"

/** Puts the report between the two comments, in the place of the one that was there, and the chart beside it. */
export const write = (report: string, chart: string): void => {
  const text = readFileSync(path, "utf8")
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before === -1 || after < before) throw new Error(`${path} has no place for the figures`)
  writeFileSync(path, `${text.slice(0, before + begin.length)}\n\n${report}\n\n${text.slice(after)}`)
  mkdirSync(join("docs", "images"), { recursive: true })
  writeFileSync(join("docs", "images", "performance.svg"), chart)
}
