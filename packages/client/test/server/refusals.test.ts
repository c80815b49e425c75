import { describe, expect, test } from "vitest"
import { createLatchkey, LatchkeyError } from "../../src/server.ts"
import { codeOf, cookies, fakeLatchkey, request, session } from "../support/FakeLatchkey.ts"

const found = () => Response.json(session)
const page = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
const { latchkey } = fakeLatchkey(found)

const refused = (code: LatchkeyError["code"], ...[headers, method, url]: Parameters<typeof request>) =>
  latchkey.refusal(new LatchkeyError(code, "A sentence."), request(headers, method, url))

describe("A refusal", () => {
  test("leads a user who opens a page to the page that mends it, and back", () => {
    const returnTo = encodeURIComponent("https://app.example.com/orders?year=2026")
    for (const [code, path] of [
      ["sign_in_required", "sign-in"],
      ["recent_sign_in_required", "reauthenticate"]
    ] as const) {
      for (const headers of [page, { ...page, "sec-fetch-mode": "navigate" }]) {
        expect(refused(code, headers)).toEqual({
          status: 303,
          headers: { "cache-control": "no-store", location: `https://auth.example.com/${path}?return_to=${returnTo}` },
          body: ""
        })
      }
    }
  })

  test("leads a user who sent a form back to its page, if it is the app's", () => {
    const back = (referer: string) =>
      new URL(
        refused("recent_sign_in_required", { ...page, referer }, "POST")?.headers["location"] ?? ""
      ).searchParams.get("return_to")
    expect(back("https://app.example.com/account?tab=2")).toBe("https://app.example.com/account?tab=2")
    expect(back("https://evil.example/account")).toBe("https://app.example.com/")
    expect(back("nonsense")).toBe("https://app.example.com/")
  })

  test("is JSON for scripts and programs, with a code of the kit", () => {
    const json = { status: 401, body: '{"code":"sign_in_required","detail":"A sentence."}' }
    for (const headers of [{}, { accept: "*/*" }, { ...page, "sec-fetch-mode": "cors" }]) {
      expect(refused("sign_in_required", headers)).toMatchObject(json)
    }
    expect(refused("recent_sign_in_required")).toMatchObject({ status: 403 })
    expect(refused("cross_origin_refused", page, "POST")).toMatchObject({ status: 403 })
  })

  test("is only for the kit's own errors", () => {
    expect(latchkey.refusal(new Error("a bug"), request())).toBe(undefined)
    expect(latchkey.refusal(undefined, request())).toBe(undefined)
  })

  test("never leads to another origin, whatever the path or the host of the request", () => {
    for (const path of [
      "//evil.example/",
      "/\\evil.example",
      "https://evil.example/",
      "javascript:alert(1)",
      "http://["
    ]) {
      const returnTo = new URL(latchkey.signInUrl(path)).searchParams.get("return_to") ?? ""
      expect(new URL(returnTo).origin, path).toBe("https://app.example.com")
      expect(new URL(latchkey.reauthenticateUrl(path)).searchParams.get("return_to")).toBe(returnTo)
    }
    for (const url of ["https://evil.example/orders", "//evil.example/orders", "/\\evil.example"]) {
      const { location = "" } =
        refused("sign_in_required", { ...page, host: "evil.example" }, "GET", url)?.headers ?? {}
      expect(new URL(location).origin).toBe("https://auth.example.com")
      expect(new URL(new URL(location).searchParams.get("return_to") ?? "").origin).toBe("https://app.example.com")
    }
  })

  test("keeps the whole path below a router of Express", () => {
    const below = { ...request(page), url: "/", originalUrl: "/shop/orders?year=2026" }
    const { location = "" } = latchkey.refusal(new LatchkeyError("sign_in_required", ""), below)?.headers ?? {}
    expect(new URL(location).searchParams.get("return_to")).toBe("https://app.example.com/shop/orders?year=2026")
  })
})

describe("A request of another origin", () => {
  const origins = [undefined, "null", "https://app.example.com", "https://evil.example", "https://app.example.com:444"]
  const sites = [undefined, "same-origin", "same-site", "cross-site", "none"]
  const named = (headers: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<string, string>

  test.each(origins.flatMap((origin) => sites.map((site) => [origin, site] as const)))(
    "is told by Origin %s and Sec-Fetch-Site %s",
    async (origin, site) => {
      const isAllowed =
        origin === "https://app.example.com" ||
        ((origin === undefined || origin === "null") && site === "same-origin") ||
        (origin === undefined && (site === undefined || site === "none"))
      const headers = named({ origin, "sec-fetch-site": site })
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "ODD"]) {
        expect(latchkey.isCrossOrigin(request(headers, method))).toBe(!isAllowed)
        expect(await codeOf(latchkey.findSession(request(headers, method)))).toBe(
          isAllowed ? undefined : "cross_origin_refused"
        )
      }
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        expect(await codeOf(latchkey.findSession(request(headers, method)))).toBe(undefined)
      }
    }
  )

  test("opens no WebSocket with the user's cookies, and a page of the app does", async () => {
    const handshake = (origin: string) => request({ origin, upgrade: "websocket", connection: "Upgrade" })
    expect(await codeOf(latchkey.requireSession(handshake("https://evil.example")))).toBe("cross_origin_refused")
    expect(await codeOf(latchkey.requireSession(handshake("https://app.example.com")))).toBe(undefined)
    expect(await codeOf(latchkey.requireSession(request({ upgrade: "websocket" })))).toBe(undefined)
  })

  test("is asked of Latchkey no more than a visitor's", async () => {
    const { latchkey, sent } = fakeLatchkey(found)
    await codeOf(latchkey.findSession(request({ origin: "https://evil.example" }, "POST")))
    expect(await latchkey.findSession({ method: "POST", headers: { origin: "https://evil.example" } })).toBe(undefined)
    expect(sent).toEqual([])
  })
})

describe("Mistakes", () => {
  const unauthenticated = (hint?: string) => () => Response.json({ code: "unauthenticated", hint }, { status: 401 })
  const tellOf = async (
    reply: () => Response,
    headers: Record<string, string>,
    method = "GET",
    isDevelopment = true
  ) => {
    const { latchkey, said } = fakeLatchkey(reply, { isDevelopment })
    await codeOf(latchkey.findSession({ method, headers }))
    await codeOf(latchkey.findSession({ method, headers }))
    return said
  }
  const cases = [
    [
      "an origin",
      found,
      { cookie: cookies, origin: "http://localhost:5173" },
      "POST",
      /"http:\/\/localhost:5173".*APP_URL/
    ],
    ["another host", found, { accept: "text/html", host: "localhost:3001" }, "GET", /"localhost:3001".*APP_URL/],
    ["one cookie", found, { cookie: cookies.split("; ")[1] ?? "" }, "GET", /__session only/],
    ["two of one name", found, { cookie: `${cookies}; ${cookies}` }, "GET", /two cookies __client/],
    ["cookies of another Latchkey", unauthenticated(), { cookie: cookies }, "GET", /LATCHKEY_URL/],
    [
      "what Latchkey says",
      unauthenticated("Set COOKIE_PREFIX."),
      { cookie: cookies },
      "GET",
      /LATCHKEY_URL.* Set COOKIE_PREFIX\.$/
    ],
    [
      "a clock",
      () => Response.json(session, { headers: { date: "Mon, 30 Nov 2020 10:00:00 GMT" } }),
      { cookie: cookies },
      "GET",
      /clock of this server differs by \d+ seconds/
    ]
  ] as const

  test.each(cases)("are told on the console, once a minute: %s", async (_, reply, headers, method, expected) => {
    expect(await tellOf(reply, headers, method)).toEqual([expect.stringMatching(expected)])
  })

  test("are not told to users at the app's own host, to programs, and to users who are signed in", async () => {
    for (const headers of [
      { accept: "text/html", host: "app.example.com" },
      { accept: "application/json", host: "localhost:3001" },
      { accept: "text/html", host: "localhost:3001", cookie: cookies },
      { accept: "text/html" }
    ]) {
      expect(await tellOf(found, headers)).toEqual([])
    }
  })

  test.each(cases)("are not told in production: %s", async (_, reply, headers, method) => {
    expect(await tellOf(reply, headers, method, false)).toEqual([])
  })

  test("in addresses are told when the kit is made", () => {
    const tellAt = (appUrl: string, publicUrl: string) => {
      const said: Array<string> = []
      createLatchkey({
        url: "http://latchkey:3000",
        publicUrl,
        appUrl,
        isDevelopment: true,
        log: (text) => said.push(text)
      })
      return said.join()
    }
    expect(tellAt("http://localhost:4000", "http://localhost:3000")).toBe("")
    expect(tellAt("http://127.0.0.1:4000", "http://localhost:3000")).toMatch(/COOKIE_DOMAIN/)
    expect(tellAt("https://app.example.com", "https://auth.example.com")).toMatch(/COOKIE_DOMAIN/)
    expect(tellAt("http://example.com", "https://example.com/auth")).toMatch(/not https/)
  })

  test("in settings are thrown, with the name of the setting", () => {
    expect(() => createLatchkey({ url: "latchkey:3000" })).toThrow(/LATCHKEY_URL/)
    expect(() => createLatchkey({ publicUrl: "auth.example.com" })).toThrow(/LATCHKEY_PUBLIC_URL/)
    expect(() => createLatchkey({ appUrl: "" })).toThrow(/APP_URL/)
  })

  test("of a client that invents origins do not fill the memory: the first are forgotten", async () => {
    const { latchkey, said } = fakeLatchkey(found)
    const tell = (port: number) => codeOf(latchkey.findSession(request({ origin: `http://localhost:${port}` }, "POST")))
    for (let port = 1; port <= 101; port++) await tell(port)
    await tell(101)
    expect(said.length).toBe(101)
    await tell(1)
    expect(said.length).toBe(102)
  })
})
