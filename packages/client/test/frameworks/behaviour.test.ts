/** What the kit of each framework does, with a service that says what a test tells it to. */
import { connect } from "node:net"
import { text as textOf } from "node:stream/consumers"
import { type Reply, type Send, send } from "@latchkey/test-support/HttpClient"
import { freePort } from "@latchkey/test-support/freePort"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import type { ServerOptions } from "../../src/server.ts"
import { type ExampleApp, ownCookie } from "./ExampleApp.ts"
import { cookies, session } from "../support/FakeLatchkey.ts"
import { cookiesOf, startFakeLatchkey } from "./FakeLatchkeyServer.ts"
import { frameworksUnderTest } from "./frameworks.ts"

const publicUrl = "https://auth.example.com"
const audience = "https://api.example.com"
const page = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
const form = { ...page, "content-type": "application/x-www-form-urlencoded", "sec-fetch-mode": "navigate" }
const outage = { code: "latchkey_unavailable", detail: "Latchkey cannot be reached. Try again." }

describe.each(frameworksUnderTest())("The kit for $name", ({ start }) => {
  let latchkey: Awaited<ReturnType<typeof startFakeLatchkey>>
  let app: ExampleApp
  const startApp = async (options: ServerOptions & { readonly leave?: string } = {}) => {
    const port = await freePort()
    const appUrl = `http://127.0.0.1:${port}`
    return start({ port, url: latchkey.origin, publicUrl, appUrl, log: () => undefined, ...options })
  }
  beforeAll(async () => {
    latchkey = await startFakeLatchkey()
    app = await startApp({ instanceId: "inst_1", audience })
  })
  afterAll(async () => {
    await app.stop()
    await latchkey.stop()
  })
  beforeEach(() => latchkey.reset())

  const call = (method: string, path: string, headers: Send["headers"] = {}): Promise<Reply> =>
    send(method, app.origin + path, { headers: { cookie: cookies, ...headers } })
  const get = (path: string, headers: Send["headers"] = {}) => call("GET", path, headers)
  const post = (path: string, headers: Send["headers"] = {}) => call("POST", path, headers)
  const visit = (path: string, headers: Record<string, string> = {}) => send("GET", app.origin + path, { headers })

  /** Returns where a reply leads to, without the URL that it leads back to, and that URL. */
  const ledTo = ({ headers, status }: Reply) => {
    const url = new URL(headers.location ?? "")
    return [status, url.origin + url.pathname, url.searchParams.get("return_to")]
  }
  const refused = ({ headers, json, status }: Reply) => [status, json["code"], headers["cache-control"]]

  test("shows a page to a signed-in user, and no cache keeps it", async () => {
    for (const path of ["/orders", "/nested/orders"]) {
      const reply = await get(path, page)
      expect([reply.status, reply.text, reply.headers["cache-control"]]).toEqual([
        200,
        "Orders of ada@example.com",
        "no-store"
      ])
    }
    expect((await post("/orders", form)).status).toBe(201)
  })

  test("shows a public page, which no cache keeps, and asks nothing about a visitor without cookies", async () => {
    const visitor = await visit("/", page)
    expect(latchkey.received).toEqual([])
    const user = await get("/", page)
    expect([visitor.text, user.text]).toEqual(["Hello, visitor", "Hello, ada@example.com"])
    for (const { headers } of [visitor, user]) expect(headers["cache-control"]).toBe("no-store")
  })

  test("keeps the handler's own Cache-Control", async () => {
    expect((await get("/cached")).headers["cache-control"]).toBe("private, max-age=5")
  })

  test("leads a visitor who opens a page to the sign-in page and back, and tells programs", async () => {
    const back = `${app.origin}/orders?year=2026&q=%2F`
    expect(ledTo(await visit("/orders?year=2026&q=%2F", page))).toEqual([303, `${publicUrl}/sign-in`, back])
    expect(ledTo(await visit("/nested/orders", page))[2]).toBe(`${app.origin}/nested/orders`)
    for (const headers of [{}, { accept: "*/*" }, { ...page, "sec-fetch-mode": "cors" }]) {
      expect(refused(await visit("/orders", headers))).toEqual([401, "sign_in_required", "no-store"])
    }
    expect((await visit("/orders")).headers["content-type"]).toMatch(/^application\/json/)
    const signedOut = await send("POST", `${app.origin}/orders`, {
      headers: { ...form, referer: `${app.origin}/basket` },
      body: "item=1"
    })
    expect(ledTo(signedOut)).toEqual([303, `${publicUrl}/sign-in`, `${app.origin}/basket`])
    expect(latchkey.received).toEqual([])
  })

  test("leads a user to the sign-in page if Latchkey says so, and only then", async () => {
    for (const [status, code] of [
      [401, "unauthenticated"],
      [403, "email_not_verified"]
    ] as const) {
      latchkey.reply(status, JSON.stringify({ code }))
      expect(ledTo(await get("/orders", page))[1]).toBe(`${publicUrl}/sign-in`)
      expect(refused(await get("/orders"))).toEqual([401, "sign_in_required", "no-store"])
      expect((await get("/")).text).toBe("Hello, visitor")
    }
  })

  test("asks for a recent sign-in, by Latchkey's clock", async () => {
    const at = (date: string, found: object = {}) =>
      latchkey.respondWith((_, response) => {
        response.writeHead(200, { "content-type": "application/json", date: new Date(date).toUTCString() })
        response.end(JSON.stringify({ ...session, ...found }))
      })
    at("2026-11-30T10:05:00Z")
    expect((await get("/transfer")).text).toBe("Sent by ada@example.com")
    at("2026-11-30T10:05:01Z")
    expect(ledTo(await get("/transfer", page))).toEqual([303, `${publicUrl}/reauthenticate`, `${app.origin}/transfer`])
    expect(refused(await get("/transfer"))).toEqual([403, "recent_sign_in_required", "no-store"])
    const back = `${app.origin}/pay?to=bob`
    const posted = await send("POST", `${app.origin}/transfer`, {
      headers: { ...form, cookie: cookies, origin: app.origin, referer: back },
      body: "amount=5"
    })
    expect(ledTo(posted)).toEqual([303, `${publicUrl}/reauthenticate`, back])
    at("2026-11-30T10:00:00Z")
    expect(ledTo(await get("/vault", page))[1]).toBe(`${publicUrl}/reauthenticate`)
    at("2026-11-30T10:00:00Z", { aal: 2 })
    expect((await get("/vault")).text).toBe("Opened.")
    expect(ledTo(await visit("/transfer", page))[1]).toBe(`${publicUrl}/sign-in`)
  })

  test("refuses what a page of another origin sends with the user's cookies, and asks nothing", async () => {
    for (const headers of [
      { origin: "http://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
      { origin: "http://evil.example", "sec-fetch-site": "same-origin" }
    ]) {
      for (const path of ["/orders", "/transfer", "/sign-out", "/leave"]) {
        const reply = await post(path, { ...form, ...headers } as Record<string, string>)
        expect(refused(reply), path).toEqual([403, "cross_origin_refused", "no-store"])
      }
    }
    expect(latchkey.received).toEqual([])
    for (const headers of [
      {},
      { origin: app.origin },
      { origin: "null", "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" }
    ]) {
      expect((await post("/orders", headers as Record<string, string>)).status).toBe(201)
    }
  })

  test("tells a session, and refuses a token that is not accepted", async () => {
    expect((await get("/reports")).json).toEqual({ type: "session", userId: "user_1" })
    const wrong = await visit("/reports", { authorization: "Bearer nonsense" })
    expect(refused(wrong)).toEqual([401, "invalid_bearer_token", "no-store"])
    expect(wrong.headers["www-authenticate"]).toBe('Bearer error="invalid_token"')
    const none = await visit("/reports")
    expect(refused(none)).toEqual([401, "sign_in_required", "no-store"])
    expect(none.headers["www-authenticate"]).toBe("Bearer")
  })

  test("does not take one of two Authorization headers", async () => {
    const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url")
    const claims = { iss: publicUrl, aud: audience, exp: Date.now(), sub: "user_1" }
    // Alone, it would be looked at with Latchkey's keys, which are an outage here.
    const token = `${encode({ alg: "ES256", typ: "at+jwt", kid: "key_1" })}.${encode(claims)}.${"A".repeat(86)}`
    expect((await visit("/reports", { authorization: `Bearer ${token}` })).status).toBe(503)
    expect(latchkey.received.splice(0)).toHaveLength(1)
    const target = new URL(app.origin)
    const socket = connect(Number(target.port), target.hostname)
    const headers = `Host: ${target.host}\r\nConnection: close\r\n${`Authorization: Bearer ${token}\r\n`.repeat(2)}`
    socket.write(`GET /reports HTTP/1.1\r\n${headers}\r\n`)
    const reply = await textOf(socket)
    expect(reply).toMatch(/^HTTP\/1.1 401 /)
    expect(reply).toMatch(/"code":"invalid_bearer_token"/)
    expect(latchkey.received).toEqual([])
  })

  test("signs out with POST: passes the cookies on beside the app's own, and leads to the app", async () => {
    const cleared = ["__session=; Path=/; Max-Age=0; HttpOnly", "__form=; Path=/; Max-Age=0"]
    latchkey.respondWith((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "set-cookie": cleared }).end('{"ok":true}')
    })
    for (const headers of [{}, form, { ...form, origin: app.origin }]) {
      const reply = await post("/sign-out", { ...headers, cookie: `theme=dark; ${cookies}` })
      expect([reply.status, new URL(reply.headers.location ?? "", app.origin).href]).toEqual([303, `${app.origin}/`])
      expect(reply.setCookies).toEqual([ownCookie, ...cleared])
      expect(reply.headers["cache-control"]).toBe("no-store")
    }
    expect(latchkey.received.map(({ method, url }) => [method, url])).toEqual(
      Array(3).fill(["POST", "/v1/auth/sign-out"])
    )
    expect(new Set(latchkey.received.map(({ headers }) => headers.cookie))).toEqual(new Set([cookies]))
  })

  test("signs out by no other method, and is 503 in an outage", async () => {
    for (const method of ["GET", "PUT"]) {
      const reply = await call(method, "/sign-out", page)
      expect([reply.status, reply.headers.allow, reply.headers["cache-control"]]).toEqual([405, "POST", "no-store"])
    }
    expect(latchkey.received).toEqual([])
    for (const [status, body] of [
      [503, '{"code":"service_unavailable"}'],
      [200, "<h1>Welcome</h1>"]
    ] as const) {
      latchkey.reply(status, body, { "set-cookie": "__session=; Max-Age=0" })
      const reply = await post("/sign-out", form)
      expect([reply.status, reply.json, reply.headers["retry-after"]]).toEqual([503, outage, "2"])
      expect(reply.setCookies).toEqual([ownCookie])
    }
  })

  test("leads to no other origin after a sign-out, whatever the app passes", async () => {
    latchkey.reply(200, '{"ok":true}')
    for (const [leave, expected] of [
      ["/bye?from=app#top", "/bye?from=app#top"],
      ["https://evil.example/bye", "/"],
      ["//evil.example/bye", "/"],
      ["/\\evil.example", "/"],
      ["/\t/evil.example", "/"],
      ["/.//evil.example", "//evil.example"],
      ["javascript:alert(1)", "/"]
    ] as const) {
      const leaving = await startApp({ leave })
      onTestFinished(leaving.stop)
      const { headers } = await send("POST", `${leaving.origin}/leave`, { headers: { ...form, cookie: cookies } })
      const location = new URL(headers.location ?? "", leaving.origin)
      expect(location.href, leave).toBe(leaving.origin + expected)
    }
  })

  describe("with bad input", () => {
    test("forwards its two cookies of a header of 15 kB, by either name, and no others", async () => {
      const secure = cookies.replaceAll("__c", "__Host-__c").replaceAll("__s", "__Host-__s")
      for (const own of [cookies, secure]) {
        const reply = await get("/orders", {
          cookie: `basket=${"x".repeat(7_500)}; ${own}; more=${"y".repeat(7_500)}`
        })
        expect(reply.status).toBe(200)
      }
      expect(latchkey.received.map(({ headers }) => headers.cookie)).toEqual([cookies, secure])
      const names = Object.keys(latchkey.received[0]?.headers ?? {})
      expect(names.filter((name) => /^(authorization|origin|referer|x-)/.test(name))).toEqual([])
    })

    test("refuses a header of 16 kB, and stays up", async () => {
      const reply = await get("/orders", { cookie: `${cookies}; basket=${"x".repeat(16_384)}` })
      expect(reply.status).toBe(431)
      expect((await get("/orders")).status).toBe(200)
    })

    test("takes two cookies of one name for none, also from two headers", async () => {
      const twice = [`${cookies}; __session=${"R".repeat(43)}`, `${cookies}; __client=${"B".repeat(43)}`]
      for (const cookie of [...twice, [cookies, `__session=${"R".repeat(43)}`], "__session=x", cookiesOf("=")]) {
        expect(refused(await get("/orders", { cookie }))).toEqual([401, "sign_in_required", "no-store"])
        expect((await get("/", { cookie })).text).toBe("Hello, visitor")
      }
      expect(latchkey.received).toEqual([])
    })

    test("leads back to itself whatever the Host and the target of a request are", async () => {
      const headers = {
        ...page,
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example"
      }
      expect(ledTo(await visit("/orders", headers))[2]).toBe(`${app.origin}/orders`)
      expect(ledTo(await visit("/orders?a=//evil.example", headers))[2]).toBe(`${app.origin}/orders?a=//evil.example`)
      const posted = { ...form, referer: "http://evil.example/orders", host: "evil.example" }
      expect(ledTo(await send("POST", `${app.origin}/orders`, { headers: posted }))[2]).toBe(`${app.origin}/`)
      const { hostname, port } = new URL(app.origin)
      const socket = connect(Number(port), hostname)
      socket.write(
        "GET http://evil.example/orders HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
      )
      const [, location = ""] = /\r\nlocation: (\S+)/i.exec(await textOf(socket)) ?? []
      if (location !== "") expect(new URL(location).searchParams.get("return_to")).toMatch(`${app.origin}/`)
      expect(location).not.toContain("evil.example/sign-in")
    })

    test("lets no session of another instance in", async () => {
      latchkey.knows({ instanceId: "inst_2" })
      expect(ledTo(await get("/orders", page))[1]).toBe(`${publicUrl}/sign-in`)
      for (const path of ["/orders", "/transfer", "/reports"]) {
        expect(refused(await get(path))).toEqual([401, "sign_in_required", "no-store"])
      }
      expect((await get("/")).text).toBe("Hello, visitor")
    })

    test("replies with 503 if no usable reply comes from Latchkey, and never as to a visitor", async () => {
      const json = { "content-type": "application/json" }
      const elsewhere = JSON.stringify(session)
      const replies: ReadonlyArray<readonly [number, string, Record<string, string>]> = [
        [200, "<h1>Welcome to the network</h1>", { "content-type": "text/html" }],
        [200, "{}", json],
        [200, "null", json],
        [200, JSON.stringify({ ...session, userId: 7 }), json],
        [302, "{}", { ...json, location: "/elsewhere" }],
        [401, '{"error":"proxy authentication"}', json],
        [401, "Unauthorized", { "content-type": "text/html" }],
        [403, '{"code":"forbidden_origin"}', json],
        [404, '{"code":"instance_not_found"}', json],
        [429, '{"code":"signin_rate_limited"}', json],
        [503, '{"code":"service_unavailable"}', json]
      ]
      for (const [status, body, headers] of replies) {
        latchkey.respondWith(({ url }, response) => {
          if (url === "/elsewhere") response.writeHead(200, json).end(elsewhere)
          else response.writeHead(status, headers).end(body)
        })
        for (const path of status === 200 ? ["/", "/orders", "/transfer", "/reports"] : ["/orders"]) {
          const reply = await get(path, page)
          expect([reply.status, reply.json, reply.headers["retry-after"]], `${status} ${body}`).toEqual([
            503,
            outage,
            "2"
          ])
          expect(reply.headers["cache-control"]).toBe("no-store")
        }
      }
      expect(latchkey.received.filter(({ url }) => url !== "/v1/auth/session")).toEqual([])
      latchkey.respondWith((_, response) => response.destroy())
      expect((await get("/orders")).status).toBe(503)
      expect((await visit("/")).text).toBe("Hello, visitor")
    })
  })

  describe("with a mistake in the app", () => {
    const lastError = () => app.errors.at(-1)

    test.each([
      ["/forgotten/session", "requireSession() is missing before this handler"],
      ["/mixed", "requireSession() is missing before this handler"],
      ["/forgotten/optional", "optionalSession() is missing before this handler"],
      ["/forgotten/caller", "requireCaller() is missing before this handler"],
      ["/unbound", "Middleware is missing its ()"]
    ])("throws a TypeError: %s", async (path, message) => {
      const reply = await get(path)
      expect([reply.status, reply.text]).toEqual([500, "Failed."])
      expect(lastError()).toBeInstanceOf(TypeError)
      expect(lastError()).toHaveProperty("message", message)
    })

    test("leaves errors that are not its own to the framework", async () => {
      for (const [path, message] of [
        ["/broken", /^a bug$/],
        ["/careless", /undefined/]
      ] as const) {
        const reply = await get(path)
        expect([reply.status, reply.text]).toEqual([500, "Failed."])
        expect(lastError()).toHaveProperty("message", expect.stringMatching(message))
      }
    })
  })

  test("does not mix up the sessions of requests at the same time", async () => {
    latchkey.respondWith(({ headers }, response) => {
      const letter = headers.cookie?.at(-1) ?? ""
      const reply = () => {
        response.writeHead(200, { "content-type": "application/json" })
        response.end(JSON.stringify({ ...session, email: `${letter}@example.com` }))
      }
      // The first ones are replied to last.
      setTimeout(reply, 90 - letter.charCodeAt(0))
    })
    const letters = [..."ABCDEFGHIJKLMNOPQRST"]
    const texts = await Promise.all(
      letters.map(async (letter) => (await get("/slow", { cookie: cookiesOf(letter) })).text)
    )
    expect(texts).toEqual(letters.map((letter) => `${letter}@example.com`))
  })
})

test("The kit waits for two seconds for a service that hangs, and then replies with 503", async () => {
  const latchkey = await startFakeLatchkey()
  const apps = await Promise.all(
    frameworksUnderTest().map(async ({ start }) =>
      start({ port: await freePort(), url: latchkey.origin, log: () => undefined })
    )
  )
  onTestFinished(async () => {
    await Promise.all(apps.map(({ stop }) => stop()))
    await latchkey.stop()
  })
  latchkey.respondWith(() => undefined)
  const started = Date.now()
  const replies = await Promise.all(
    apps.map(({ origin }) => send("GET", `${origin}/orders`, { headers: { ...page, cookie: cookies } }))
  )
  expect(Date.now() - started).toBeGreaterThan(1_900)
  expect(Date.now() - started).toBeLessThan(6_000)
  for (const { headers, json, status } of replies) {
    expect([status, json, headers["retry-after"]]).toEqual([503, outage, "2"])
  }
})
