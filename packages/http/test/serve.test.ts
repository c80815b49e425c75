import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Http from "@latchkey/http/Http"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

class Store extends Context.Tag("test/Store")<Store, string>() {}

/** An app whose parts note what they do, in order. */
const makeApp = () => {
  const events: Array<string> = []
  const note = (event: string) => Effect.sync(() => void events.push(event))
  const between = (begin: string, end: string) => Effect.acquireRelease(note(begin), () => note(end))

  const store = Layer.scoped(Store, Effect.as(between("the store opens", "the store closes"), "store"))
  const routes = HttpLayerRouter.use((router) =>
    Effect.gen(function* () {
      const name = yield* Store
      // Long enough for a request to arrive.
      yield* Effect.sleep("5 millis")
      yield* router.add("GET", "/", HttpServerResponse.text(name))
      yield* note("the routes are ready")
    })
  )
  const server = Layer.scoped(
    HttpServer.HttpServer,
    Effect.as(
      between("the server listens", "the server closes"),
      HttpServer.make({
        address: { _tag: "UnixAddress", path: "/none" },
        serve: () => between("the server has routes", "the server has none") as Effect.Effect<void>
      })
    )
  )
  return { events, routes, server, store }
}

type Server = ReturnType<typeof makeApp>["server"]

const run = <A, E>(app: Layer.Layer<A, E>) => Effect.runPromiseExit(Effect.scoped(Layer.build(app)))

describe("Http.serve", () => {
  it("listens when the routes and everything that they need are ready, and closes first", async () => {
    const { events, routes, server, store } = makeApp()
    const app = Http.serve(routes, server, { disableListenLog: true }).pipe(Layer.provide(store))
    assert.isTrue(Exit.isSuccess(await run(app)))
    assert.deepStrictEqual(events, [
      "the store opens",
      "the routes are ready",
      "the server listens",
      "the server has routes",
      "the server has none",
      "the server closes",
      "the store closes"
    ])
  })

  it("does not listen if something that the routes need cannot start", async () => {
    const { events, routes, server } = makeApp()
    const failing = Layer.provide(routes, Layer.effect(Store, Effect.fail("no database")))
    assert.deepStrictEqual(await run(Http.serve(failing, server)), Exit.fail("no database"))
    assert.deepStrictEqual(events, [])
  })
})

describe("A server that listens before Latchkey's routes are ready", () => {
  const latchkey = BaseUrl.layer.pipe(
    Layer.provideMerge(HttpSettings.layer({ baseUrl: "https://auth.example.com" })),
    Layer.merge(Layer.mock(InstanceDirectory, {})),
    Layer.merge(Layer.mock(RefreshTokens, {})),
    Layer.orDie
  )

  /** Routes of an app, whose part of Latchkey is what every mount has. */
  const routes = Layer.discard(Endpoint.layer)

  const warningsOf = async (app: Layer.Layer<never>) => {
    const lines: Array<string> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${message}`))
    )
    assert.isTrue(Exit.isSuccess(await run(Layer.provide(app, logger))))
    return lines
  }

  const warning =
    "WARN The HTTP server listens before Latchkey has its routes, and never responds to requests until then. Serve with Http.serve(routes, server), which listens last"

  it.each([
    ["below Latchkey", (server: Server) => routes.pipe(Layer.provide(latchkey), Layer.provide(server))],
    ["beside Latchkey's layers", (server: Server) => routes.pipe(Layer.provide([server, latchkey]))],
    ["between Latchkey and its routes", (server: Server) => routes.pipe(Layer.provide(server), Layer.provide(latchkey))]
  ])("is logged, with what to use instead: %s", async (_, make) => {
    assert.deepStrictEqual(await warningsOf(make(makeApp().server)), [warning])
  })

  it("is not logged if it responds meanwhile", async () => {
    const server = Layer.merge(makeApp().server, Layer.succeed(Http.RespondsEarly, true))
    assert.deepStrictEqual(await warningsOf(Layer.provide(routes, [server, latchkey])), [])
  })

  it("is not logged with Http.serve", async () => {
    const { server } = makeApp()
    const app = Http.serve(routes, server, { disableListenLog: true })
    assert.deepStrictEqual(await warningsOf(Layer.discard(Layer.provide(app, latchkey))), [])
  })
})
