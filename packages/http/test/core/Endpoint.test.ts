import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { InvariantViolation } from "@latchkey/domain/core/Invariant"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { problem } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Tracer from "effect/Tracer"

const layer = Endpoint.layer.pipe(
  Layer.provide(Layer.mock(RefreshTokens, {})),
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

interface Line {
  readonly logLevel: string
  readonly message: unknown
  readonly annotations: Readonly<Record<string, unknown>>
}

/** Handles a number of requests with one service, and returns what it wrote into the log. */
const handleAll = async (
  times: number,
  handler: Endpoint.Handler<never>,
  headers: Record<string, string> = {},
  parent?: Tracer.AnySpan
) => {
  const recorder = makeRecorder()
  const request = HttpServerRequest.fromWeb(new Request("https://auth.example.com/", { headers }))
  const responses = await Effect.gen(function* () {
    const endpoint = yield* Endpoint.Endpoint
    const handled = Effect.replicateEffect(endpoint.handle(handler), times)
    return yield* parent === undefined ? handled : Effect.withParentSpan(handled, parent)
  }).pipe(
    Effect.provide(layer),
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.provide(recorder.layer as Layer.Layer<never>),
    Effect.runPromise
  )
  const lines = recorder.lines().filter((line) => line.startsWith("log "))
  return { responses, lines: lines.map((line): Line => JSON.parse(line.slice(4))) }
}

/** The tracer of an app that has set none. */
const unset = Effect.runSync(Effect.tracer)

const errorsIn = (lines: ReadonlyArray<Line>) =>
  lines.filter(({ logLevel }) => logLevel === "ERROR").map(({ message }) => message)

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

  it("logs an outage once a second with the number of requests that it failed, and not once for each", async () => {
    const failed = new PersistenceError({ cause: new Error("canary-6c41"), detail: "connect ECONNREFUSED" })
    const { lines, responses } = await handleAll(1000, () => failed)
    assert.deepStrictEqual(new Set(responses.map(({ status }) => status)), new Set([503]))
    assert.deepStrictEqual(errorsIn(lines), [["The store is unavailable", "connect ECONNREFUSED"]])
  })

  it("logs the type of the cause if an outage has no detail, and never its message", async () => {
    const { lines } = await handleAll(1, () => new PersistenceError({ cause: new RangeError("canary-91e3") }))
    assert.deepStrictEqual(errorsIn(lines), [["The store is unavailable", "RangeError"]])
  })

  it("logs of a defect its type, and what was believed if an invariant does not hold", async () => {
    for (const [defect, reason] of [
      [new RangeError("canary-0d44"), "RangeError"],
      ["canary-71f0", "string"],
      [new InvariantViolation("A locked user exists"), "InvariantViolation: A locked user exists"],
      [Object.assign(new Error("canary-3ac8"), { name: "InvariantViolation" }), "InvariantViolation"]
    ] as const) {
      const { lines, responses } = await handleAll(1, () => Effect.die(defect))
      assert.deepStrictEqual(errorsIn(lines), [["A request failed unexpectedly", reason]])
      assert.strictEqual(responses[0]?.status, 500)
    }
  })

  it("does not blame the store if a part of the app has failed, which has its own line", async () => {
    const { lines, responses } = await handleAll(
      1,
      () => new PersistenceError({ cause: "", part: "The hook onCreated" })
    )
    assert.deepStrictEqual(
      responses.map(({ status }) => status),
      [503]
    )
    assert.deepStrictEqual(
      lines.filter(({ logLevel }) => logLevel === "ERROR"),
      []
    )
  })

  it.each([true, false])(
    "makes spans with the tracer of an app only in a trace that is sampled: %s",
    async (sampled) => {
      const made: Array<string> = []
      const { responses } = await handleAll(
        1,
        () =>
          HttpServerResponse.empty().pipe(
            Effect.withSpan("a statement"),
            Effect.withTracer(
              Tracer.make({
                span: (name, ...rest) => {
                  made.push(name)
                  return unset.span(name, ...rest)
                },
                context: unset.context
              })
            )
          ),
        {},
        Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16), sampled })
      )
      assert.deepStrictEqual([responses[0]?.status, made], [204, sampled ? ["a statement"] : []])
    }
  )

  const token = "A".repeat(43)
  it.each([
    ["no cookie", "", "no cookie __session, no cookie __client"],
    ["another cookie only", "theme=dark", "no cookie __session, no cookie __client"],
    ["the session only", `__session=${token}`, "no cookie __client"],
    ["the client only", `__client=${token}`, "no cookie __session"],
    ["two of one name", `__session=${token}; __client=${token}; __session=${token}`, "two cookies __session"],
    ["a value that is no token", `__session=canary-1f09; __client=${token}`, "a malformed cookie __session"],
    ["the other name", `__Host-__session=${token}; __client=${token}`, "no cookie __session"],
    ["both", `__session=${token}; __client=${token}`, undefined]
  ])(
    "says at the level Debug which cookie is missing from a request that is not signed in: %s",
    async (_, cookie, reason) => {
      const { lines } = await handleAll(1, () => problem("unauthenticated"), { cookie })
      const answered = lines.filter(({ message }) => message === "Answered")
      assert.deepStrictEqual(
        answered.map(({ annotations }) => [annotations["status"], annotations["cookies"]]),
        [[401, reason]]
      )
      assert.notInclude(JSON.stringify(lines), "canary")
      assert.notInclude(JSON.stringify(lines), token)
    }
  )
})
