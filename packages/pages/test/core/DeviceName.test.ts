import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import * as DeviceName from "../../src/core/DeviceName.ts"
import { english } from "../../src/language/PageLanguage.ts"

const gecko = "Gecko/20100101 Firefox/133.0"
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
const blink = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0"

describe("DeviceName", () => {
  test.each([
    ["Firefox on Linux", `Mozilla/5.0 (X11; Linux x86_64; rv:133.0) ${gecko}`],
    ["Safari on iOS", `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${webkit} Version/17.4 Safari/604.1`],
    ["Microsoft Edge on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/131.0.0.0`],
    ["Chrome on Android", `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${blink} Mobile Safari/537.36`],
    ["Unknown device", "curl/8.5.0"],
    ["Unknown device", ""],
    ["Unknown device", "Click here to win/1.0 (now)"],
    ["Unknown device", "(".repeat(256)]
  ])("is %s", (name, userAgent) => {
    expect(DeviceName.nameOf(english, userAgent)).toBe(name)
  })

  test.each<[string, Option.Option<string>, string]>([
    ["Unknown device", Option.none(), "acme/2.1"],
    ["Acme CLI", Option.some("Acme CLI"), `Mozilla/5.0 (X11; Linux x86_64; rv:133.0) ${gecko}`],
    ["Firefox on Linux", Option.some(""), `Mozilla/5.0 (X11; Linux x86_64; rv:133.0) ${gecko}`],
    ["Command line or TV", Option.some(""), "acme/2.1"]
  ])("of a session is %s", (name, deviceName, userAgent) => {
    expect(DeviceName.ofSession(english, { deviceName, userAgent })).toBe(name)
  })
})
