import { readdirSync } from "node:fs"
import { read, root } from "@latchkey/test-support/files"
import { expect, test } from "vitest"

test("adapters.md lists every contract suite", () => {
  const suites = readdirSync(`${root}packages/testkit/src`).flatMap((name) =>
    name.endsWith("Contract.ts") ? [name.replace(".ts", "")] : []
  )
  const listed = [...read("docs/adapters.md").matchAll(/^\| `(\w+Contract)` \|/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set(suites))
})
