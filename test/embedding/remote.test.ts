import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as RemoteSessionSource from "@latchkey/http/session/RemoteSessionSource"
import { type PresentedRequest, SessionSource } from "@latchkey/http/session/SessionSource"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, signOut, signUp } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"

const origins = ["https://notes.example.com"]

const find = (url: string, request: PresentedRequest, timeout = 2_000) =>
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

describe("The log of a service that cannot check sessions", () => {
  const cookie = `__client=${"A".repeat(43)}; __session=${"A".repeat(43)}`
  const linesOf = async (url: string, times = 1) => {
    const recorder = makeRecorder()
    await Effect.flatMap(SessionSource, (source) =>
      Effect.replicateEffect(Effect.either(source.find(withCookie(cookie))), times)
    ).pipe(
      Effect.provide(RemoteSessionSource.layer({ url, origins, timeout: 2_000 })),
      Effect.provide(FetchHttpClient.layer),
      Effect.provide(recorder.layer),
      Effect.runPromise
    )
    const lines = recorder.lines().filter((line) => line.includes('"logLevel":"ERROR"'))
    expect(lines.join()).not.toMatch(/AAAA/)
    return lines.map((line) => JSON.parse(line.slice(4)).message)
  }

  test("names the URL and the cause, once for many requests", async () => {
    const url = "http://127.0.0.1:1"
    expect(await linesOf(url, 50)).toEqual([
      [`Cannot check sessions at ${url}/v1/auth/session`, expect.stringMatching(/ECONNREFUSED|bad port/)]
    ])
  })

  test("names the status of a response that is not Latchkey's", async () => {
    const url = `${service.origin}/elsewhere`
    expect(await linesOf(url)).toEqual([[`Cannot check sessions at ${url}/v1/auth/session`, "status 404"]])
  })
})

describe("RemoteSessionSource", () => {
  test("returns the session, and None after sign-out", async () => {
    const { browser, cookie, email } = await signedIn()
    const found = await find(service.origin, withCookie(`theme=dark; ${cookie}; other=1`))
    expect(Option.getOrThrow(Either.getOrThrow(found))).toMatchObject({
      instanceId: defaultId,
      email,
      emailVerified: false,
      claimedAt: Option.none()
    })
    await browser.post(signOut)
    expect(codeOf(await find(service.origin, withCookie(cookie)))).toBe(false)
  })

  test("fails with email_not_verified if the instance requires a verified email address", async () => {
    const { cookie } = await signedIn()
    const require = (requireVerifiedEmail: boolean) =>
      service.instances((instances) => instances.update(defaultId, { sessionConfig: { requireVerifiedEmail } }))
    await require(true)
    const found = await find(service.origin, withCookie(cookie))
    await require(false)
    expect(codeOf(found)).toBe("email_not_verified")
  })

  test("sends no request without both cookies", async () => {
    expect(codeOf(await find("http://127.0.0.1:1", { method: "GET", headers: {} }))).toBe(false)
    expect(codeOf(await find("http://127.0.0.1:1", withCookie("theme=dark")))).toBe(false)
  })

  test("fails with forbidden_origin for an unsafe request of a cross-origin page only", async () => {
    const { cookie } = await signedIn()
    const write = (headers: Record<string, string>) =>
      find(service.origin, { method: "POST", headers: { cookie, ...headers } }).then(codeOf)
    expect(await write({ origin: "https://evil.example", "sec-fetch-site": "cross-site" })).toBe("forbidden_origin")
    expect(await write({ "sec-fetch-site": "cross-site" })).toBe("forbidden_origin")
    expect(await write({ origin: origins[0] ?? "" })).toBe(true)
    expect(await write({})).toBe(true)
  })
})

describe("RemoteSessionSource, if Latchkey does not respond as it should", () => {
  const servers: Array<Server> = []
  afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

  const startServer = (listener: RequestListener) =>
    new Promise<string>((resolve) => {
      const server = createServer(listener).listen(0, "127.0.0.1", () => {
        servers.push(server)
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      })
    })

  const replies: ReadonlyArray<readonly [string, RequestListener]> = [
    ["it responds with 503", (_, response) => response.writeHead(503).end()],
    [
      "another service responds",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello")
    ],
    ["the response is malformed", (_, response) => response.writeHead(200).end('{"userId":1}')],
    ["a proxy responds with 403", (_, response) => response.writeHead(403).end('{"code":"forbidden"}')],
    ["the path is unknown", (_, response) => response.writeHead(404).end()],
    ["it redirects to itself", (_, response) => response.writeHead(302, { location: "/v1/auth/session" }).end()],
    ["it closes the connection", (request) => request.socket.destroy()],
    ["it never responds", (request) => setTimeout(() => request.socket.destroy(), 1_500)]
  ]

  test.each(replies)("fails with service_unavailable, and does not return None: %s", async (_, listener) => {
    const { cookie } = await signedIn()
    expect(codeOf(await find(await startServer(listener), withCookie(cookie), 500))).toBe("service_unavailable")
  })

  test("fails with service_unavailable, and does not return None: the connection is refused", async () => {
    const { cookie } = await signedIn()
    expect(codeOf(await find("http://127.0.0.1:1", withCookie(cookie)))).toBe("service_unavailable")
  })
})

describe("The request of RemoteSessionSource", () => {
  const received: Array<readonly [path: string | undefined, cookie: string | undefined]> = []
  const server = createServer(({ headers, url }, response) => {
    received.push([url, headers.cookie])
    response.writeHead(401).end()
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  test("contains the cookies of Latchkey, and no others", async () => {
    const { cookie } = await signedIn()
    await find(origin(), withCookie(`secret=of-the-app; ${cookie}`))
    expect(received.splice(0)).toEqual([["/v1/auth/session", cookie]])
  })

  test("contains the cookies with the prefix, too, whatever is planted beside them", async () => {
    const { cookie } = await signedIn()
    const prefixed = cookie.replaceAll("__client", "__Host-__client").replaceAll("__session", "__Host-__session")
    await find(origin(), withCookie(`${prefixed}; __session=a; __session=b`))
    await find(origin(), withCookie(`${cookie}; ${prefixed}`))
    expect(received.splice(0)).toEqual([
      ["/v1/auth/session", prefixed],
      ["/v1/auth/session", `${prefixed}; ${cookie}`]
    ])
  })

  test.each(["/auth", "/auth/"])("goes to the prefix of the URL: %s", async (prefix) => {
    const { cookie } = await signedIn()
    await find(`${origin()}${prefix}`, withCookie(cookie))
    expect(received.splice(0)).toEqual([["/auth/v1/auth/session", cookie]])
  })
})
