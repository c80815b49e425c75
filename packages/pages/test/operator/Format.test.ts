import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import * as Format from "../../src/dashboard/core/Format.ts"

const english = Format.make("en-GB")
const at = DateTime.unsafeMake("2026-03-05T04:07:09Z")

describe("Format", () => {
  it("makes a time that people and programs can read", () => {
    const { source } = english.time(at)
    assert.strictEqual(source, '<time datetime="2026-03-05T04:07:09.000Z">5 Mar 2026, 04:07 UTC</time>')
  })

  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1_234_567, "1,234,567"]
  ])("formats the number %d as %s", (value, text) => assert.strictEqual(english.number(value), text))

  it.each([
    [1, "1 second"],
    [90, "1 minute 30 seconds"],
    [86_400, "1 day"],
    [2_592_000, "30 days"],
    [129_600, "1 day 12 hours"]
  ])("formats %d seconds as %s", (seconds, text) => assert.strictEqual(english.duration(seconds), text))
})
