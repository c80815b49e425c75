/** The metrics as text for Prometheus (exposition format 0.0.4), at `/metrics` on a separate port. */
import * as Metrics from "@effect/opentelemetry/Metrics"
import * as Resource from "@effect/opentelemetry/Resource"
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CommandError } from "../core/CommandError.ts"
import * as ListenFailure from "../http/ListenFailure.ts"

/** Where to listen, and the service that the metrics belong to. */
export interface Options {
  readonly host: string
  readonly port: number
  readonly resource: { readonly serviceName: string; readonly serviceVersion: string }
}

/** Listens until the layer is released. Anyone who can reach the port can read the metrics. */
export const layer = ({ host, port, resource }: Options): Layer.Layer<never, CommandError> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const exporter = new PrometheusExporter({ host, port, preventServerStart: true, withoutScopeInfo: true })
      yield* Effect.tryPromise({
        try: () => exporter.startServer(),
        catch: ListenFailure.toCommandError({ host, port, setting: "METRICS_PORT", hostSetting: "METRICS_HOST" })
      })
      // Closing the exporter stops its server.
      return Metrics.layer(() => exporter, { shutdownTimeout: "1 second" })
    })
  ).pipe(Layer.provide(Resource.layer(resource)))
