import { readdirSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"

const readme = read("README.md")

/** Returns the medians of a table row, without ranges: `2,483 (2,473–2,539)` is 2483. */
const cellsOf = (text: string, begins: string): ReadonlyArray<number> => {
  const row = text.split("\n").find((line) => line.startsWith(`| ${begins}`)) ?? ""
  return row
    .split("|")
    .slice(2, -1)
    .map((cell) => Number(/[\d.,]+/.exec(cell)?.[0].replaceAll(",", "")))
}

describe("README.md", () => {
  it("begins with the two commands, and package.json has their scripts", () => {
    const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(readme) ?? []
    const scripts = [...block.matchAll(/^npm ci && npm (\w+)/gm)].map(([, name = ""]) => name)
    assert.deepStrictEqual(scripts, ["start", "test"])
    assert.containsAllKeys(JSON.parse(read("package.json")).scripts, scripts)
  })

  it("has less than 120 lines, and its sections in order", () => {
    assert.isBelow(readme.trimEnd().split("\n").length, 120)
    assert.deepStrictEqual(
      [...readme.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading),
      ["Is it for you?", "Three ways to use it", "Features", "Measured", "Documentation"]
    )
  })

  it("shows the medians and the ratios of docs/performance.md", () => {
    const measured = read("docs/performance.md")
    /** Returns a figure of a row, in the table that begins with a heading. */
    const figure = (heading: string, row: string, column: number): number => {
      const value = cellsOf(measured.slice(measured.indexOf(`| ${heading}`)), row)[column]
      if (value === undefined || Number.isNaN(value)) throw new Error(`docs/performance.md has no figure for ${row}`)
      return value
    }
    const both = (heading: string, column: number) =>
      ["**Latchkey** |", "better-auth |"].map((row) => figure(heading, row, column))
    const ratio = (name: string) => figure("ratio", name, 0)
    const traced = (heading: string, how: string, column: number) => {
      const [own = 0, other = 0] = [`**Latchkey**, ${how} |`, "better-auth |"].map((row) =>
        figure(heading, row, column)
      )
      return [own, other]
    }
    const [own = 0, other = 0] = both("32 clients sign in", 3)
    const rows: Readonly<Record<string, () => ReadonlyArray<number>>> = {
      "session checks": () => [...both("session checks, 16", 0), ratio("session checks, Latchkey to better-auth")],
      "session checks, 1 % of the requests traced": () => [
        ...traced("session checks, 16", "1 % of the requests traced", 0),
        ratio("session checks, Latchkey with 1 % of the traces to better-auth")
      ],
      "session checks, every request traced": () => traced("session checks, 16", "every request traced", 0),
      "sign-ins, 32 clients": () => [...both("sign-ins per second", 1), ratio("sign-ins, Latchkey to better-auth")],
      "sign-ins, every request traced": () => traced("sign-ins per second", "every request traced", 1),
      "while 32 clients sign in: session checks": () => [
        ...both("32 clients sign in", 0),
        ratio("session checks in the storm, Latchkey to better-auth")
      ],
      "while 32 clients sign in: sign-ins": () => [own, other]
    }
    const section = readme.slice(readme.indexOf("## Measured"))
    const names = [...section.matchAll(/^\| (.*?) \| +\d/gm)].map(([, name = ""]) => name)
    assert.includeMembers(names, ["session checks", "sign-ins, 32 clients"])
    for (const name of names) {
      const expected = rows[name]?.() ?? []
      assert.deepStrictEqual([name, ...cellsOf(section, `${name} |`).slice(0, expected.length)], [name, ...expected])
      assert.isAbove(expected.length, 1, name)
    }
  })

  it("names the command, the date and the versions of the measurement", () => {
    const line = /^Measured on ([\d-]+) by `(.+?)`:.*(Node [\d.]+), (better-auth [\d.]+)\.$/m
    const [, date, command, node = "", betterAuth = ""] = line.exec(read("docs/performance.md")) ?? []
    assert.include(readme, `Medians of \`${command}\` on ${date}`)
    for (const version of [node, betterAuth]) {
      assert.isNotEmpty(version)
      assert.include(readme, version)
    }
  })
})

describe("CONTRIBUTING.md", () => {
  it("names only scripts that package.json has", () => {
    const named = [...read("CONTRIBUTING.md").matchAll(/npm (?:run )?([\w:]+)(?=[ `\n])/g)].map(([, name = ""]) => name)
    assert.isAbove(named.length, 8)
    const { scripts } = JSON.parse(read("package.json"))
    assert.deepStrictEqual(
      named.filter((name) => name !== "ci" && scripts[name] === undefined),
      []
    )
  })
})

describe("docs/README.md", () => {
  it("leads to every page of the documentation", () => {
    const map = read("docs/README.md")
    const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith(".md") && name !== "README.md")
    assert.isAbove(pages.length, 20)
    assert.deepStrictEqual(
      pages.filter((page) => !new RegExp(`\\]\\(${page.replace(".", "\\.")}[)#]`).test(map)),
      []
    )
  })
})
