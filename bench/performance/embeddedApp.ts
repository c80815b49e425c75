// An app with Latchkey as a library. It checks sessions with the use case, without HTTP.
import * as EventRecorder from "@latchkey/domain/event/EventRecorder"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeSdk from "@effect/opentelemetry/NodeSdk"
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace-base"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as Token from "@latchkey/domain/core/Token"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionObserver } from "@latchkey/domain/session/SessionObserver"
import * as Sessions from "@latchkey/domain/session/Sessions"
import * as Postgres from "@latchkey/postgres/Postgres"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as ServerDatabase from "@latchkey/server/database/ServerDatabase"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { ParentSpan } from "effect/Tracer"

export interface RunOptions {
  readonly rampMillis: number
  readonly millis: number
  readonly fibers: number
}

const environment = process.env

const caller = {
  ipAddress: "203.0.113.1",
  clientToken: Token.parse(environment["CLIENT"] ?? ""),
  sessionToken: Token.parse(environment["SESSION"] ?? "")
}

const database = ServerDatabase.layer({
  url: Redacted.make(environment["DATABASE_URL"] ?? ""),
  schema: SchemaName.make("latchkey"),
  poolSize: 10
})

const noObserver = Layer.succeed(SessionObserver, { issued: () => Effect.void, signedOut: () => Effect.void })

const services = Sessions.layer.pipe(
  Layer.provide(noObserver),
  Layer.provide(EventRecorder.layer),
  Layer.provide([NodeIdGenerator.layer, NodeTokenGenerator.layer]),
  Layer.provideMerge(Layer.provide(Postgres.layer, database))
)

/** OpenTelemetry's own SDK, as an app has it, with an exporter that drops the spans. */
const tracer = NodeSdk.layer(() => ({
  resource: { serviceName: "app" },
  spanProcessor: new BatchSpanProcessor({ export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} }),
  tracerConfig: { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0.01) }) }
}))
const telemetry = environment["SPANS"] === "one percent" ? tracer : Layer.empty

/** The span that an app makes for each of its requests. It costs nearly as much as a check, with a tracer and without. */
const request: <A, E, R>(check: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, ParentSpan>> =
  environment["SPANS"] === "none"
    ? (check) => check as never
    : Effect.withSpan("GET /orders", { root: true, kind: "server", captureStackTrace: false })

const program = Effect.gen(function* () {
  const sessions = yield* Sessions.Sessions
  const instance = Option.getOrThrow(yield* (yield* InstanceRepository).findById(defaultId))

  const run = ({ fibers, millis, rampMillis }: RunOptions) =>
    Effect.gen(function* () {
      const from = performance.now() + rampMillis
      let count = 0
      const check = Effect.map(request(sessions.authenticate({ instance, caller })), () => {
        const now = performance.now()
        if (now >= from && now < from + millis) count++
        return now
      })
      // `Effect.repeat` would take half as long as the check.
      const loop: Effect.Effect<void, Effect.Effect.Error<typeof check>> = Effect.flatMap(check, (now) =>
        now >= from + millis ? Effect.void : Effect.suspend(() => loop)
      )
      yield* Effect.all(
        Array.from({ length: fibers }, () => loop),
        { concurrency: "unbounded", discard: true }
      )
      return (count * 1000) / millis
    })

  process.on("message", (options: RunOptions) => {
    Effect.runPromise(run(options)).then(
      (perSecond) => process.send?.({ perSecond }),
      (error: Error) => process.send?.({ failure: error.message })
    )
  })
  process.send?.("ready")
  return yield* Effect.never
})

process.once("disconnect", () => process.exit())
process.once("SIGTERM", () => process.exit())
Effect.runFork(Effect.provide(program, Layer.provideMerge(services, telemetry)))
