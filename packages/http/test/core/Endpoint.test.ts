import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"

const layer = Endpoint.layer.pipe(
  Layer.provide(Layer.mock(InstanceDirectory, { findByHost: () => Effect.succeed(defaultInstance) })),
  Layer.provide(BaseUrl.layer),
  Layer.provide(HttpSettings.layer({ baseUrl: "https://auth.example.com" }))
)

const handle = (handler: Endpoint.Handler<never>) =>
  Effect.flatMap(Endpoint.Endpoint, (endpoint) => endpoint.handle(handler)).pipe(
    Effect.provide(layer),
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request("https://auth.example.com/"))
    ),
    Effect.map(HttpServerResponse.toWeb),
    Logger.withMinimumLogLevel(LogLevel.None),
    Effect.runPromise
  )

describe("Endpoint.handle", () => {
  it("responds with 500 and the headers of every response if the handler throws before it returns an effect", async () => {
    const response = await handle(() => {
      throw new Error("canary-2b70")
    })
    const text = await response.text()
    assert.deepStrictEqual([response.status, JSON.parse(text).code], [500, "internal_error"])
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    assert.notInclude(text, "canary")
  })
})
