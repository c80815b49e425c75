/** Traces, metrics and logs by OTLP, and metrics for Prometheus. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { CommandError } from "../core/CommandError.ts"
import type { Settings } from "../core/Settings.ts"
import { version } from "../core/version.ts"
import * as Sampler from "../core/Sampler.ts"

/** The settings that telemetry needs. */
export type TelemetrySettings = Pick<
  Settings,
  "otlpEndpoint" | "otlpHeaders" | "metricsHost" | "metricsPort" | "tracesRatio" | "tracesSampler"
>

const resource = { serviceName: "latchkey", serviceVersion: version }

const headersOf = (settings: TelemetrySettings) =>
  Option.match(settings.otlpHeaders, { onNone: () => ({}), onSome: Redacted.value })

/** Sends everything to a collector. While the collector is down, requests do not wait for it, and the data is lost. */
const exporter = (baseUrl: string, settings: TelemetrySettings) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const Otlp = yield* Effect.promise(() => import("./Otlp.ts"))
      const isSampled = Sampler.make(settings.tracesSampler, settings.tracesRatio)
      return Otlp.layer({ baseUrl, headers: headersOf(settings), isSampled, resource })
    })
  )

const prometheus = (host: string, port: number) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./PrometheusServer.ts")),
      (PrometheusServer) => PrometheusServer.layer({ host, port, resource })
    )
  )

/** Exports only what the settings ask for, and loads the libraries only then. */
export const layer = (settings: TelemetrySettings): Layer.Layer<never, CommandError> =>
  Layer.merge(
    Option.match(settings.otlpEndpoint, {
      // Otherwise every request would create spans that are never exported.
      onNone: () => Layer.setTracerEnabled(false),
      onSome: (baseUrl) => exporter(baseUrl, settings)
    }),
    Option.match(settings.metricsPort, {
      onNone: () => Layer.empty,
      onSome: (port) => prometheus(settings.metricsHost, port)
    })
  )
