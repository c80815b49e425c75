import { readFileSync, writeFileSync } from "node:fs"

/** Replaces a part of a file, which is between two comments that name it. `command` writes it. */
export const write = (path: string, part: string, command: string, text: string): void => {
  const begin = `<!-- ${part}: begin, written by ${command} -- --write -->`
  const page = readFileSync(path, "utf8")
  const [before, after] = [page.indexOf(begin), page.indexOf(`<!-- ${part}: end -->`)]
  if (before === -1 || after < before) throw new Error(`${path} has no place for: ${part}`)
  writeFileSync(path, `${page.slice(0, before + begin.length)}\n\n${text}\n\n${page.slice(after)}`)
}
