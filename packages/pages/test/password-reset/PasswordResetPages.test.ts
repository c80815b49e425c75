import { problem } from "@latchkey/http/core/Problem"
import { describe, expect, test } from "vitest"
import { english } from "../../src/language/PageLanguage.ts"
import * as PasswordResetPages from "../../src/password-reset/PasswordResetPages.ts"
import { acme } from "../support/samples.ts"
import { visible } from "../support/visible.ts"

describe("PasswordResetPages.rejected", () => {
  test.each([
    ["forbidden_origin", "To set a new password, open the link from the email."],
    ["magic_link_disabled", "We can't send emails at the moment, so you can't set a new password."]
  ] as const)("speaks of the new password, not of sign-in: %s", (code, text) => {
    const page = PasswordResetPages.rejected(
      { language: english, instance: acme, prefix: "", returnUrl: "" },
      problem(code)
    )
    const main = visible(page.body.source)
    expect(main).toContain(text)
    expect(main).not.toMatch(/to sign in|with your password/i)
  })
})
