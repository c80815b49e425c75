import { readdirSync } from "node:fs"
import { DeliveryReason } from "@latchkey/domain/mail/MailDeliveryLog"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"

const page = read("docs/operations.md")

const sources = readdirSync(`${root}packages`, { recursive: true, encoding: "utf8" })
  .filter((name) => /^[^/]+\/src\/.*\.ts$/.test(name))
  .map((name) => read(`packages/${name}`))

const namesIn = (texts: ReadonlyArray<string>, pattern: RegExp): ReadonlyArray<string> =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))].sort()

describe("docs/operations.md", () => {
  it("lists every metric and queries only metrics that exist", () => {
    const metrics = namesIn(sources, /"(latchkey_[a-z_]+)"/g)
    const table = page.slice(page.indexOf("| metric |"), page.indexOf("| alert |"))
    assert.isNotEmpty(metrics)
    assert.deepStrictEqual(namesIn([table], /`(latchkey_[a-z_]+)`/g), metrics)
    // Prometheus adds these to the name of a histogram.
    const asked = namesIn([page], /\b(latchkey_[a-z_]+?)(?:_count|_sum|_bucket)?\b(?=[`{[ ])/g)
    const others = ["latchkey_b"]
    assert.deepStrictEqual(
      asked.filter((name) => !metrics.includes(name) && !others.includes(name)),
      []
    )
  })

  it("explains every reason for a delayed, failed or discarded email", () => {
    const rows = page.slice(page.indexOf("| reason |")).split("\n\n")[0] ?? ""
    assert.deepStrictEqual(namesIn([rows], /^\| `([a-z_]+)`/gm), [...DeliveryReason.literals].sort())
  })
})
