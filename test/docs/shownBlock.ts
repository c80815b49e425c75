import { writeFileSync } from "node:fs"
import { read, root } from "@latchkey/test-support/files"
import { assert } from "vitest"

/** Checks that a page of the documentation shows `shown` where `block` matches. `UPDATE_DOCS=1` writes it. */
export const checkShown = (path: string, block: RegExp, shown: string): void => {
  const page = read(path)
  assert.match(page, block)
  if (process.env["UPDATE_DOCS"] === "1")
    writeFileSync(
      `${root}${path}`,
      page.replace(block, () => shown)
    )
  else assert.strictEqual(block.exec(page)?.[0], shown, "run this test with UPDATE_DOCS=1")
}
