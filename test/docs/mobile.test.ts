/** Runs the module of docs/mobile.md against a service, as an app does. */
import { newEmail, password, refreshTokens, signUp } from "@latchkey/test-support/contract"
import { read } from "@latchkey/test-support/files"
import { start } from "@latchkey/test-support/HttpService"
import type { Service } from "@latchkey/test-support/Service"
import { audience, turnOn } from "@latchkey/test-support/tokens"
import { decodeJwt } from "jose"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"

interface Session {
  readonly signIn: (email: string, password: string) => Promise<Record<string, unknown>>
  readonly accessToken: () => Promise<string | null>
  readonly signOut: () => Promise<void>
}

interface Options {
  readonly latchkey: string
  readonly storage: { readonly get: () => Promise<string | null>; readonly set: (text: string | null) => Promise<void> }
  readonly fetch?: typeof fetch
}

const [, program = ""] = /^```js\n([\s\S]*?)^```/m.exec(read("docs/mobile.md")) ?? []
const { makeSession }: { readonly makeSession: (options: Options) => Session } = await import(
  `data:text/javascript,${encodeURIComponent(program)}`
)

describe("The module of docs/mobile.md", () => {
  let service: Service
  let userId: unknown
  const email = newEmail()
  beforeAll(async () => {
    service = await start()
    await turnOn(service)
    userId = (await service.browser().post(signUp, { email, password })).json["userId"]
  })
  afterAll(() => service.stop())
  afterEach(() => void vi.restoreAllMocks())

  const makeApp = (send: typeof fetch = fetch) => {
    let stored: string | null = null
    const sent: Array<string> = []
    const storage = {
      get: async () => stored,
      set: async (text: string | null) => {
        stored = text
      }
    }
    const counted: typeof fetch = (input, init) => {
      sent.push(String(input).slice(service.origin.length))
      return send(input, init)
    }
    return { session: makeSession({ latchkey: service.origin, storage, fetch: counted }), stored: () => stored, sent }
  }

  const afterMinutes = (minutes: number) => {
    const now = Date.now()
    vi.spyOn(Date, "now").mockReturnValue(now + minutes * 60_000)
    service.advance(minutes * 60_000)
  }

  it("signs in, and has a token for the API while it works", async () => {
    const { sent, session, stored } = makeApp()
    await session.signIn(email, password)
    expect(stored()).toMatch(/^lkr_/)
    const token = await session.accessToken()
    expect(decodeJwt(String(token))).toMatchObject({ sub: userId, aud: audience })
    expect(await session.accessToken()).toBe(token)
    expect(sent).toEqual(["/v1/auth/sign-in/email-password"])
  })

  it("refreshes once for requests at the same time, and keeps the next refresh token", async () => {
    const { sent, session, stored } = makeApp()
    await session.signIn(email, password)
    const first = [stored(), await session.accessToken()]
    afterMinutes(5)
    const tokens = await Promise.all(Array.from({ length: 10 }, () => session.accessToken()))
    expect(new Set(tokens).size).toBe(1)
    expect(first).not.toContain(tokens[0])
    expect(first).not.toContain(stored())
    expect(sent.slice(1)).toEqual(["/v1/auth/token/refresh"])
  })

  it("says that the user has to sign in once the session has ended", async () => {
    const { session, stored } = makeApp()
    await session.signIn(email, password)
    afterMinutes(8 * 24 * 60)
    expect([await session.accessToken(), stored()]).toEqual([null, null])
    expect(await session.accessToken()).toBeNull()
  })

  it("keeps its token in an outage", async () => {
    let isDown = false
    const { session, stored } = makeApp((input, init) =>
      isDown ? Promise.resolve(Response.json({ code: "service_unavailable" }, { status: 503 })) : fetch(input, init)
    )
    await session.signIn(email, password)
    const before = stored()
    afterMinutes(5)
    isDown = true
    await expect(session.accessToken()).rejects.toThrow("unavailable: 503")
    expect(stored()).toBe(before)
    isDown = false
    expect(await session.accessToken()).not.toBeNull()
  })

  it("signs out, which ends the session", async () => {
    const { session, stored } = makeApp()
    await session.signIn(email, password)
    const refreshToken = stored()
    await session.signOut()
    expect([stored(), await session.accessToken()]).toEqual([null, null])
    expect((await service.browser().post(refreshTokens, { refreshToken })).json["code"]).toBe("invalid_token")
  })

  it("is not signed in by a wrong password", async () => {
    const { session, stored } = makeApp()
    expect(await session.signIn(email, "wrong horse battery")).toMatchObject({ code: "invalid_credentials" })
    expect([stored(), await session.accessToken()]).toEqual([null, null])
  })
})
