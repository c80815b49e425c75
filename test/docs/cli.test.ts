import { make } from "../../packages/server/src/command/Cli.ts"
import * as Database from "../../packages/server/src/database/Database.ts"
import { migrations } from "../../packages/postgres/src/internal/migrations/all.ts"
import type { Command } from "commander"
import { assert, describe, it } from "vitest"
import { read } from "@latchkey/test-support/files"

const page = read("docs/cli.md")
const latchkey = make({}, ".")

/** Returns the commands that do something, not those that only group others. */
const leavesOf = (command: Command, path = command.name()): ReadonlyArray<readonly [string, Command]> =>
  command.commands.length === 0
    ? [[path, command]]
    : command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`))

const leaves = leavesOf(latchkey)

const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.split("\n", 1).join(""), text] as const)
)

/** Returns what `--help` prints, with the texts around the commands. */
const helpOf = (command: Command): string => {
  let text = ""
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 })
  command.outputHelp()
  return text
}

describe("docs/cli.md", () => {
  it("has a section for each command, and no other", () => {
    const described = [...sections.keys()].filter((heading) => heading.startsWith("latchkey "))
    assert.include(described, "latchkey serve")
    assert.deepStrictEqual(
      described,
      leaves.map(([path]) => path)
    )
  })

  it.each(leaves)("explains each option of %s, and no other", (path, command) => {
    const rows = [...(sections.get(path) ?? "").matchAll(/^\| `(--[\w-]+)[^`]*` \|/gm)].map(([, option]) => option)
    assert.deepStrictEqual(
      rows,
      command.options.map(({ long }) => long)
    )
  })

  it("shows the pending migrations as they are printed", () => {
    const all = Object.keys(migrations).map((key) => {
      const [id = "", ...name] = key.split("_")
      return { id: Number(id), name: name.join("_") }
    })
    const names = Database.names(all)
    for (const start of ["Pending: ", "Applied: ", "pending: "]) assert.include(page, `${start}${names}.`)
  })

  it("shows the help as it is printed", () => {
    assert.include(page, `\`\`\`console\n$ latchkey --help\n${helpOf(latchkey)}\`\`\`\n`)
  })
})
