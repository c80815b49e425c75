import { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import type { AuditId } from "@latchkey/domain/core/Ids"
import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { pageOf } from "../../src/audit/AuditPage.ts"
import { reasonOf } from "../../src/mail/EmailDeliveriesPage.ts"
import { tryOut } from "../../src/instance/PasswordTrial.ts"
import * as Words from "../../src/operator/Words.ts"

const at = DateTime.unsafeMake("2026-03-05T04:07:09Z")

describe("Words", () => {
  it("tell a time, for people and for programs", () => {
    assert.strictEqual(Words.time(at).source, '<time datetime="2026-03-05T04:07:09.000Z">5 Mar 2026, 04:07 UTC</time>')
  })

  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1_234_567, "1,234,567"]
  ])("tell %d as %s", (value, text) => assert.strictEqual(Words.number(value), text))

  it.each([
    [1, "1 second"],
    [90, "1 minute 30 seconds"],
    [86_400, "1 day"],
    [2_592_000, "30 days"],
    [129_600, "1 day 12 hours"]
  ])("tell %d seconds as %s", (seconds, text) => assert.strictEqual(Words.duration(seconds), text))

  it("tell why a mail is late, with the provider's own name, and escape it", () => {
    const because = (reason: string, detail?: string) =>
      Option.map(reasonOf({ reason: Option.some(reason), detail: Option.fromNullable(detail) }), ({ source }) => source)
    assert.deepStrictEqual(because("no_answer"), Option.some("the provider did not answer in time"))
    assert.deepStrictEqual(because("refused", "<b>"), Option.some("the provider refused it (<code>&lt;b&gt;</code>)"))
    assert.deepStrictEqual(because("something_new"), Option.some("something_new"))
    assert.isTrue(Option.isNone(reasonOf({ reason: Option.none(), detail: Option.none() })))
  })

  it("tell every rule that a password breaks, and never the password", () => {
    const policy = { ...defaultPolicy, minLength: 10, requireNumber: true, requireSpecial: true }
    assert.deepStrictEqual(tryOut(policy, "Passwor"), [
      "It is too short: at least 10 characters are needed.",
      "It has no digit.",
      "It has no special character."
    ])
    assert.deepStrictEqual(tryOut(policy, "Passwor-d 1"), [])
    assert.deepStrictEqual(tryOut(policy, "\0"), ["It holds characters that are not allowed."])
  })
})

describe("A page of the audit log", () => {
  const entry = (index: number, length: number) =>
    new AuditEntry({
      id: `audit_01980000-0000-7000-8000-${String(index).padStart(12, "0")}` as AuditId,
      at,
      actor: "program",
      action: "instance_updated",
      instanceId: Option.none(),
      userId: Option.none(),
      detail: "x".repeat(length)
    })
  const entries = (count: number, length: number) => Array.from({ length: count }, (_, index) => entry(index, length))

  it.each([
    [51, 10, 50],
    [7, 10, 7],
    [51, 2000, 3],
    [2, 7000, 1],
    [0, 0, 0]
  ])("of %d lines of %d characters has %d", (count, length, shown) =>
    assert.strictEqual(pageOf(entries(count, length)).length, shown)
  )
})
