import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as ProxyCheck from "@latchkey/server/http/ProxyCheck"
import * as Effect from "effect/Effect"
import { freePort } from "../support/latchkey.ts"

const settings = { baseUrl: "https://auth.example.com", host: "127.0.0.1", trustedProxies: [] as Array<string> }

const judge = (changes: Partial<typeof settings>) => ProxyCheck.judgeAddresses({ ...settings, ...changes })

describe("Whose address a request counts under", () => {
  it.each(["127.0.0.1", "10.0.0.5", "0.0.0.0", "::", "fd00::1", "localhost"])(
    "is worth a warning where a proxy is and is not known: https, and HOST=%s",
    (host) => {
      const { detail, result } = judge({ host })
      assert.strictEqual(result, "warning")
      assert.match(detail, /set TRUSTED_PROXIES .* everybody behind it shares one address's limits/)
    }
  )

  it.each([
    ["the proxy is known", { trustedProxies: ["10.0.0.0/8", "fd00::/8"] }],
    ["nothing is in front", { baseUrl: "http://localhost:3000" }],
    ["addresses come through as they are", { host: "8.8.8.8" }]
  ])("is right where %s", (_where, changes) => {
    assert.strictEqual(judge(changes).result, "ok")
  })

  it("is told of a proxy that is known", () => {
    assert.include(judge({ trustedProxies: ["10.0.0.0/8"] }).detail, "a request through 10.0.0.0/8 counts under")
  })

  it.each(["0.0.0.0/0", "::/0"])("is anybody's choice where everybody is trusted: %s", (range) => {
    const { detail, result } = judge({ trustedProxies: ["10.0.0.0/8", range] })
    assert.strictEqual(result, "warning")
    assert.include(detail, `TRUSTED_PROXIES holds ${range}`)
  })
})

/** A server that answers everything so, or never. */
const answering = (status: number | undefined, body: string) =>
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
  it.scopedLive("is a Latchkey", () =>
    Effect.gen(function* () {
      const { url } = yield* answering(200, '{"ok":true}')
      assert.include(yield* detailAt(url), `; a Latchkey answers at ${url}`)
    })
  )

  it.scopedLive.each([
    [200, "<p>Welcome</p>"],
    [200, '{"ok":false}'],
    [301, '{"ok":true}'],
    [502, '{"ok":true}']
  ] as const)("is something else: %s %s", ([status, body]) =>
    Effect.gen(function* () {
      const { url } = yield* answering(status, body)
      assert.include(yield* detailAt(url), `; what answers at ${url} is no Latchkey (HTTP ${status})`)
    })
  )

  it.live("is nothing, which is no mistake before the first start", () =>
    Effect.gen(function* () {
      const baseUrl = `http://127.0.0.1:${yield* Effect.promise(freePort)}`
      const check = yield* ProxyCheck.run({ ...settings, baseUrl })
      assert.deepInclude(check, { name: "proxies", result: "ok" })
      assert.include(check.detail, `nothing answers at ${baseUrl} (ECONNREFUSED)`)
    })
  )

  it.scopedLive("is waited for, but not for long", () =>
    Effect.gen(function* () {
      const { url } = yield* answering(undefined, "")
      assert.include(yield* detailAt(url), `nothing answers at ${url} within 3 seconds`)
    })
  )

  it.scopedLive("is not the proxy itself, of which nothing can be seen", () =>
    Effect.gen(function* () {
      const { url } = yield* answering(200, '{"ok":true}')
      const { detail } = yield* ProxyCheck.run({ ...settings, baseUrl: url, trustedProxies: ["10.0.0.0/8"] })
      assert.include(detail, "cannot be seen from here")
    })
  )
})
