/** The audit log as a feed over HTTP. */
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { asAdmin, instances } from "@latchkey/test-support/contract"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"

const path = "/v1/admin/audit-log"

interface Feed {
  readonly entries: ReadonlyArray<{ readonly action: string; readonly detail: string }>
  readonly next: string | null
}

onBothMounts("The audit log", (service) => {
  const read = async (query = "", headers: Record<string, string> = {}) => {
    const reply = await service()
      .browser()
      .get(`${path}${query}`, { ...asAdmin, ...headers })
    return { reply, feed: reply.json as unknown as Feed }
  }

  const change = (name: string) =>
    service()
      .browser()
      .send("PATCH", `${instances}/default`, {
        headers: { ...asAdmin, "content-type": "application/json" },
        body: JSON.stringify({ name })
      })

  /** Returns the cursor after every entry. */
  const end = async () => {
    let after = ""
    while (true) {
      const { feed } = await read(`?limit=100${after}`)
      after = `&after=${feed.next}`
      if (feed.entries.length === 0) return feed.next ?? ""
    }
  }

  test("has what was done, in its order, from a cursor on", async () => {
    await change("One")
    const start = await end()
    await change("Two")
    await change("Three")
    const first = await read(`?limit=1&after=${start}`)
    expect(first.feed.entries).toEqual([
      expect.objectContaining({
        action: "instance_updated",
        actor: "admin_api",
        instanceId: "default",
        userId: null,
        name: "ADMIN_API_KEY",
        detail: 'name="Two" was="One"'
      })
    ])
    const second = await read(`?after=${first.feed.next}`)
    expect(second.feed.entries.map(({ detail }) => detail)).toEqual(['name="Three" was="Two"'])
    expect((await read(`?after=${second.feed.next}`)).feed).toEqual({ entries: [], next: second.feed.next })
  })

  test("refuses a text that is no cursor, and a page that is too large", async () => {
    const { reply } = await read("?after=nonsense")
    expect([reply.status, reply.json["errors"]]).toEqual([
      400,
      [{ field: "after", reason: "is not a cursor of this feed" }]
    ])
    expect((await read("?limit=101")).reply.status).toBe(400)
  })

  test("is 410 cursor_expired once entries after the cursor may have been deleted", async () => {
    await change("Four")
    const next = await end()
    service().advance(60_000)
    await service().run(
      Effect.gen(function* () {
        const { deleteExpired } = yield* AuditLog
        yield* deleteExpired(yield* DateTime.now, 1000)
      })
    )
    const { reply } = await read(`?after=${next}`)
    expect([reply.status, reply.json["code"]]).toEqual([410, "cursor_expired"])
  })

  test("says how long it has waited, and does not wait for what is there", async () => {
    await change("Five")
    const { feed, reply } = await read("?limit=1", { prefer: "wait=120" })
    expect(feed.entries).toHaveLength(1)
    expect(reply.headers["preference-applied"]).toBe("wait=20")
  })
})
