import { assert, describe, it } from "@effect/vitest"
import { Timestamp, TimestampFromMillis } from "@latchkey/domain/core/Timestamp"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const decode = (text: string) => Option.getOrNull(Option.map(Schema.decodeOption(Timestamp)(text), DateTime.formatIso))

describe("A time as other programs write it", () => {
  it.each([
    ["2026-11-27T10:11:12.345Z", "2026-11-27T10:11:12.345Z"],
    ["2026-11-27", "2026-11-27T00:00:00.000Z"],
    ["2026-11-27T10:11", "2026-11-27T10:11:00.000Z"],
    ["2026-11-27 10:11:12.345678+00", "2026-11-27T10:11:12.345Z"],
    ["2026-11-27T10:11:12,5+0530", "2026-11-27T04:41:12.500Z"],
    ["2026-11-27t10:11:12z", "2026-11-27T10:11:12.000Z"],
    ["2026-11-27 10:11:12 UTC", "2026-11-27T10:11:12.000Z"],
    ["2026-11-27 10:11:12 +0000 UTC", "2026-11-27T10:11:12.000Z"],
    ["2026-11-27T00:30:00+01:00", "2026-11-26T23:30:00.000Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["0099-12-31T23:59:59-00:00", "0099-12-31T23:59:59.000Z"],
    ["9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999Z"]
  ])("%s is read as %s", (text, expected) => {
    assert.strictEqual(decode(text), expected)
  })

  it.each([
    "2024-02-30T00:00:00Z",
    "2023-02-29",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-10T00:00:00Z",
    "2026-01-00",
    "2026-01-01T24:00:01Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:00+24:00",
    "0000-01-01T00:00:00Z",
    "0000-12-31T23:59:59Z",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "10000-01-01T00:00:00Z",
    "+010000-01-01T00:00:00Z",
    "-000001-01-01T00:00:00Z",
    "+275760-09-13T00:00:00.000Z",
    "infinity",
    "now",
    "1795773600",
    "27.11.2026",
    "2026-11-27T10:00:00Z\n",
    ""
  ])("%j is refused", (text) => {
    assert.isNull(decode(text))
  })

  it.each([253_402_300_800_000, -62_135_596_800_001, 8.64e15, -8.64e15, Number.MAX_VALUE])(
    "is refused as %s milliseconds",
    (millis) => {
      assert.isTrue(Option.isNone(Schema.decodeOption(TimestampFromMillis)(millis)))
    }
  )

  it("is encoded in UTC, with milliseconds", () => {
    assert.strictEqual(Schema.encodeSync(Timestamp)(DateTime.unsafeMake(0)), "1970-01-01T00:00:00.000Z")
  })
})
