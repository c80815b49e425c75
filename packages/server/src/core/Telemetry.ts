/**
 * What the service tells of itself while it runs: traces, metrics and logs by OTLP, and metrics for Prometheus.
 *
 * @since 0.1.0
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { CommandError } from "./CommandError.ts"
import type { Settings } from "./Settings.ts"
import { version } from "./version.ts"

/** The settings that telemetry needs. @since 0.1.0 */
export type TelemetrySettings = Pick<Settings, "otlpEndpoint" | "otlpHeaders" | "metricsHost" | "metricsPort">

const resource = { serviceName: "latchkey", serviceVersion: version }

const headersOf = (settings: TelemetrySettings) =>
  Option.match(settings.otlpHeaders, { onNone: () => ({}), onSome: Redacted.value })

/** Sends everything to a collector. While that is down nothing waits for it, and what it misses is lost. */
const exporter = (baseUrl: string, settings: TelemetrySettings) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("@effect/opentelemetry/Otlp")),
      (Otlp) =>
        Otlp.layerJson({
          baseUrl,
          resource,
          headers: headersOf(settings),
          // The shutdown has 25 seconds for everything.
          shutdownTimeout: "1 second"
        })
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))

const prometheus = (host: string, port: number) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./PrometheusServer.ts")),
      (PrometheusServer) => PrometheusServer.layer({ host, port, resource })
    )
  )

/** Nothing, unless the settings ask for it: what it takes is loaded only then. @since 0.1.0 */
export const layer = (settings: TelemetrySettings): Layer.Layer<never, CommandError> =>
  Layer.merge(
    Option.match(settings.otlpEndpoint, {
      // Spans that nobody gets would be made all the same.
      onNone: () => Layer.setTracerEnabled(false),
      onSome: (baseUrl) => exporter(baseUrl, settings)
    }),
    Option.match(settings.metricsPort, {
      onNone: () => Layer.empty,
      onSome: (port) => prometheus(settings.metricsHost, port)
    })
  )
