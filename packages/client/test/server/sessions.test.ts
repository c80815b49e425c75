import { describe, expect, test } from "vitest"
import {
  client,
  codeOf,
  cookie,
  cookies,
  type FakeReply,
  fakeLatchkey,
  request,
  session
} from "../support/FakeLatchkey.ts"

const found = () => Response.json(session)
const problem = (status: number, code: string) => () => Response.json({ code }, { status })

describe("The session of a request", () => {
  test("is what Latchkey replies", async () => {
    const { latchkey, sent } = fakeLatchkey(found)
    expect(await latchkey.findSession(request())).toEqual(session)
    expect(await latchkey.requireSession(request())).toEqual(session)
    expect(sent[0]?.url).toBe("http://latchkey:3000/v1/auth/session")
  })

  test("is asked for with both cookies, by either name, and nothing else", async () => {
    const secure = `__Host-${client}; __Host-${cookie}`
    for (const [header, expected] of [
      [`theme=dark; ${cookies}; other=1`, cookies],
      [`${secure};a=b`, secure],
      [`big=${"x".repeat(16_384)}; ${cookies}`, cookies]
    ] as const) {
      const { latchkey, sent } = fakeLatchkey(found)
      const headers = {
        cookie: header,
        authorization: "Bearer x",
        "x-forwarded-for": "192.0.2.1",
        host: "evil.example"
      }
      expect(await latchkey.findSession({ method: "GET", headers })).toEqual(session)
      expect(sent.map(({ init }) => init.headers)).toEqual([{ cookie: expected }])
      expect(sent[0]?.init).toMatchObject({ redirect: "manual", cache: "no-store" })
    }
  })

  test.each([
    ["no cookie", ""],
    ["one cookie", cookie],
    ["the other", client],
    ["one of each name", `__Host-${client}; ${cookie}`],
    ["two of one name", `${cookies}; __session=${"B".repeat(43)}`],
    ["two of one name with the same value", `${cookies}; ${cookie}`],
    ["names that end alike", `my${client}; my${cookie}`],
    ["names in a value", `theme=__client=; ${cookie}`],
    ["a malformed one", `${client}; __session=short`],
    ["a whole one and a malformed one", `${cookies}; __Host-__session=short`],
    ["16 kB in one", `${client}; __session=${"Q".repeat(16_384)}`]
  ])("is none, and Latchkey is not asked, with %s", async (_, header) => {
    const { latchkey, sent } = fakeLatchkey(found)
    expect(await latchkey.findSession({ method: "GET", headers: { cookie: header } })).toBe(undefined)
    expect(await codeOf(latchkey.requireSession({ headers: { cookie: header } }))).toBe("sign_in_required")
    expect(sent).toEqual([])
  })

  test("is read from the headers of fetch, of Node and of places without a method", async () => {
    const { latchkey } = fakeLatchkey(found)
    const asRequest = new Request("https://app.example.com/", { headers: { cookie: cookies } })
    for (const each of [
      asRequest,
      { headers: { cookie: [client, cookie] } },
      { headers: new Headers({ cookie: cookies }) }
    ]) {
      expect(await latchkey.findSession(each)).toEqual(session)
    }
  })

  test("is none for a user who is signed out, or has to verify an email address first", async () => {
    for (const reply of [problem(401, "unauthenticated"), problem(403, "email_not_verified")]) {
      const { latchkey } = fakeLatchkey(reply)
      expect(await latchkey.findSession(request())).toBe(undefined)
      expect(await codeOf(latchkey.requireSession(request()))).toBe("sign_in_required")
    }
  })

  test("is none if it is of another instance than the app's", async () => {
    const { latchkey, said } = fakeLatchkey(found, { instanceId: "inst_2" })
    expect(await latchkey.findSession(request())).toBe(undefined)
    expect(said).toEqual([expect.stringMatching(/http:\/\/latchkey:3000 \(LATCHKEY_URL\).*inst_1.*inst_2/)])
    expect(await fakeLatchkey(found, { instanceId: "inst_1" }).latchkey.findSession(request())).toEqual(session)
  })
})

describe("An outage is never a sign-out:", () => {
  test.each<readonly [string, FakeReply]>([
    ["no connection", new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })],
    ["a page of a proxy", new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } })],
    ["a redirect", new Response(null, { status: 302, headers: { location: "/elsewhere" } })],
    ["an empty object", Response.json({})],
    ["an array", Response.json([])],
    ["null", Response.json(null)],
    ["a session without an email address", Response.json({ ...session, email: undefined })],
    ["a session whose level is no number", Response.json({ ...session, aal: "2" })],
    ["a reply for a visitor", Response.json({ session: null })],
    ["a 401 of a proxy", Response.json({ error: "proxy authentication" }, { status: 401 })],
    ["a 401 without JSON", new Response("Unauthorized", { status: 401 })],
    ["a 403 of a proxy", Response.json({ code: "forbidden" }, { status: 403 })],
    ["a 503", Response.json({ code: "service_unavailable" }, { status: 503 })],
    ["a 429", Response.json({ code: "signin_rate_limited" }, { status: 429 })],
    ["a 404", Response.json({ code: "not_found" }, { status: 404 })]
  ])("%s", async (_, reply) => {
    const { latchkey } = fakeLatchkey(() => reply)
    expect(await codeOf(latchkey.findSession(request()))).toBe("latchkey_unavailable")
    expect(await codeOf(latchkey.requireSession(request()))).toBe("latchkey_unavailable")
    expect(await codeOf(latchkey.requireRecent(request(), { maxAge: 600 }))).toBe("latchkey_unavailable")
    expect(await codeOf(latchkey.findCaller(request()))).toBe("latchkey_unavailable")
    expect(await codeOf(latchkey.signOut(request({}, "POST")))).toBe("latchkey_unavailable")
  })

  test("a service that never replies is given up after two seconds", async () => {
    const { latchkey } = fakeLatchkey(
      () => (_, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason))
        })
    )
    const startedAt = performance.now()
    expect(await codeOf(latchkey.findSession(request()))).toBe("latchkey_unavailable")
    expect(performance.now() - startedAt).toBeGreaterThan(1_900)
  })

  test("says why in the log and in its cause, once a minute, also in production", async () => {
    const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:3000") })
    const { latchkey, said } = fakeLatchkey(() => cause, { isDevelopment: false })
    const error = await latchkey.findSession(request()).catch((error: unknown) => error)
    await codeOf(latchkey.findSession(request()))
    expect(error).toMatchObject({ cause, retryAfterSeconds: 2, status: 503 })
    expect(said).toEqual([
      "Latchkey: no usable reply from http://latchkey:3000 (LATCHKEY_URL): connect ECONNREFUSED 127.0.0.1:3000"
    ])
  })

  test("tells the client nothing of the service", async () => {
    const { latchkey } = fakeLatchkey(() => new Error("connect ECONNREFUSED"))
    const error = await latchkey.findSession(request()).catch((error: unknown) => error)
    const refused = latchkey.refusal(error, request({ accept: "text/html" }))
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "2", "cache-control": "no-store" } })
    expect(refused?.body).not.toMatch(/ECONN|latchkey:3000/)
  })
})

describe("A step-up", () => {
  const at = (date: string, changes: object = {}) =>
    fakeLatchkey(() => Response.json({ ...session, ...changes }, { headers: { date } })).latchkey
  const tenMinutesLater = "Mon, 30 Nov 2026 10:10:00 GMT"
  const aSecondLater = "Mon, 30 Nov 2026 10:10:01 GMT"

  test("accepts a user who has authenticated within the time, by Latchkey's clock", async () => {
    expect(await at(tenMinutesLater).requireRecent(request(), { maxAge: 600 })).toMatchObject({ userId: "user_1" })
    expect(await codeOf(at(aSecondLater).requireRecent(request(), { maxAge: 600 }))).toBe("recent_sign_in_required")
  })

  test("asks for the second factor where the app needs it", async () => {
    const recent = { maxAge: 600, aal: 2 } as const
    expect(await codeOf(at(tenMinutesLater).requireRecent(request(), recent))).toBe("recent_sign_in_required")
    expect(await at(tenMinutesLater, { aal: 2 }).requireRecent(request(), recent)).toMatchObject({ aal: 2 })
  })

  test("accepts no time that cannot be read", async () => {
    const malformed = at(tenMinutesLater, { authenticatedAt: "yesterday" })
    expect(await codeOf(malformed.requireRecent(request(), { maxAge: 600 }))).toBe("recent_sign_in_required")
    expect(await codeOf(malformed.requireRecent({ headers: {} }, { maxAge: 600 }))).toBe("sign_in_required")
  })
})

describe("A sign-out", () => {
  test("revokes the session, also one that has lost the other cookie, and returns the headers that clear it", async () => {
    const setCookie = "__session=; Path=/; Max-Age=0"
    const { latchkey, sent } = fakeLatchkey(() => Response.json({ ok: true }, { headers: { "set-cookie": setCookie } }))
    const headers = { cookie: `theme=dark; ${cookie}`, origin: "https://app.example.com" }
    expect(await latchkey.signOut({ method: "POST", headers })).toEqual([setCookie])
    expect(sent.map(({ init, url }) => [init.method, url, init.headers])).toEqual([
      ["POST", "http://latchkey:3000/v1/auth/sign-out", { cookie }]
    ])
  })

  test("does nothing without a cookie, and refuses other origins and GET", async () => {
    const { latchkey, sent } = fakeLatchkey(() => Response.json({ ok: true }))
    expect(await latchkey.signOut({ method: "POST", headers: {} })).toEqual([])
    expect(await codeOf(latchkey.signOut(request({ origin: "https://evil.example" }, "POST")))).toBe(
      "cross_origin_refused"
    )
    await expect(latchkey.signOut(request())).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })
})
