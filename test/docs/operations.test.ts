import { readdirSync } from "node:fs"
import { defaultRateLimits } from "@latchkey/domain/instance/RateLimits"
import * as Rooms from "@latchkey/domain/rooms"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"

const page = read("docs/monitoring.md")

/** The pages for operators. */
const pages = ["email", "deploy", "incidents", "monitoring", "scaling", "troubleshooting"]

// The client counts nothing: its code for an outage begins as a metric does.
const sources = readdirSync(`${root}packages`, { recursive: true, encoding: "utf8" })
  .filter((name) => /^(?!client\/)[^/]+\/src\/.*\.ts$/.test(name))
  .map((name) => read(`packages/${name}`))

const namesIn = (texts: ReadonlyArray<string>, pattern: RegExp): ReadonlyArray<string> =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))].sort()

const metrics = namesIn(sources, /"(latchkey_[a-z_]+)"/g)

describe("docs/monitoring.md", () => {
  it("lists every metric", () => {
    const table = page.slice(page.indexOf("| metric |"), page.indexOf("| alert |"))
    assert.isNotEmpty(metrics)
    assert.deepStrictEqual(namesIn([table], /`(latchkey_[a-z_]+)`/g), metrics)
  })

  it("lists every limit that an instance does not configure, and every attempt", () => {
    const row = (metric: string) => page.split("\n").filter((line) => line.startsWith(`| \`${metric}\``))
    const limits = Rooms.limits.flatMap(({ name }) => (name in defaultRateLimits ? [] : name)).sort()
    assert.include(limits, "emailReportPerIp")
    assert.deepStrictEqual(namesIn(row("latchkey_rate_limit_refused_total"), /`(\w+Per\w+)`/g), limits)
    const attempts = [...Rooms.attempts].sort()
    assert.include(attempts, "sign_in")
    const listed = namesIn(row("latchkey_attempts_total"), /`([a-z_]+)`/g)
    const labels = ["attempt", "latchkey_attempts_total", "ok", "outcome"]
    assert.deepStrictEqual(
      listed.filter((name) => !labels.includes(name)),
      attempts
    )
  })
})

describe("The documentation", () => {
  it.each(pages)("names and queries only metrics that exist: docs/%s.md", (name) => {
    // Prometheus adds these to the name of a histogram.
    const asked = namesIn([read(`docs/${name}.md`)], /\b(latchkey_[a-z_]+?)(?:_count|_sum|_bucket)?\b(?=[`{[ ])/g)
    // Roles of the database, and a code of the client.
    const others = ["latchkey_b", "latchkey_migrations", "latchkey_unavailable"]
    assert.deepStrictEqual(
      asked.filter((name) => !metrics.includes(name) && !others.includes(name)),
      []
    )
  })
})
