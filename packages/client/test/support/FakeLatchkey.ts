import { createLatchkey, type ServerOptions } from "../../src/server.ts"

/** A reply of the fake service, or what its `fetch` rejects with. */
export type FakeReply = Response | Error | ((url: string, init: RequestInit) => Promise<Response>)

export const session = {
  userId: "user_1",
  sessionId: "sess_1",
  instanceId: "inst_1",
  email: "ada@example.com",
  emailVerified: true,
  claimedAt: null,
  amr: ["pwd"],
  aal: 1,
  authenticatedAt: "2026-11-30T10:00:00.000Z",
  expiresAt: "2026-12-30T10:00:00.000Z"
}

export const client = `__client=${"A".repeat(43)}`
export const cookie = `__session=${"Q".repeat(43)}`
export const cookies = `${client}; ${cookie}`

/** Returns a signed-in request. */
export const request = (headers: Readonly<Record<string, string>> = {}, method = "GET", url = "/orders?year=2026") => ({
  method,
  url,
  headers: { cookie: cookies, ...headers }
})

/** Makes a kit whose Latchkey is a function. Records what is sent to it, and what the kit says. */
export const fakeLatchkey = (reply: () => FakeReply, options: ServerOptions = {}) => {
  const sent: Array<{ readonly url: string; readonly init: RequestInit }> = []
  const said: Array<string> = []
  const latchkey = createLatchkey({
    url: "http://latchkey:3000",
    publicUrl: "https://auth.example.com",
    appUrl: "https://app.example.com",
    isDevelopment: true,
    log: (message) => said.push(message),
    fetch: async (url, init) => {
      sent.push({ url, init })
      const now = reply()
      if (now instanceof Error) throw now
      return typeof now === "function" ? now(url, init) : now.clone()
    },
    ...options
  })
  // What is said about the addresses of this fake is no matter of a test.
  said.length = 0
  return { latchkey, sent, said }
}

/** Returns the code of a promise's `LatchkeyError`, or `undefined` if it resolves. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: { readonly code?: unknown }) => error.code ?? error
  )
