import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import * as Errors from "@latchkey/test-support/domainErrors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import { languages } from "../../src/dashboard/core/DashboardLanguage.ts"
import * as SignInChart from "../../src/dashboard/audit/SignInChart.ts"
import { byHour, sum, totals } from "../../src/dashboard/audit/SignInOutcomes.ts"

const now = DateTime.unsafeMake("2026-03-05T14:25:00Z")
const hourAt = (hours: number) => DateTime.subtract(DateTime.startOf(now, "hour"), { hours })
const count = (attempt: string, outcome: string, hours = 0, count = 1): AttemptCount => ({
  instanceId: defaultId,
  hour: hourAt(hours),
  attempt,
  outcome,
  count
})

describe("SignInOutcomes", () => {
  it("contains the last 24 hours and the current one", () => {
    const hours = byHour(
      [count("sign_in", "ok", 24, 5), count("sign_in", "ok", 0, 7), count("sign_in", "ok", 25, 9)],
      now
    )
    assert.strictEqual(hours.length, 25)
    assert.deepStrictEqual(
      [hours[0], hours[24]].map((hour) => hour?.counts["signed in"]),
      [5, 7]
    )
    assert.strictEqual(totals(hours)["signed in"], 12)
  })

  it.each([
    ["ok", "signed in"],
    ["InvalidCredentials", "rejected"],
    ["InvalidToken", "rejected"],
    ["EmailTaken", "rejected"],
    ["PasswordRejected", "rejected"],
    ["MagicLinkDisabled", "rejected"],
    ["RateLimited", "rate limited"],
    ["PersistenceError", "failed"],
    ["HasherOverloaded", "failed"],
    ["CredentialsChanged", "failed"],
    ["interrupted", "failed"],
    ["defect", "failed"],
    ["SomethingNew", "failed"]
  ] as const)("counts the outcome %s as %s", (outcome, group) => {
    assert.strictEqual(totals(byHour([count("sign_in", outcome)], now))[group], 1)
  })

  it("uses the names of the domain's errors", () => {
    for (const name of ["InvalidCredentials", "InvalidToken", "EmailTaken", "PasswordRejected", "RateLimited"]) {
      assert.property(Errors, name)
    }
  })

  it("counts each sign-in once, and nothing else", () => {
    const counts = [
      ...["sign_up", "sign_up_verify", "sign_in", "magic_link_verify", "magic_link_code", "password_reset"].map(
        (attempt) => count(attempt, "ok")
      ),
      ...["magic_link_verify", "password_reset"].map((attempt) => count(attempt, "ConfirmationNeeded")),
      count("sign_up", "VerificationNeeded"),
      ...["magic_link_request", "password_reset_request", "sign_out_all", "password_set"].map((attempt) =>
        count(attempt, "ok")
      )
    ]
    const hours = byHour(counts, now)
    assert.strictEqual(
      hours.map(sum).reduce((a, b) => a + b),
      6
    )
  })
})

describe("SignInChart", () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [99, 100],
    [100, 100],
    [101, 200],
    [5001, 10_000]
  ])("ends its scale for %d at %d", (value, top) => assert.strictEqual(SignInChart.ceiling(value), top))

  it("draws a bar for each outcome of an hour, within its height", () => {
    const { source } = SignInChart.view(
      languages[0],
      byHour(
        [count("sign_in", "ok", 0, 900), count("sign_in", "RateLimited", 0, 1), count("sign_in", "defect", 3, 2)],
        now
      )
    )
    const [drawing = ""] = source.split("</svg>", 1)
    const bars = [...drawing.matchAll(/<rect class="edge-(\S+)" .*? x="\d+" y="([\d.]+)" height="([\d.]+)"/g)]
    assert.deepStrictEqual(
      bars.map(([, outcome]) => outcome),
      ["failed", "signed-in", "rate-limited"]
    )
    for (const [, , y, height] of bars) {
      assert.isAtLeast(Number(y), 0)
      assert.isAtLeast(Number(height), 1.5)
      assert.isAtMost(Number(y) + Number(height), 161.5)
    }
    assert.include(source, "<title>14:00 UTC: 900 signed in, 0 rejected, 1 rate limited, 0 failed</title>")
  })

  it("summarizes a day without sign-ins in words, and draws nothing", () => {
    const { source } = SignInChart.view(languages[0], byHour([], now))
    assert.include(source, "0 signed in, 0 rejected, 0 rate limited, 0 failed.")
    assert.notInclude(source, "<svg")
  })
})
