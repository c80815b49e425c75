import { AuditEntry, type AuditId } from "@latchkey/domain/audit/AuditLog"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { pageOf } from "../../src/dashboard/audit/AuditPage.ts"
import { detailsOf } from "../../src/dashboard/audit/EntryView.ts"
import { languages } from "../../src/dashboard/core/DashboardLanguage.ts"

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

describe("The details of an entry", () => {
  it.each([
    ['plan="pro" was="free"', "plan was free → pro"],
    ['hosts=["a.example","b.example"] was=[]', "hosts was none → a.example, b.example"],
    ['redirectUrl=null was="https://a.example/"', "redirectUrl was https://a.example/ → none"],
    ['name="<b>\\"A, B\\"</b>"', "name &lt;b&gt;&quot;A, B&quot;&lt;/b&gt;"],
    ['authConfig.magic_link=true was=false, signUp.fields=[{"name":"a"}]', "authConfig.magic_link was false → true"]
  ])("are values as people write them: %s", (detail, text) => {
    const items = detailsOf(languages[0], { detail }).source.split("<li>")
    assert.strictEqual((items[1] ?? "").replace(/<[^>]*>/g, "").trim(), text)
  })
})
