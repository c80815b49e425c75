import { assert, describe, it } from "@effect/vitest"
import { Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Format from "../../src/dashboard/core/Format.ts"
import * as TimeZone from "../../src/dashboard/core/TimeZone.ts"

const english = Format.make("en-GB")
const { time } = english

const winter = DateTime.unsafeMake("2026-01-31T23:30:00Z")
const summer = DateTime.unsafeMake("2026-07-31T23:30:00Z")

const shown = (part: Fragment, zone: string) =>
  [...TimeZone.localize(english, part, TimeZone.parse(zone)).source.matchAll(/>([^<]+)</g)].map(([, text]) => text)

describe("A time zone", () => {
  it("has the times of summer and of winter", () => {
    const times = html`<p>${time(winter)}${time(summer)}</p>`
    assert.deepStrictEqual(shown(times, "Europe/Berlin"), ["1 Feb 2026, 00:30", "1 Aug 2026, 01:30"])
    assert.deepStrictEqual(shown(times, "Asia/Kolkata"), ["1 Feb 2026, 05:00", "1 Aug 2026, 05:00"])
    assert.deepStrictEqual(shown(times, "America/New_York"), ["31 Jan 2026, 18:30", "31 Jul 2026, 19:30"])
  })

  it("keeps UTC as the title of a time", () => {
    const { source } = TimeZone.localize(english, time(winter), TimeZone.parse("Europe/Berlin"))
    assert.strictEqual(
      source,
      '<time datetime="2026-01-31T23:30:00.000Z" title="31 Jan 2026, 23:30 UTC">1 Feb 2026, 00:30</time>'
    )
  })

  it.each(["", "Nowhere/Land", "../etc/passwd", "Europe/Berlin\u0000", "<script>", "+25:00", "x".repeat(65)])(
    "is none for a text that is no name of one: %s",
    (text) => {
      assert.isTrue(Option.isNone(TimeZone.parse(text)))
      assert.deepStrictEqual(shown(time(winter), text), ["31 Jan 2026, 23:30 UTC"])
    }
  )
})
