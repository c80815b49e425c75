import { createServer, request, type RequestListener } from "node:http"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { asAdmin, instances, jsonType } from "@latchkey/test-support/contract"
import { freePort } from "@latchkey/test-support/freePort"
import { start } from "@latchkey/test-support/HttpService"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { assert, describe, it, onTestFinished } from "vitest"
import * as AppCheck from "../../src/app/AppCheck.ts"

const settings: AppCheck.CheckSettings = {
  ...HttpSettings.defaults,
  baseUrl: "https://auth.example.com",
  dashboard: true
}

const serve = (listener: RequestListener, host = "127.0.0.1"): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(listener)
    onTestFinished(() => void server.close().closeAllConnections())
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(`http://${host}:${typeof address === "object" ? address?.port : 0}`)
    })
  })

const check = async (
  origin: string,
  changes: Partial<AppCheck.CheckSettings> = {},
  all: ReadonlyArray<Instance> = [defaultInstance]
) => {
  const checks = await Effect.runPromise(AppCheck.run({ ...settings, ...changes }, all, origin))
  return new Map(checks.map(({ detail, name, result }) => [name, { result, detail }]))
}

describe("latchkey doctor --app", () => {
  it("tells what to do before the first start of the service", async () => {
    const found = await check("https://app.example.com", {}, [])
    assert.deepStrictEqual(
      [...found],
      [["instance", { result: "failed", detail: "there is no instance yet: start latchkey serve once" }]]
    )
  })

  it("checks an app that answers", async () => {
    const origin = await serve((_, response) => response.writeHead(404).end("<!doctype html>"))
    const found = await check(origin, { baseUrl: "http://127.0.0.1:3000", allowedOrigins: [origin] })
    assert.deepStrictEqual(
      [...found].map(([name, { result }]) => [name, result]),
      [
        ["instance", "ok"],
        ["origin", "ok"],
        ["cookies", "ok"],
        ["app", "ok"],
        ["app clock", "ok"],
        ["paths", "ok"]
      ]
    )
    assert.include(found.get("app")?.detail, "HTTP 404")
    assert.include(found.get("paths")?.detail, "its pages call http://127.0.0.1:3000")
  })

  it("follows no redirect, and asks as a page of the app", async () => {
    const asked: Array<readonly [string | undefined, string | undefined]> = []
    const origin = await serve(({ headers, url }, response) => {
      asked.push([url, headers["origin"]])
      response.writeHead(302, { location: "/elsewhere" }).end()
    })
    assert.include((await check(origin)).get("app")?.detail, "HTTP 302")
    assert.deepStrictEqual(asked, [
      ["/", origin],
      ["/v1/auth/session/optional", origin]
    ])
  })

  it("warns about an app that fails, or does not answer", async () => {
    const failing = await serve((_, response) => response.writeHead(502).end())
    assert.deepStrictEqual((await check(failing)).get("app"), {
      result: "warning",
      detail: `${failing} answers with HTTP 502`
    })
    const none = `http://127.0.0.1:${await freePort()}`
    const found = await check(none)
    assert.deepStrictEqual(found.get("app"), {
      result: "warning",
      detail: `nothing answers at ${none} from here (ECONNREFUSED)`
    })
    assert.strictEqual(found.get("app clock")?.detail, "not checked: nothing answers")
    assert.include(found.get("paths")?.detail, "not checked")
  })

  it("waits three seconds for an app that says nothing, at most", async () => {
    const silent = await serve(() => {})
    assert.include((await check(silent)).get("app")?.detail, "within 3 seconds")
  })

  it.each([
    [-60_000, "60 s behind"],
    [60_000, "60 s ahead of"]
  ])("warns about a clock that is off by %i ms", async (offset, expected) => {
    const origin = await serve((_, response) => {
      response.setHeader("date", new Date(Date.now() + offset).toUTCString()).end()
    })
    const clock = (await check(origin)).get("app clock")
    assert.strictEqual(clock?.result, "warning")
    assert.match(clock?.detail ?? "", new RegExp(expected.replace("60", "(59|60|61)")))
  })

  it("says that it has not checked the clock of an app that sends no Date", async () => {
    const origin = await serve((_, response) => {
      response.sendDate = false
      response.end()
    })
    assert.deepStrictEqual((await check(origin)).get("app clock"), {
      result: "ok",
      detail: "not checked: the app sends no Date"
    })
  })

  it("takes no origin that browsers do not have", async () => {
    for (const text of ["app.example.com", "https://app.example.com/path", "com.example.app://", ""]) {
      const parsed = await Effect.runPromise(Effect.either(AppCheck.parseOrigin(text)))
      assert.isTrue(Either.isLeft(parsed), text)
    }
    assert.strictEqual(
      await Effect.runPromise(AppCheck.parseOrigin("HTTPS://App.example.com:443/")),
      "https://app.example.com"
    )
  })
})

describe("The paths of Latchkey at the origin of an app", () => {
  /** Starts a service behind a proxy that forwards `Host`, or replaces it. */
  const behindProxy = async (host?: string) => {
    let port = 0
    const base = await serve((incoming, response) => {
      const headers = { ...incoming.headers, ...(host === undefined ? {} : { host }) }
      const outgoing = request({ port, host: "127.0.0.1", path: incoming.url, method: incoming.method, headers })
      outgoing.once("response", (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(response)
      })
      incoming.pipe(outgoing)
    }, "localhost")
    const service = await start({ settings: { baseUrl: base } })
    onTestFinished(() => service.stop())
    port = service.port
    const body = JSON.stringify({ name: "Shop", hosts: ["127.0.0.1"] })
    await service.browser().send("POST", instances, { headers: { ...asAdmin, ...jsonType, host: "localhost" }, body })
    const all = await service.instances((directory) => directory.list)
    return { base, atShop: base.replace("localhost", "127.0.0.1"), all }
  }

  const pathsAt = async (origin: string, baseUrl: string, all: ReadonlyArray<Instance>) =>
    (await check(origin, { baseUrl }, all)).get("paths")

  it("are ok if the proxy forwards Host", async () => {
    const { all, atShop, base } = await behindProxy()
    assert.deepStrictEqual(await pathsAt(atShop, base, all), {
      result: "ok",
      detail: `${atShop}/v1 leads to Latchkey, with its Host`
    })
    assert.deepStrictEqual(await pathsAt(base, base, all), {
      result: "ok",
      detail: `${base}/v1 leads to Latchkey, with its Host`
    })
  })

  it("fail if the request belongs to another instance, because the proxy replaces Host", async () => {
    const { all, atShop, base } = await behindProxy("internal.lan")
    const paths = await pathsAt(atShop, base, all)
    assert.strictEqual(paths?.result, "failed")
    assert.include(paths?.detail, "with another Host")
    const ofDefault = await pathsAt(base, base, all)
    assert.strictEqual(ofDefault?.result, "warning")
    assert.include(ofDefault?.detail, "/dashboard is not found")
  })

  it("are a warning at a host of no instance", async () => {
    const { all, atShop, base } = await behindProxy()
    const others = all.filter(({ id }) => id === "default")
    const paths = await pathsAt(atShop, base, others)
    assert.strictEqual(paths?.result, "warning")
    assert.include(paths?.detail, 'add it to the hosts of instance "default"')
  })

  it("fail if something else answers at an origin of the instance", async () => {
    const origin = await serve((_, response) => response.end("<!doctype html>"))
    const paths = await pathsAt(origin, origin, [defaultInstance])
    assert.strictEqual(paths?.result, "failed")
    assert.include(paths?.detail, "something other than Latchkey answers")
  })
})
