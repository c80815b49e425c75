import { createSessionStore, type SessionState, type SessionStoreOptions } from "@latchkey/client/SessionStore"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { found, makeFakeSessionClient, makeFakeWindow, outage, sessionOf } from "./support/fakeSessions.ts"

const ada = sessionOf("sess_ada")
const bob = sessionOf("sess_bob")
const signedOut = { status: "signed-out", session: null, emailVerificationRequired: false }
const signedInAs = (session: typeof ada) => ({ status: "signed-in", session })
const ok = { ok: true, data: { ok: true } } as const

/** A store with a listener, and every state that it was told of. */
const listen = (options: SessionStoreOptions = {}) => {
  const fake = makeFakeSessionClient()
  const store = createSessionStore(fake.client, options)
  const states: Array<SessionState> = []
  const leave = store.subscribe(() => states.push(store.get()))
  leavers.push(leave)
  /** Replies to the newest request. */
  const reply = (result: Parameters<(typeof fake.asked)[number]>[0]) => fake.asked.at(-1)?.(result)
  return { ...fake, store, states, leave, reply }
}
const leavers: Array<() => void> = []

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-01-01T12:00:00.000Z") })
})
afterEach(() => {
  for (const leave of leavers.splice(0)) leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe("A store of sessions", () => {
  test("sends nothing before it has a listener, and then asks once", () => {
    const { asked, client } = makeFakeSessionClient()
    const store = createSessionStore(client)
    expect([store.get().status, asked.length]).toEqual(["loading", 0])
    leavers.push(store.subscribe(() => {}))
    leavers.push(store.subscribe(() => {}))
    expect(asked).toHaveLength(1)
  })

  test("asks once if its only listener leaves and comes back at once, as in React's StrictMode", () => {
    const { asked, leave, store } = listen()
    leave()
    leavers.push(store.subscribe(() => {}))
    expect(asked).toHaveLength(1)
  })

  test("knows what the server has found, and sends nothing", () => {
    const withSession = listen({ initial: ada })
    const without = listen({ initial: null })
    expect([withSession.store.get(), without.store.get()]).toEqual([signedInAs(ada), signedOut])
    expect([withSession.asked.length, without.asked.length]).toEqual([0, 0])
  })

  test("says that the email address has to be verified first", async () => {
    const { reply, store } = listen()
    await reply(found(null, true))
    expect(store.get()).toEqual({ ...signedOut, emailVerificationRequired: true })
    void store.refresh()
    await reply(found(null, false))
    expect(store.get()).toEqual(signedOut)
  })

  test("keeps its state, and tells no listener, if a reply says the same", async () => {
    const { reply, states, store } = listen()
    await reply(found(ada))
    const before = store.get()
    void store.refresh()
    await reply(found({ ...ada }))
    expect(store.get()).toBe(before)
    expect(states).toEqual([signedInAs(ada)])
  })

  test("has no timer, and no channel, without listeners", async () => {
    const close = vi.fn()
    vi.stubGlobal(
      "BroadcastChannel",
      class {
        postMessage() {}
        close = close
      }
    )
    const { leave, reply } = listen()
    await reply(found(ada))
    expect([vi.getTimerCount(), close.mock.calls.length]).toEqual([1, 0])
    leave()
    expect([vi.getTimerCount(), close.mock.calls.length]).toEqual([0, 1])
  })
})

describe("An outage", () => {
  test("keeps the user who was signed in, and tells no listener", async () => {
    const { reply, states, store } = listen({ initial: ada })
    void store.refresh()
    await reply(outage)
    expect(store.get()).toEqual(signedInAs(ada))
    expect(states).toEqual([])
  })

  test("is unavailable, and not signed out, if nothing is known", async () => {
    const { reply, store } = listen()
    await reply(outage)
    expect(store.get()).toEqual({ status: "unavailable", session: null, problem: outage.problem })
  })

  test("keeps a visitor signed out who was", async () => {
    const { reply, store } = listen({ initial: null })
    void store.refresh()
    await reply(outage)
    expect(store.get()).toEqual(signedOut)
  })

  test("is asked about again after 5, 10, 20, 40 and 60 seconds, until there is a reply", async () => {
    const { asked, reply, store } = listen()
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      await reply(outage)
      const before = asked.length
      vi.advanceTimersByTime(seconds * 1_000 - 1)
      expect(asked).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(asked).toHaveLength(before + 1)
    }
    await reply(found(null))
    expect(store.get()).toEqual(signedOut)
    vi.advanceTimersByTime(3_600_000)
    expect(asked).toHaveLength(7)
  })

  test("is not asked about before Latchkey said so", async () => {
    const { asked, reply } = listen()
    await reply({ ...outage, problem: { ...outage.problem, retryAfterSeconds: 90 } })
    vi.advanceTimersByTime(89_999)
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(asked).toHaveLength(2)
  })
})

describe("A reply that is late", () => {
  test("does not bring back the user who has signed out", async () => {
    const { asked, reply, signedOut: signOuts, states, store } = listen({ initial: ada })
    void store.refresh()
    const result = store.signOut()
    await asked[0]?.(found(ada))
    // Sent before Latchkey has signed the user out, and received after it.
    void store.refresh()
    await signOuts[0]?.(ok)
    await reply(found(ada))
    expect(await result).toEqual(ok)
    expect(store.get()).toEqual(signedOut)
    expect(states).toEqual([signedOut])
  })

  test("does not bring back the user before, and resolves with the newest", async () => {
    const { asked, states, store } = listen({ initial: null })
    const first = store.refresh()
    const second = store.refresh()
    await asked[0]?.(found(ada))
    expect(store.get()).toEqual(signedOut)
    await asked[1]?.(found(bob))
    expect(await Promise.all([first, second])).toEqual([signedInAs(bob), signedInAs(bob)])
    expect(states).toEqual([signedInAs(bob)])
  })
})

describe("A sign-out", () => {
  test("that fails keeps the user, returns the problem, and asks who is signed in", async () => {
    const { asked, signedOut: signOuts, store } = listen({ initial: ada })
    const result = store.signOut()
    await signOuts[0]?.(outage)
    expect(await result).toEqual(outage)
    expect(store.get()).toEqual(signedInAs(ada))
    expect(asked).toHaveLength(1)
  })
})

describe("The end of a session", () => {
  test("is asked about a second after its time", async () => {
    const { asked } = listen({ initial: sessionOf("sess_ada", "2026-01-01T13:00:00.000Z") })
    vi.advanceTimersByTime(3_600_999)
    expect(asked).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(asked).toHaveLength(1)
  })

  test("is asked about once a minute if this clock is ahead of Latchkey's", async () => {
    const { asked, reply, store } = listen()
    const old = sessionOf("sess_ada", "2026-01-01T11:00:00.000Z")
    await reply(found(old))
    vi.advanceTimersByTime(59_999)
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await reply(found(old))
    vi.advanceTimersByTime(59_999)
    expect(asked).toHaveLength(2)
    expect(store.get()).toEqual(signedInAs(old))
  })

  test("of a session that lasts longer than a timer can is not asked about now", async () => {
    const { asked } = listen({ initial: sessionOf("sess_ada", "2027-01-01T00:00:00.000Z") })
    vi.advanceTimersByTime(86_400_000)
    expect(asked).toHaveLength(0)
  })
})

describe("A user who comes back to the page", () => {
  test("is a reason to ask, at most every five seconds", async () => {
    const window = makeFakeWindow()
    for (const [name, value] of Object.entries(window.globals)) vi.stubGlobal(name, value)
    const { asked, reply } = listen({ initial: null })
    window.send("focus")
    expect(asked).toHaveLength(0)
    vi.advanceTimersByTime(5_000)
    window.setVisible(true)
    window.send("focus")
    expect(asked).toHaveLength(1)
    await reply(found(null))
    vi.advanceTimersByTime(4_999)
    window.send("focus")
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(1)
    window.send("online")
    expect(asked).toHaveLength(2)
  })

  test("is none while the page is hidden, or without listeners", () => {
    const window = makeFakeWindow()
    for (const [name, value] of Object.entries(window.globals)) vi.stubGlobal(name, value)
    const { asked, leave } = listen({ initial: null })
    vi.advanceTimersByTime(5_000)
    window.setVisible(false)
    window.send("focus")
    expect(asked).toHaveLength(0)
    leave()
    window.setVisible(true)
    expect(asked).toHaveLength(0)
  })

  test("is one at once on a page that the browser has kept", () => {
    const window = makeFakeWindow()
    for (const [name, value] of Object.entries(window.globals)) vi.stubGlobal(name, value)
    const { asked } = listen({ initial: ada })
    window.send("pageshow", { persisted: false })
    expect(asked).toHaveLength(0)
    window.send("pageshow", { persisted: true })
    expect(asked).toHaveLength(1)
  })
})

describe("A store that is held", () => {
  test("keeps its state until it is released, and then asks", async () => {
    const { asked, reply, store } = listen({ initial: null })
    const [first, second] = [store.hold(), store.hold()]
    void store.refresh()
    await reply(found(ada))
    expect(store.get()).toEqual(signedOut)
    void first()
    await reply(found(ada))
    expect(store.get()).toEqual(signedOut)
    const released = second()
    await reply(found(ada))
    expect(await released).toEqual(signedInAs(ada))
    // Once more changes nothing.
    void second()
    store.hold()
    await reply(found(bob))
    expect(store.get()).toEqual(signedInAs(ada))
    expect(asked).toHaveLength(4)
  })
})

describe("Where there is no channel between tabs", () => {
  test.each([
    ["no BroadcastChannel", undefined],
    [
      "one that is forbidden",
      class {
        constructor() {
          throw new DOMException("The operation is insecure.", "SecurityError")
        }
      }
    ]
  ])("a store works alone: %s", async (_, channel) => {
    vi.stubGlobal("BroadcastChannel", channel)
    const { reply, signedOut: signOuts, store } = listen()
    await reply(found(ada))
    expect(store.get()).toEqual(signedInAs(ada))
    void store.signOut()
    await signOuts[0]?.(ok)
    expect(store.get()).toEqual(signedOut)
  })
})
