import { createClient } from "@latchkey/client"
import { createSessionStore, type SessionClient, type SessionState } from "@latchkey/client/SessionStore"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { newEmail, password } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { dataOf } from "@latchkey/test-support/results"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { makeCookieFetch } from "./support/cookieFetch.ts"

describe("A store of sessions, with a service", () => {
  const storage = makeInterceptedStorage()
  const leavers: Array<() => void> = []
  let service: Service
  beforeAll(async () => {
    service = await start({ storage: storage.layer })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(async () => {
    storage.reset()
    for (const leave of leavers.splice(0)) leave()
    await service.instances((instances) =>
      instances.update(defaultId, { sessionConfig: { requireVerifiedEmail: false } })
    )
  })

  /** A browser, and the status of each reply that it gets. */
  const openBrowser = () => {
    const { fetch } = makeCookieFetch()
    const statuses: Array<number> = []
    const client = createClient({
      baseUrl: service.origin,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        statuses.push(response.status)
        return response
      }
    })
    /** Opens a tab: a store that a page listens to. */
    const openTab = (own: SessionClient = client) => {
      const store = createSessionStore(own)
      const states: Array<SessionState> = []
      leavers.push(store.subscribe(() => states.push(store.get())))
      return { store, states, email: () => store.get().session?.email }
    }
    return { client, openTab, statuses }
  }
  const status = (tab: { readonly store: { readonly get: () => SessionState } }) =>
    expect.poll(() => tab.store.get().status)
  const credentials = () => ({ email: newEmail(), password })

  test("a visitor is signed out, and no reply is an error", async () => {
    const { openTab, statuses } = openBrowser()
    const tab = openTab()
    await status(tab).toBe("signed-out")
    expect(tab.states).toHaveLength(1)
    expect(statuses).toEqual([200])
  })

  test("a sign-in and a sign-out in one tab show in the other", async () => {
    const { client, openTab } = openBrowser()
    const [one, other] = [openTab(), openTab()]
    await status(other).toBe("signed-out")
    const own = credentials()
    dataOf(await client.signUp(own))
    await one.store.refresh()
    await expect.poll(other.email).toBe(own.email)
    dataOf(await other.store.signOut())
    await status(one).toBe("signed-out")
    expect(dataOf(await client.findSession()).session).toBeNull()
    expect(one.states.map((state) => state.status)).toEqual(["signed-out", "signed-in", "signed-out"])
  })

  test("another user in one tab is another user in the other", async () => {
    const { client, openTab } = openBrowser()
    const [ada, bob] = [credentials(), credentials()]
    dataOf(await client.signUp(ada))
    const [one, other] = [openTab(), openTab()]
    await expect.poll(other.email).toBe(ada.email)
    dataOf(await client.signUp(bob))
    await one.store.refresh()
    await expect.poll(other.email).toBe(bob.email)
  })

  test("a page that comes back from a sign-in elsewhere tells the other tabs", async () => {
    const { client, openTab } = openBrowser()
    const other = openTab()
    await status(other).toBe("signed-out")
    dataOf(await client.signUp(credentials()))
    openTab()
    await status(other).toBe("signed-in")
  })

  test("a tab of another Latchkey is never signed in, or out, by what it hears", async () => {
    const [here, there] = [openBrowser(), openBrowser()]
    dataOf(await here.client.signUp(credentials()))
    const elsewhere = there.openTab()
    await status(elsewhere).toBe("signed-out")
    const before = there.statuses.length
    const tab = here.openTab()
    await status(tab).toBe("signed-in")
    await expect.poll(() => there.statuses.length).toBeGreaterThan(before)
    await tab.store.refresh()
    expect(elsewhere.store.get().status).toBe("signed-out")
    // Each hears what the other has learned once, and does not answer it.
    expect(here.statuses.length + there.statuses.length).toBeLessThan(8)
    dataOf(await there.client.signUp(credentials()))
    await elsewhere.store.refresh()
    await tab.store.signOut()
    const asked = there.statuses.length
    await expect.poll(() => there.statuses.length).toBeGreaterThan(asked)
    await elsewhere.store.refresh()
    expect(elsewhere.states.map((state) => state.status)).toEqual(["signed-out", "signed-in"])
  })

  test("a sign-out in one tab shows in the other although Latchkey does not respond there", async () => {
    const { client, openTab } = openBrowser()
    dataOf(await client.signUp(credentials()))
    let isDown = false
    const other = openTab({
      ...client,
      findSession: async () =>
        isDown ? { ok: false, problem: { code: "network_error", cause: undefined } } : client.findSession()
    })
    const one = openTab()
    await status(other).toBe("signed-in")
    await status(one).toBe("signed-in")
    isDown = true
    dataOf(await one.store.signOut())
    await status(other).toBe("signed-out")
  })

  test("an outage keeps the user, and a page that is opened meanwhile is unavailable until it is over", async () => {
    const { client, openTab } = openBrowser()
    const own = credentials()
    dataOf(await client.signUp(own))
    const tab = openTab()
    await expect.poll(tab.email).toBe(own.email)
    storage.bringDown()
    expect((await tab.store.refresh()).session?.email).toBe(own.email)
    const late = openTab()
    await status(late).toBe("unavailable")
    expect(late.store.get()).toMatchObject({ problem: { code: "service_unavailable" } })
    storage.reset()
    await late.store.refresh()
    expect(late.email()).toBe(own.email)
  })

  test("a session that was revoked, and one that has expired, are signed out", async () => {
    const { client, openTab } = openBrowser()
    const own = credentials()
    dataOf(await client.signUp(own))
    const tab = openTab()
    await status(tab).toBe("signed-in")
    dataOf(await client.signOutAll())
    expect((await tab.store.refresh()).status).toBe("signed-out")
    dataOf(await client.signIn(own))
    expect((await tab.store.refresh()).status).toBe("signed-in")
    service.advance(400 * 86_400_000)
    expect((await tab.store.refresh()).status).toBe("signed-out")
  })

  test("a user whose email address has to be verified first is signed out, and the state says so", async () => {
    const { client, openTab } = openBrowser()
    dataOf(await client.signUp(credentials()))
    await service.instances((instances) =>
      instances.update(defaultId, { sessionConfig: { requireVerifiedEmail: true } })
    )
    const tab = openTab()
    await status(tab).toBe("signed-out")
    expect(tab.store.get()).toMatchObject({ emailVerificationRequired: true })
  })

  test("a reply has ten seconds to come", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout")
    const { openTab } = openBrowser()
    await status(openTab()).toBe("signed-out")
    expect(timeout.mock.calls).toEqual([[10_000]])
    timeout.mockRestore()
  })
})
