import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"
import { beforeEach, describe, expect, test } from "vitest"
import type * as Next from "../src/next.ts"
import { cookies, session } from "./support/FakeLatchkey.ts"
import type * as FakeNext from "./support/FakeNext.ts"

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const fake = pathOf("./support/FakeNext.ts")
const names = ["next/headers", "next/navigation", "next/server", "react"]

// The workspace has no Next.js, so nothing else resolves its modules.
const bundled = buildSync({
  stdin: {
    contents: `export * from "../src/next.ts"; export * as fake from ${JSON.stringify(fake)}`,
    resolveDir: pathOf(".")
  },
  alias: Object.fromEntries(names.map((name) => [name, fake])),
  bundle: true,
  format: "esm",
  platform: "node",
  write: false
})
const { createLatchkey, fake: next }: typeof Next & { readonly fake: typeof FakeNext } = await import(
  `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0]?.text ?? "").toString("base64")}`
)

const app = "https://app.example.com"
const auth = "https://auth.example.com"

let reply: () => Response
let sent: number
const found = () => Response.json({ ...session, authenticatedAt: new Date().toISOString() })
const old = () => Response.json({ ...session, authenticatedAt: "2020-01-01T00:00:00.000Z" })
const outage = () => new Response("<h1>Bad gateway</h1>", { status: 502 })

beforeEach(() => {
  reply = found
  sent = 0
})

const latchkey = createLatchkey({
  publicUrl: auth,
  appUrl: app,
  personalTokens: true,
  log: () => undefined,
  fetch: async () => {
    sent += 1
    return reply()
  }
})

const begin = (headers: Readonly<Record<string, string>> = {}) => next.begin({ cookie: cookies, ...headers })

/** Returns the error that a promise rejects with. */
const failure = (promise: Promise<unknown>): Promise<Record<string, unknown>> =>
  promise.then(
    () => ({}),
    (error) => error
  )

/** Returns where a promise redirects to. */
const redirected = async (promise: Promise<unknown>) => {
  const error = await failure(promise)
  expect(error).toBeInstanceOf(next.FakeRedirect)
  return error["message"]
}

const signIn = (path: string) => `${auth}/sign-in?return_to=${encodeURIComponent(`${app}${path}`)}`

describe("A page of Next.js", () => {
  test("finds the session, and asks Latchkey once in a render, and again in the next", async () => {
    begin()
    expect(await Promise.all([latchkey.session(), latchkey.session(), latchkey.requireSession("/")])).toMatchObject(
      [session, session, session].map(({ email }) => ({ email }))
    )
    expect(sent).toBe(1)
    begin()
    await latchkey.session()
    expect(sent).toBe(2)
    next.begin({})
    expect(await latchkey.session()).toBe(undefined)
    expect(sent).toBe(2)
  })

  test("asks Latchkey nothing in a prerendering, of which Next.js aborts the requests", async () => {
    next.prerender({ cookie: cookies })
    for (const ask of [latchkey.session, latchkey.requireSession]) ask()
    latchkey.requireRecent("/payment", { maxAge: 60 })
    await new Promise((resolve) => setTimeout(resolve))
    expect(sent).toBe(0)
  })

  test("leads visitors to the sign-in page and back, and never to another origin", async () => {
    next.begin({ host: "evil.example", referer: "https://evil.example/orders" })
    expect(await redirected(latchkey.requireSession("/orders?year=2026"))).toBe(signIn("/orders?year=2026"))
    expect(await redirected(latchkey.requireRecent("/payment", { maxAge: 60 }))).toBe(signIn("/payment"))
    for (const path of ["https://evil.example/", "//evil.example/", undefined]) {
      expect(await redirected(latchkey.requireSession(path))).toBe(signIn(""))
    }
  })

  test("without a path leads back to where the user came from, which is the form of an action", async () => {
    next.begin({ origin: app, referer: `${app}/note?draft=7` })
    expect(await redirected(latchkey.requireSession())).toBe(signIn("/note?draft=7"))
    next.begin({})
    expect(await redirected(latchkey.requireSession())).toBe(signIn("/"))
  })

  test("leads users who have to authenticate again to the page where they do", async () => {
    begin()
    expect(await latchkey.requireRecent("/payment", { maxAge: 60 })).toMatchObject({ email: session.email })
    reply = old
    expect(await redirected(latchkey.requireRecent("/payment", { maxAge: 60 }))).toBe(
      `${auth}/reauthenticate?return_to=${encodeURIComponent(`${app}/payment`)}`
    )
  })

  test("in an outage throws what error.tsx can tell from other errors, and never redirects", async () => {
    reply = outage
    begin()
    for (const ask of [latchkey.session, latchkey.requireSession, latchkey.signOut]) {
      expect(await failure(ask())).toMatchObject({ code: "latchkey_unavailable", digest: "latchkey_unavailable" })
    }
    const recent = latchkey.requireRecent("/payment", { maxAge: 60 })
    expect(await failure(recent)).toMatchObject({ digest: "latchkey_unavailable" })
  })

  test.each([["https://evil.example"], ["null"]])(
    "refuses what may change something from Origin %s",
    async (origin) => {
      for (const ask of [latchkey.session, latchkey.requireSession, latchkey.signOut]) {
        begin({ origin, host: "evil.example", "sec-fetch-site": "cross-site" })
        expect(await failure(ask())).toMatchObject({ code: "cross_origin_refused", digest: "cross_origin_refused" })
      }
      expect(sent).toBe(0)
      begin({ origin: app })
      expect(await latchkey.session()).toMatchObject({ email: session.email })
      begin({ "sec-fetch-site": "cross-site" })
      expect(await latchkey.session(), "a link on another site").toMatchObject({ email: session.email })
    }
  )
})

describe("A sign-out on Next.js", () => {
  const ok = (...setCookies: ReadonlyArray<string>) =>
    Response.json({ ok: true }, { headers: setCookies.map((value) => ["set-cookie", value] as [string, string]) })

  test("clears the cookie where it is: its name, its domain, and only with https if it is Secure", async () => {
    const rendering = begin({ origin: app })
    reply = () =>
      ok(
        "__session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
        "__Host-__session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
        "__session=; Max-Age=0; Domain=secure.example.com; Path=/; HttpOnly; SameSite=Lax"
      )
    await latchkey.signOut()
    const cleared = { value: "", maxAge: 0 }
    expect(rendering.cookies).toEqual([
      { ...cleared, name: "__session", domain: undefined, secure: false },
      { ...cleared, name: "__Host-__session", domain: undefined, secure: true },
      { ...cleared, name: "__session", domain: "secure.example.com", secure: false }
    ])
  })

  test("clears nothing in an outage, nor for another site", async () => {
    reply = outage
    const during = begin({ origin: app })
    await failure(latchkey.signOut())
    const crossSite = begin({ "sec-fetch-site": "cross-site" })
    expect(await failure(latchkey.signOut())).toMatchObject({ code: "cross_origin_refused" })
    expect([during.cookies, crossSite.cookies]).toEqual([[], []])
  })
})

const request = (path = "/api/orders?year=2026", method = "POST", headers: Readonly<Record<string, string>> = {}) =>
  new Request(`http://evil.example${path}`, { method, headers: { cookie: cookies, ...headers } })

describe("A route handler of Next.js", () => {
  const answer = async (promise: Promise<Response>) => {
    const response = await promise
    const { code } = await response.json().catch(() => ({}))
    return { code, status: response.status, cache: response.headers.get("cache-control") }
  }

  test("gets the request, the session and the context, and no cache keeps its reply", async () => {
    const route = latchkey.route<{ readonly id: string }>((request, { email }, { id }) =>
      Response.json(`${request.method} ${email} ${id}`, { status: 201, headers: { "cache-control": "public" } })
    )
    const response = await route(request(), { id: "7" })
    expect([response.status, await response.json()]).toEqual([201, `POST ${session.email} 7`])
    expect(response.headers.get("cache-control")).toBe("no-store")
    const redirect = await latchkey.route(() => Response.redirect(`${app}/done`, 303))(request(), {})
    expect([redirect.status, redirect.headers.get("location")]).toEqual([303, `${app}/done`])
  })

  test("does not run for others, who get the reply of the kit", async () => {
    const route = latchkey.route(() => expect.unreachable(), { maxAge: 60 })
    const origin = { origin: "https://evil.example" }
    const refused = { cache: "no-store" }
    expect(await answer(route(request("/", "POST", { cookie: "" }), {}))).toEqual({
      ...refused,
      status: 401,
      code: "sign_in_required"
    })
    expect(await answer(route(request("/", "POST", origin), {}))).toEqual({
      ...refused,
      status: 403,
      code: "cross_origin_refused"
    })
    reply = old
    expect(await answer(route(request(), {}))).toEqual({ ...refused, status: 403, code: "recent_sign_in_required" })
    reply = outage
    const response = await route(request(), {})
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"])
  })

  test("leaves errors of the app, and what Next.js throws, to Next.js", async () => {
    const broken = latchkey.route(() => {
      throw new TypeError("broken")
    })
    expect(await failure(broken(request(), {}))).toBeInstanceOf(TypeError)
    const moved = latchkey.route(() => next.redirect("/elsewhere"))
    expect(await redirected(moved(request(), {}))).toBe("/elsewhere")
  })

  test("can accept callers with a token and its scopes", async () => {
    const { sessionId: _, ...user } = session
    reply = () => Response.json({ ...user, tokenId: "pat_1", scopes: ["read"], expiresAt: null })
    const headers = { cookie: "", authorization: `Bearer lk_${"a".repeat(40)}` }
    const route = (scopes: ReadonlyArray<string>) =>
      latchkey.callerRoute((_request, { type }) => new Response(type), { scopes })(request("/", "GET", headers), {})
    expect(await (await route(["read"])).text()).toBe("personal_token")
    expect(await answer(route(["write"]))).toMatchObject({ status: 403, code: "insufficient_scope" })
  })
})

describe("The proxy of Next.js", () => {
  const page = { accept: "text/html" }
  const proxy = latchkey.middleware({ protect: (path) => path.startsWith("/handbook") })
  const visit = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    proxy(request(path, "GET", { cookie: "", ...headers }))

  test("keeps visitors from protected pages, also from a path that is encoded", async () => {
    const response = await visit("/handbook?page=2", page)
    expect([response?.status, response?.headers.get("location")]).toEqual([303, signIn("/handbook?page=2")])
    for (const path of ["/handbook", "/%68andbook/more"]) expect((await visit(path))?.status).toBe(401)
    expect((await latchkey.middleware()(request("/", "GET", { cookie: "" })))?.status).toBe(401)
  })

  test("lets users pass, and no cache keeps the page", async () => {
    const response = await proxy(request("/handbook", "GET", page))
    expect(response?.headers.get("x-middleware-next")).toBe("1")
    expect(response?.headers.get("cache-control")).toBe("no-store")
  })

  test("in an outage replies with 503, and signs no user out", async () => {
    reply = outage
    const response = await proxy(request("/handbook", "GET", page))
    expect([response?.status, response?.headers.get("location")]).toEqual([503, null])
  })

  test("leaves other paths to Next.js, also malformed ones, and asks nothing", async () => {
    for (const path of ["/", "/orders", "/%E0%A4%A"]) expect(await proxy(request(path, "GET"))).toBe(undefined)
    expect(sent).toBe(0)
  })
})
