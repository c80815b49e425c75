import { assert, describe, it } from "@effect/vitest"
import { parse } from "@latchkey/domain/magic-link/SignInCode"
import * as Option from "effect/Option"

describe("SignInCode.parse", () => {
  it.each([
    "492817",
    " 492817\n",
    "492 817",
    "49-28-17",
    "492\u2013817",
    "4 9 2 8 1 7",
    "492\u00a0817",
    "\u200b492817\u2060",
    "\uff14\uff19\uff12\uff18\uff11\uff17"
  ])("ignores spaces, dashes and invisible characters, and accepts full-width digits: %j", (text) => {
    assert.deepStrictEqual(Option.getOrNull(parse(text)) as string | null, "492817")
  })

  it.each([
    "",
    " ",
    "49281",
    "4928170",
    "49281a",
    "492.817",
    "4928l7",
    "+492817",
    "0x7851",
    "٤٩٢٨١",
    "٤٩٢.٨١٧",
    "四九二八一七",
    "Ⅳ92817"
  ])("returns None for anything but six digits: %j", (text) => {
    assert.isTrue(Option.isNone(parse(text)))
  })

  it.each(["٤٩٢٨١٧", "\u202b٤٩٢ ٨١٧\u202c", "۴۹۲۸۱۷", "४९२८१७", "𞥔𞥙𞥒𞥘𞥑𞥗", "٤٩٢817"])(
    "accepts the digits of other scripts: %j",
    (text) => {
      assert.deepStrictEqual(Option.getOrNull(parse(text)) as string | null, "492817")
    }
  )

  it("keeps leading zeros", () => {
    assert.deepStrictEqual(Option.getOrNull(parse("000042")) as string | null, "000042")
  })
})
