/** The feed of events over HTTP. */
import { EventLog } from "@latchkey/domain/event/EventLog"
import { asAdmin, instances, newEmail, password, signIn, signUp } from "@latchkey/test-support/contract"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"

const path = `${instances}/default/events`

interface Feed {
  readonly events: ReadonlyArray<{ readonly type: string; readonly userId: string; readonly data: object }>
  readonly next: string | null
}

onBothMounts("The feed of events", (service) => {
  const read = async (query = "", headers: Record<string, string> = {}) => {
    const reply = await service()
      .browser()
      .get(`${path}${query}`, { ...asAdmin, ...headers })
    return { reply, feed: reply.json as unknown as Feed }
  }

  /** Returns the cursor after everything that has happened. */
  const end = async () => {
    let after = ""
    while (true) {
      const { feed } = await read(`?limit=100${after}`)
      after = `&after=${feed.next}`
      if (feed.events.length === 0) return feed.next ?? ""
    }
  }

  const signedUp = async () => {
    const email = newEmail()
    const { json } = await service().browser().post(signUp, { email, password })
    return { email, userId: String(json["userId"]) }
  }

  test("has a sign-up and a sign-in in their order, with the user and nothing secret", async () => {
    await signedUp()
    const start = await end()
    const { email, userId } = await signedUp()
    await service().browser().post(signIn, { email, password })
    const { feed, reply } = await read(`?after=${start}`)
    expect(feed.events.map(({ type, userId }) => [type, userId])).toEqual([
      ["user.created", userId],
      ["session.created", userId],
      ["session.created", userId]
    ])
    const shown = await service().browser().get(`${instances}/default/users/${userId}`, asAdmin)
    expect(feed.events[2]?.data).toMatchObject({ user: shown.json, session: { methods: ["password"] } })
    expect(reply.text).not.toMatch(/argon2|hash|token/i)
    expect((await read(`?after=${feed.next}`)).feed).toEqual({ events: [], next: feed.next })
  })

  test("has a page of a size and of a type", async () => {
    await signedUp()
    const { feed } = await read("?limit=1&type=session.created")
    expect(feed.events.map(({ type }) => type)).toEqual(["session.created"])
    expect((await read("?limit=101")).reply.status).toBe(400)
    expect((await read("?type=user.unknown")).reply.status).toBe(400)
  })

  test("refuses a cursor of another instance and a text that is none, without its value", async () => {
    await signedUp()
    const next = await end()
    const { id } = await service().instances((directory) => directory.create({ name: "Globex" }))
    const other = await service().browser().get(`${instances}/${id}/events?after=${next}`, asAdmin)
    for (const { json } of [other, (await read("?after=nonsense")).reply]) {
      expect(json).toMatchObject({
        code: "invalid_request",
        errors: [{ field: "after", reason: "is not a cursor of this feed" }]
      })
    }
  })

  test("is 410 cursor_expired once events after the cursor were deleted", async () => {
    await signedUp()
    const next = await end()
    await signedUp()
    await end()
    service().advance(60_000)
    await service().run(
      Effect.gen(function* () {
        const { deleteExpired } = yield* EventLog
        yield* deleteExpired(yield* DateTime.now, 1000)
      })
    )
    const { reply } = await read(`?after=${next}`)
    expect([reply.status, reply.json["code"]]).toEqual([410, "cursor_expired"])
  })

  test("says how long it has waited, and does not wait for what is there", async () => {
    await signedUp()
    const { feed, reply } = await read("?limit=1", { prefer: "respond-async, wait=120" })
    expect(feed.events).toHaveLength(1)
    expect(reply.headers["preference-applied"]).toBe("wait=20")
    expect((await read("?limit=1", { prefer: "wait=soon" })).reply.headers["preference-applied"]).toBeUndefined()
  })
})
