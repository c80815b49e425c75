import type { ActiveSession, Result } from "@latchkey/client"
import type { SessionClient } from "@latchkey/client/SessionStore"

export const sessionOf = (sessionId: string, expiresAt = "2026-01-02T00:00:00.000Z"): ActiveSession => ({
  userId: `user_of_${sessionId}`,
  sessionId,
  instanceId: "default",
  email: "ada@example.com",
  emailVerified: true,
  claimedAt: null,
  amr: ["pwd"],
  aal: 1,
  authenticatedAt: "2026-01-01T00:00:00.000Z",
  expiresAt
})

export const outage = {
  ok: false,
  problem: {
    type: "urn:latchkey:problem:service_unavailable",
    title: "Service unavailable",
    status: 503,
    detail: "The database does not respond.",
    code: "service_unavailable",
    retryAfterSeconds: 1
  }
} as const

export const found = (session: ActiveSession | null, emailVerificationRequired = false) =>
  ({ ok: true, data: { session, emailVerificationRequired } }) as const

/** A client whose replies a test gives, in any order. `asked` and `signedOut` have a function for each request. */
export const makeFakeSessionClient = () => {
  const asked: Array<(result: Awaited<ReturnType<SessionClient["findSession"]>>) => Promise<void>> = []
  const signedOut: Array<(result: Awaited<ReturnType<SessionClient["signOut"]>>) => Promise<void>> = []
  const receive =
    <A>(requests: Array<(result: Result<A, never>) => Promise<void>>) =>
    () =>
      new Promise<Result<A, never>>((resolve) => {
        requests.push(async (result) => {
          resolve(result)
          // The store goes on after its promises.
          for (let turns = 0; turns < 5; turns++) await Promise.resolve()
        })
      })
  const client: SessionClient = { findSession: receive(asked as never), signOut: receive(signedOut as never) }
  return { client, asked, signedOut }
}

/** A window and a document in the place of a browser's. */
export const makeFakeWindow = () => {
  const target = new EventTarget()
  const state = { visibilityState: "visible" }
  return {
    globals: {
      document: state,
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target)
    },
    setVisible: (isVisible: boolean) => {
      state.visibilityState = isVisible ? "visible" : "hidden"
      target.dispatchEvent(new Event("visibilitychange"))
    },
    send: (type: string, properties: object = {}) => target.dispatchEvent(Object.assign(new Event(type), properties))
  }
}
