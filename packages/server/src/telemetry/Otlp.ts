/** Sends traces, metrics and logs to a collector, by OTLP over HTTP. */
import * as OtlpLogger from "@effect/opentelemetry/OtlpLogger"
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Sampler from "../core/Sampler.ts"

/** Where to send it, with which headers, and which traces. */
export interface Options {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly isSampled: Sampler.Sampler
  readonly resource: { readonly serviceName: string; readonly serviceVersion: string }
}

// OpenTelemetry's default, https://opentelemetry.io/docs/specs/otel/protocol/exporter
const requestTimeout = Duration.seconds(10)

// Of each of three signals, for the request under way and for what is left. The whole shutdown has 25 seconds.
const lastRequestTimeout = Duration.seconds(2)
const shutdownTimeout = Duration.seconds(3)

const messageOf = (cause: Cause.Cause<Error>): string =>
  Cause.prettyErrors(cause)
    .map(({ message }) => message)
    .join()

/** Ends a request that gets no response. As a defect: the exporters repeat what fails, and it would pile up meanwhile. */
const limited = Effect.timeoutFailCause({
  duration: requestTimeout,
  onTimeout: () => Cause.die(new Error("No response within 10 seconds"))
})

/** Lets a request that is under way end when its exporter is interrupted, which has handed over its data. */
const finished = <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkDaemon(request), (fiber) =>
    Effect.onInterrupt(Fiber.join(fiber), () =>
      // A finalizer cannot be interrupted, and so would wait for as long as the request takes.
      Fiber.await(fiber).pipe(
        Effect.interruptible,
        Effect.timeoutOption(lastRequestTimeout),
        Effect.zipRight(Fiber.interruptFork(fiber))
      )
    )
  )

/**
 * A client that warns once when the collector stops taking data, and says once when it takes it again. Every signal
 * drops its data for a minute after it has failed.
 */
const layerClient: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    let isDown = false
    const became = (down: boolean, log: Effect.Effect<void>) =>
      Effect.suspend(() => {
        if (isDown === down) return Effect.void
        isDown = down
        return log
      })
    return HttpClient.transformResponse(client, (response) =>
      Effect.flatMap(response, (one) => HttpClientResponse.filterStatusOk(one)).pipe(
        limited,
        Effect.tapErrorCause((cause) =>
          became(true, Effect.logWarning("The collector takes no telemetry, which is lost meanwhile", messageOf(cause)))
        ),
        Effect.tap(() => became(false, Effect.logInfo("The collector takes telemetry again"))),
        finished
      )
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))

/** By default, a span gets each log line as an event, which has IP addresses. The logs have the ids of their spans. */
const withoutLogsInSpans = Logger.remove(Logger.tracerLogger)

/** Exports until the layer is released. */
export const layer = ({ baseUrl, headers, isSampled, resource }: Options): Layer.Layer<never> => {
  const to = (path: string) => ({
    url: new URL(path, `${baseUrl.replace(/\/$/, "")}/`).href,
    headers,
    resource,
    shutdownTimeout
  })
  const tracer = Layer.unwrapScoped(
    Effect.map(OtlpTracer.make(to("v1/traces")), (tracer) => Sampler.layer(tracer, isSampled))
  )
  const logs = Layer.merge(OtlpLogger.layer(to("v1/logs")), withoutLogsInSpans)
  return Layer.mergeAll(logs, OtlpMetrics.layer(to("v1/metrics")), tracer).pipe(
    Layer.provide(OtlpSerialization.layerJson),
    Layer.provide(layerClient)
  )
}
