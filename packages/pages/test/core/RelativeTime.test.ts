import * as DateTime from "effect/DateTime"
import { describe, expect, test } from "vitest"
import * as RelativeTime from "../../src/core/RelativeTime.ts"
import { english } from "../../src/language/PageLanguage.ts"

const now = DateTime.unsafeMake("2026-11-21T12:00:00Z")
const hours = (count: number) => count * 3_600_000

describe("RelativeTime", () => {
  test.each([
    [0, "just now"],
    [-5_000, "just now"],
    [59_999, "just now"],
    [60_000, "1 minute ago"],
    [3_599_999, "59 minutes ago"],
    [3_600_000, "1 hour ago"],
    [hours(24) - 1, "23 hours ago"],
    [hours(24), "yesterday"],
    [hours(26), "yesterday"],
    [hours(36), "yesterday"],
    [hours(36) + 1, "2 days ago"],
    [hours(47), "2 days ago"],
    [hours(2 * 24), "2 days ago"],
    [hours(29 * 24), "29 days ago"],
    [hours(30 * 24), "on 22 October 2026"]
  ])("formats %i ms ago as %s", (passed, text) => {
    const then = DateTime.subtract(now, { millis: passed })
    expect(RelativeTime.format(english.texts, then, now)).toBe(text)
  })

  test("makes an element with the exact time for programs and as a tooltip", () => {
    const then = DateTime.unsafeMake("2026-11-21T11:00:00Z")
    expect(RelativeTime.time(english.texts, then, now).source).toBe(
      '<time datetime="2026-11-21T11:00:00.000Z" title="2026-11-21 11:00 UTC">1 hour ago</time>'
    )
  })
})
