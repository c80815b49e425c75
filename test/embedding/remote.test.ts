import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as RemoteSessionSource from "@latchkey/http/session/RemoteSessionSource"
import { type PresentedRequest, SessionSource } from "@latchkey/http/session/SessionSource"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { start } from "../http/support/conformance.ts"
import { newEmail, password, signOut, signUp } from "../http/support/contract.ts"
import type { Service } from "../support/Service.ts"

const origins = ["https://notes.example.com"]

const ask = (url: string, request: PresentedRequest, timeout = 2_000) =>
  Effect.flatMap(SessionSource, (source) => Effect.either(source.find(request))).pipe(
    Effect.provide(RemoteSessionSource.layer({ url, origins, timeout })),
    Effect.provide(FetchHttpClient.layer),
    Effect.runPromise
  )

const codeOf = Either.match({ onLeft: ({ code }: { readonly code: string }) => code, onRight: Option.isSome })

let service: Service
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())

const signedIn = async () => {
  const browser = service.browser()
  const email = newEmail()
  await browser.post(signUp, { email, password })
  return { browser, email, cookie: await browser.jar.getCookieString(service.origin) }
}

const withCookie = (cookie: string): PresentedRequest => ({ method: "GET", headers: { cookie } })

describe("A service that asks a Latchkey elsewhere", () => {
  test("is told whose session it is, until it has ended", async () => {
    const { browser, cookie, email } = await signedIn()
    const found = await ask(service.origin, withCookie(`theme=dark; ${cookie}; other=1`))
    expect(Option.getOrThrow(Either.getOrThrow(found))).toMatchObject({ email, emailVerified: false })
    await browser.post(signOut)
    expect(codeOf(await ask(service.origin, withCookie(cookie)))).toBe(false)
  })

  test("asks nothing for somebody without cookies", async () => {
    expect(codeOf(await ask("http://127.0.0.1:1", { method: "GET", headers: {} }))).toBe(false)
    expect(codeOf(await ask("http://127.0.0.1:1", withCookie("theme=dark")))).toBe(false)
  })

  test("refuses a foreign page that writes, and no other", async () => {
    const { cookie } = await signedIn()
    const write = (headers: Record<string, string>) =>
      ask(service.origin, { method: "POST", headers: { cookie, ...headers } }).then(codeOf)
    expect(await write({ origin: "https://evil.example", "sec-fetch-site": "cross-site" })).toBe("forbidden_origin")
    expect(await write({ "sec-fetch-site": "cross-site" })).toBe("forbidden_origin")
    expect(await write({ origin: origins[0] ?? "" })).toBe(true)
    expect(await write({})).toBe(true)
  })
})

describe("A Latchkey elsewhere that does not answer as it should", () => {
  const servers: Array<Server> = []
  afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

  const serverThat = (listener: RequestListener) =>
    new Promise<string>((resolve) => {
      const server = createServer(listener).listen(0, "127.0.0.1", () => {
        servers.push(server)
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      })
    })

  const replies: ReadonlyArray<readonly [string, RequestListener]> = [
    ["is down itself", (_, response) => response.writeHead(503).end()],
    ["is another service", (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello")],
    ["answers another thing", (_, response) => response.writeHead(200).end('{"userId":1}')],
    ["does not know the path", (_, response) => response.writeHead(404).end()],
    ["sends round in circles", (_, response) => response.writeHead(302, { location: "/v1/auth/session" }).end()],
    ["hangs up", (request) => request.socket.destroy()],
    ["never answers", (request) => setTimeout(() => request.socket.destroy(), 1_500)]
  ]

  test.each(replies)("makes nobody look signed out: it %s", async (_, listener) => {
    const { cookie } = await signedIn()
    expect(codeOf(await ask(await serverThat(listener), withCookie(cookie), 500))).toBe("service_unavailable")
  })

  test("makes nobody look signed out: nothing is there", async () => {
    const { cookie } = await signedIn()
    expect(codeOf(await ask("http://127.0.0.1:1", withCookie(cookie)))).toBe("service_unavailable")
  })
})

describe("What goes there", () => {
  const seen: Array<readonly [path: string | undefined, cookie: string | undefined]> = []
  const server = createServer(({ headers, url }, response) => {
    seen.push([url, headers.cookie])
    response.writeHead(401).end()
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  test("is Latchkey's cookies, and no others", async () => {
    const { cookie } = await signedIn()
    await ask(origin(), withCookie(`secret=of-the-app; ${cookie}`))
    expect(seen.splice(0)).toEqual([["/v1/auth/session", cookie]])
  })

  test.each(["/auth", "/auth/"])("goes under the prefix that it is mounted at: %s", async (prefix) => {
    const { cookie } = await signedIn()
    await ask(`${origin()}${prefix}`, withCookie(cookie))
    expect(seen.splice(0)).toEqual([["/auth/v1/auth/session", cookie]])
  })
})
