import { readdirSync } from "node:fs"
import { exists, read, root } from "@latchkey/test-support/files"
import { assert, describe, it } from "vitest"

const page = read("docs/architecture.md")
const { order }: { readonly order: ReadonlyArray<string> } = JSON.parse(read(".ci/import-rules.json")).rooms

const blocks = [...page.matchAll(/```text\n([\s\S]*?)```/g)].flatMap(([, block]) => block ?? [])
const [rooms = ""] = blocks.filter((block) => block.includes(" < "))

/** Returns the files of the flows. A line names the folder of the files that follow it. */
const flowFiles = (block: string): ReadonlyArray<string> => {
  let folder = ""
  return block.split("\n").flatMap((line) => {
    folder = /packages\/\w+\/src/.exec(line)?.[0] ?? folder
    const file = /─ \d+ +(\S+\.(?:ts|js))\b/.exec(line)?.[1]
    return file === undefined ? [] : [`${folder}/${file}`]
  })
}

const sources = readdirSync(`${root}packages`).flatMap((name) =>
  readdirSync(`${root}packages/${name}/src`, { recursive: true, encoding: "utf8" }).map(
    (file) => `packages/${name}/src/${file}`
  )
)

describe("docs/architecture.md", () => {
  it("lists the rooms in the order that the linter checks, and says what each has in the domain", () => {
    assert.deepStrictEqual(rooms.split(/[<\s]+/).filter(Boolean), [...order])
    const explained = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].flatMap(([, room = ""]) => room)
    assert.sameMembers(
      explained.filter((room) => order.includes(room)),
      [...order]
    )
    const folders = readdirSync(`${root}packages/domain/src`).filter((name) => !name.includes("."))
    assert.sameMembers(folders, [...order])
  })

  it("names files that exist, and numbers the steps of both flows in turn", () => {
    const files = blocks.flatMap(flowFiles)
    assert.isAbove(files.length, 25)
    assert.deepStrictEqual(
      files.filter((file) => !exists(file)),
      []
    )
    for (const block of blocks.filter((block) => block !== rooms)) {
      const steps = [...block.matchAll(/─ (\d+) /g)].map(([, step]) => Number(step))
      assert.deepStrictEqual(
        steps,
        steps.map((_, index) => index + 1)
      )
    }
    const named = [...page.matchAll(/`([\w./-]+\.ts)`/g)].flatMap(([, file = ""]) => file)
    assert.isAbove(named.length, 5)
    assert.deepStrictEqual(
      named.filter((file) => !exists(file) && !sources.some((source) => source.endsWith(`/${file}`))),
      []
    )
  })
})

describe("docs/decisions/README.md", () => {
  it("lists every record once, in the order of their numbers, and says which number was never used", () => {
    const list = read("docs/decisions/README.md")
    const records = readdirSync(`${root}docs/decisions`)
      .filter((name) => name !== "README.md")
      .sort()
    const listed = [...list.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \|/gm)]
    assert.deepStrictEqual(
      listed.map(([, , name]) => name),
      records
    )
    for (const [, id = "", name = ""] of listed) assert.isTrue(name.startsWith(`${id}-`), name)
    const last = Number(listed.at(-1)?.[1])
    const numbers = Array.from({ length: last }, (_, index) => String(index + 1).padStart(4, "0"))
    const unused = numbers.filter((id) => !listed.some(([, other]) => other === id))
    assert.deepStrictEqual([...(/(?:(\d{4}) was never used)/.exec(list)?.slice(1) ?? [])], unused)
  })
})
