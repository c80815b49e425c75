import { AuditEntry, type AuditId } from "@latchkey/domain/audit/AuditLog"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { pageOf } from "../../src/dashboard/audit/AuditPage.ts"

describe("A page of the audit log", () => {
  const entry = (index: number, length: number) =>
    new AuditEntry({
      id: `audit_01980000-0000-7000-8000-${String(index).padStart(12, "0")}` as AuditId,
      at: DateTime.unsafeMake("2026-03-05T04:07:09Z"),
      actor: "program",
      action: "instance_updated",
      instanceId: Option.none(),
      userId: Option.none(),
      operatorSessionId: Option.none(),
      ipAddress: Option.none(),
      detail: "x".repeat(length)
    })
  const entries = (count: number, length: number) => Array.from({ length: count }, (_, index) => entry(index, length))

  it.each([
    [51, 10, 50],
    [7, 10, 7],
    [51, 2000, 3],
    [2, 7000, 1],
    [0, 0, 0]
  ])("of %d entries with %d characters each contains %d", (count, length, contained) =>
    assert.strictEqual(pageOf(entries(count, length)).length, contained)
  )
})
