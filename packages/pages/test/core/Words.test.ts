import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as DateTime from "effect/DateTime"
import { describe, expect, test } from "vitest"
import * as Browsers from "../../src/session/DeviceName.ts"
import * as FormError from "../../src/core/FormError.ts"
import * as Policy from "../../src/password/PasswordPolicyText.ts"
import * as Times from "../../src/core/Times.ts"

const now = DateTime.unsafeMake("2026-11-21T12:00:00Z")
const gecko = "Gecko/20100101 Firefox/133.0"
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
const blink = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0"

describe("The words of the pages", () => {
  test.each([
    ["Firefox on Linux", `Mozilla/5.0 (X11; Linux x86_64; rv:133.0) ${gecko}`],
    ["Safari on iOS", `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${webkit} Version/17.4 Safari/604.1`],
    ["Microsoft Edge on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/131.0.0.0`],
    ["Chrome on Android", `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${blink} Mobile Safari/537.36`],
    ["A program or an unknown browser", "curl/8.5.0"],
    ["A program or an unknown browser", ""],
    ["A program or an unknown browser", "Click here to win/1.0 (now)"],
    ["A program or an unknown browser", "(".repeat(256)]
  ])("%s", (words, userAgent) => {
    expect(Browsers.nameOf(userAgent)).toBe(words)
  })

  test.each([
    [0, "just now"],
    [-5_000, "just now"],
    [59_999, "just now"],
    [60_000, "1 minute ago"],
    [3_599_999, "59 minutes ago"],
    [3_600_000, "1 hour ago"],
    [47 * 3_600_000, "47 hours ago"],
    [2 * 86_400_000, "2 days ago"],
    [29 * 86_400_000, "29 days ago"],
    [30 * 86_400_000, "on 22 October 2026"]
  ])("%i ms ago is %s", (passed, words) => {
    const then = DateTime.subtract(now, { millis: passed })
    expect(Times.ago(then, now)).toBe(words)
  })

  test("a time says to machines and to the pointer when it was", () => {
    const then = DateTime.unsafeMake("2026-11-21T11:00:00Z")
    expect(Times.time(then, now).source).toBe(
      '<time datetime="2026-11-21T11:00:00.000Z" title="2026-11-21 11:00 UTC">1 hour ago</time>'
    )
  })

  test("a policy is told as a sentence, and to password managers", () => {
    const strict = { ...defaultPolicy, minLength: 12, requireUppercase: true, requireNumber: true }
    expect(Policy.describe(defaultPolicy)).toBe("At least 8 characters. A few words are fine, with spaces too.")
    expect(Policy.describe(strict)).toBe("At least 12 characters, with an uppercase letter and a digit.")
    expect(Policy.lacks(strict, ["too_short", "uppercase_required", "number_required"])).toBe(
      "This password still needs at least 12 characters, an uppercase letter and a digit."
    )
    expect(Policy.rules(strict)).toBe("minlength: 12; maxlength: 256; required: upper; required: digit")
  })

  test.each([
    [1, "1 second"],
    [89, "89 seconds"],
    [90, "2 minutes"],
    [900, "15 minutes"]
  ])("%i s to wait are %s", (seconds, words) => {
    expect(FormError.wait(seconds)).toBe(words)
  })
})
