import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ProxyCheck from "../../src/http/ProxyCheck.ts"
import { freePort } from "@latchkey/test-support/freePort"

const settings = { baseUrl: "https://auth.example.com", host: "127.0.0.1", trustedProxies: [] as Array<string> }

const judge = (changes: Partial<typeof settings>) => ProxyCheck.judgeAddresses({ ...settings, ...changes })

describe("The IP address that rate limits count", () => {
  it.each(["127.0.0.1", "10.0.0.5", "0.0.0.0", "::", "fd00::1", "localhost"])(
    "is a warning if there must be a proxy that is not trusted: https, and HOST=%s",
    (host) => {
      const { detail, result } = judge({ host })
      assert.strictEqual(result, "warning")
      assert.match(detail, /set TRUSTED_PROXIES .* all users behind it share the limits of one IP address/)
    }
  )

  it.each([
    ["the proxy is trusted", { trustedProxies: ["10.0.0.0/8", "fd00::/8"] }],
    ["there is no proxy", { baseUrl: "http://localhost:3000" }],
    ["the service listens on a public address", { host: "8.8.8.8" }]
  ])("is ok if %s", (_situation, changes) => {
    assert.strictEqual(judge(changes).result, "ok")
  })

  it("names the trusted proxies", () => {
    assert.include(judge({ trustedProxies: ["10.0.0.0/8"] }).detail, "requests through 10.0.0.0/8 count under")
  })

  it.each(["0.0.0.0/0", "::/0"])("is a warning if every client may choose it: %s", (range) => {
    const { detail, result } = judge({ trustedProxies: ["10.0.0.0/8", range] })
    assert.strictEqual(result, "warning")
    assert.include(detail, `TRUSTED_PROXIES contains ${range}`)
  })
})

/** Starts a server that responds to everything like this, or never. */
const responding = (status: number | undefined, body: string) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly stop: () => void }>((resume) => {
      const server = createServer((_request, response) => {
        if (status !== undefined) response.writeHead(status, { location: "/elsewhere" }).end(body)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
        resume(Effect.succeed({ url, stop: () => void server.close().closeAllConnections() }))
      })
    }),
    ({ stop }) => Effect.sync(stop)
  )

const detailAt = (baseUrl: string) => Effect.map(ProxyCheck.run({ ...settings, baseUrl }), ({ detail }) => detail)

describe("What answers at BASE_URL", () => {
  it.scopedLive("is Latchkey", () =>
    Effect.gen(function* () {
      const { url } = yield* responding(200, '{"ok":true}')
      assert.include(yield* detailAt(url), `; Latchkey answers at ${url}`)
    })
  )

  it.scopedLive.each([
    [200, "<p>Welcome</p>"],
    [200, '{"ok":false}'],
    [301, '{"ok":true}'],
    [502, '{"ok":true}']
  ] as const)("is something other than Latchkey: %s %s", ([status, body]) =>
    Effect.gen(function* () {
      const { url } = yield* responding(status, body)
      assert.include(yield* detailAt(url), `; something other than Latchkey answers at ${url} (HTTP ${status})`)
    })
  )

  it.live("is nothing before the first start, which is ok", () =>
    Effect.gen(function* () {
      const baseUrl = `http://127.0.0.1:${yield* Effect.promise(freePort)}`
      const check = yield* ProxyCheck.run({ ...settings, baseUrl })
      assert.deepInclude(check, { name: "proxies", result: "ok" })
      assert.include(check.detail, `nothing answers at ${baseUrl} from here (ECONNREFUSED)`)
    })
  )

  it.scopedLive("is waited for at most 3 seconds", () =>
    Effect.gen(function* () {
      const { url } = yield* responding(undefined, "")
      assert.include(yield* detailAt(url), `nothing answers at ${url} from here within 3 seconds`)
    })
  )

  it.scopedLive("does not show whether the proxy forwards headers", () =>
    Effect.gen(function* () {
      const { url } = yield* responding(200, '{"ok":true}')
      const { detail } = yield* ProxyCheck.run({ ...settings, baseUrl: url, trustedProxies: ["10.0.0.0/8"] })
      assert.include(detail, "cannot be checked from here")
    })
  )
})
