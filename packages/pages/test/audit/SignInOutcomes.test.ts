import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import * as Errors from "@latchkey/domain/core/Errors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import * as Chart from "../../src/audit/Chart.ts"
import { byHour, sum, totals } from "../../src/audit/SignInOutcomes.ts"

const now = DateTime.unsafeMake("2026-03-05T14:25:00Z")
const hourAt = (hours: number) => DateTime.subtract(DateTime.startOf(now, "hour"), { hours })
const count = (attempt: string, outcome: string, hours = 0, count = 1): AttemptCount => ({
  instanceId: defaultId,
  hour: hourAt(hours),
  attempt,
  outcome,
  count
})

describe("The sign-ins of a day", () => {
  it("are 24 hours and the one that has begun", () => {
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
    ["InvalidCredentials", "refused"],
    ["InvalidToken", "refused"],
    ["EmailTaken", "refused"],
    ["PasswordRejected", "refused"],
    ["MagicLinkDisabled", "refused"],
    ["RateLimited", "limited"],
    ["PersistenceError", "failed"],
    ["HasherOverloaded", "failed"],
    ["CredentialsChanged", "failed"],
    ["interrupted", "failed"],
    ["defect", "failed"],
    ["SomethingNew", "failed"]
  ] as const)("that ended %s were %s", (outcome, word) => {
    assert.strictEqual(totals(byHour([count("sign_in", outcome)], now))[word], 1)
  })

  it("uses the names that the errors have", () => {
    for (const name of ["InvalidCredentials", "InvalidToken", "EmailTaken", "PasswordRejected", "RateLimited"]) {
      assert.property(Errors, name)
    }
  })

  it("count what makes a session, once", () => {
    const counts = [
      ...["sign_up", "sign_in", "magic_link_verify"].map((attempt) => count(attempt, "ok")),
      count("magic_link_verify", "ConfirmationNeeded"),
      ...["magic_link_request", "sign_out_all", "password_set"].map((attempt) => count(attempt, "ok"))
    ]
    const hours = byHour(counts, now)
    assert.strictEqual(
      hours.map(sum).reduce((a, b) => a + b),
      3
    )
  })
})

describe("The chart", () => {
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
  ])("ends its scale above %d at %d", (value, top) => assert.strictEqual(Chart.ceiling(value), top))

  it("draws a part for each outcome of an hour, within its height", () => {
    const { source } = Chart.view(
      byHour(
        [count("sign_in", "ok", 0, 900), count("sign_in", "RateLimited", 0, 1), count("sign_in", "defect", 3, 2)],
        now
      )
    )
    const [drawn = ""] = source.split("</svg>", 1)
    const parts = [...drawn.matchAll(/<rect class="edge-(\S+)" .*? x="\d+" y="([\d.]+)" height="([\d.]+)"/g)]
    assert.deepStrictEqual(
      parts.map(([, outcome]) => outcome),
      ["failed", "signed-in", "limited"]
    )
    for (const [, , y, height] of parts) {
      assert.isAtLeast(Number(y), 0)
      assert.isAtLeast(Number(height), 1.5)
      assert.isAtMost(Number(y) + Number(height), 161.5)
    }
    assert.include(source, "<title>14:00 UTC: 900 signed in, 0 refused, 1 limited, 0 failed</title>")
  })

  it("says in words that nothing happened, and draws nothing", () => {
    const { source } = Chart.view(byHour([], now))
    assert.include(source, "0 signed in, 0 refused, 0 limited, 0 failed.")
    assert.notInclude(source, "<svg")
  })
})
