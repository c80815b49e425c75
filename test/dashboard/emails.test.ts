import type { SenderRecord } from "@latchkey/domain/mail/SenderRecords"
import * as SenderRecords from "@latchkey/domain/mail/SenderRecords"
import { quickCrypto, start } from "@latchkey/test-support/HttpService"
import { signedIn } from "@latchkey/test-support/operator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, onTestFinished, test } from "vitest"

const path = "/dashboard/instances/default/emails"

const pageWith = async (records: ReadonlyArray<SenderRecord>) => {
  const examined = SenderRecords.layer(Effect.succeed(Effect.succeed(records)))
  const service = await start({ crypto: Layer.merge(quickCrypto, examined) })
  onTestFinished(() => service.stop())
  const operator = await signedIn(service)
  return (await operator.get(path)).text
}

describe("The sender's domain on the page of emails", () => {
  test("shows what was found, and the records to add, as text", async () => {
    const toAdd = [{ name: "_dmarc.example.com", type: "TXT" as const, value: "v=DMARC1; p=none" }]
    const page = await pageWith([
      { kind: "SPF", state: "ok", detail: "example.com has <b>", toAdd: [] },
      { kind: "DKIM", state: "unknown", detail: "cannot be checked from here", toAdd: [] },
      { kind: "DMARC", state: "problem", detail: "example.com has no record", toAdd }
    ])
    expect(page).toContain("example.com has &lt;b&gt;")
    expect(page).toMatch(/DKIM<\/span>[\s\S]*?<span class="tag plain">not checked</)
    expect(page).toContain("Add <code>_dmarc.example.com</code> TXT <code>v=DMARC1; p=none</code>")
  })

  test("is left out if nothing was examined", async () => {
    expect(await pageWith([])).not.toContain("Sender's domain")
  })
})
