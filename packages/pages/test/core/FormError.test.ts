import { codes, problem, statusOf, userTextOf } from "@latchkey/http/core/Problem"
import { describe, expect, test } from "vitest"
import * as FormError from "../../src/core/FormError.ts"
import { english } from "../../src/language/PageLanguage.ts"
import { acme } from "../support/samples.ts"

describe("FormError", () => {
  test.each(codes)("has the status and the user text of the catalogue: %s", (code) => {
    const { fields, status, text } = FormError.of(english, problem(code), undefined)
    expect(status).toBe(statusOf(code))
    const texts = Object.keys(fields).length === 0 ? [text] : Object.values(fields)
    expect(texts).toEqual([userTextOf(problem(code))])
  })

  test.each([
    [1, "1 second"],
    [89, "89 seconds"],
    [90, "2 minutes"],
    [900, "15 minutes"]
  ])("says when to try again after %i seconds, in the text and in a header", (retryAfterSeconds, wait) => {
    const { headers, text } = FormError.of(english, problem("signin_rate_limited", { retryAfterSeconds }), acme)
    expect(text).toBe(`Too many sign-in attempts. Try again in ${wait}.`)
    expect(headers).toEqual({ "retry-after": String(retryAfterSeconds) })
  })

  test("names the invalid fields under a heading", () => {
    const errors = [
      { field: "email", reason: "Enter your email address." },
      { field: "currentPassword", reason: "Enter your current password." }
    ]
    expect(FormError.of(english, problem("invalid_request", { errors }), acme)).toMatchObject({
      text: "There is a problem",
      fields: { email: "Enter your email address.", currentPassword: "Enter your current password." }
    })
  })

  test("has no field for a problem with the whole body", () => {
    const error = FormError.of(
      english,
      problem("invalid_request", { errors: [{ field: "body", reason: "is not UTF-8" }] }),
      acme
    )
    expect([error.text, error.fields]).toEqual(["There is a problem with what you entered.", {}])
  })

  test("explains what a password lacks, unless the policy is unknown", () => {
    const weak = problem("password_too_short", { violations: ["too_short"] })
    expect(FormError.of(english, weak, acme).fields).toEqual({
      password: "Your password must include at least 8 characters."
    })
    const ruled = problem("password_too_short", { violations: ["custom"], reasons: ["It contains your name."] })
    expect(FormError.of(english, ruled, acme).fields).toEqual({ password: "It contains your name." })
    expect(FormError.of(english, weak, undefined)).toMatchObject({ text: userTextOf(weak), fields: {} })
  })
})
