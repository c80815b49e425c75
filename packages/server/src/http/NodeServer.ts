/**
 * The HTTP server of the service, on Node.
 *
 * @since 0.1.0
 */
import type * as Etag from "@effect/platform/Etag"
import type * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpServer from "@effect/platform/HttpServer"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as NodeContext from "@effect/platform-node/NodeContext"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { CommandError } from "../core/CommandError.ts"
import * as DrainableServer from "./DrainableServer.ts"
import * as ListenFailure from "./ListenFailure.ts"
import type { Settings } from "../core/Settings.ts"

/** How to stop serving. @since 0.1.0 */
export class Drain extends Context.Tag("@latchkey/server/Drain")<Drain, Effect.Effect<void>>() {}

/** What the layer provides. @since 0.1.0 */
export type Services =
  | Drain
  | Etag.Generator
  | HttpPlatform.HttpPlatform
  | HttpServer.HttpServer
  | NodeContext.NodeContext

// Together with what comes after it this has to fit into the 25 seconds that a shutdown may take.
const patience = "18 seconds"

const drain = (server: DrainableServer.DrainableServer): Effect.Effect<void> =>
  Effect.async<void>((resume) => server.drain(() => resume(Effect.void))).pipe(
    Effect.interruptible,
    Effect.timeoutOption(patience),
    Effect.flatMap(
      Option.match({
        onNone: () =>
          Effect.zipRight(Effect.logWarning("Requests took too long and were cut off"), Effect.sync(server.destroy)),
        onSome: () => Effect.void
      })
    )
  )

/** Listens. Fails with a readable reason when the port is taken. @since 0.1.0 */
export const layer = (address: Pick<Settings, "host" | "port">): Layer.Layer<Services, CommandError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const drainable = DrainableServer.make()
      const server = yield* NodeHttpServer.make(() => drainable.server, { host: address.host, port: address.port })
      return Context.make(HttpServer.HttpServer, server).pipe(Context.add(Drain, drain(drainable)))
    })
  ).pipe(
    Layer.mapError(({ cause }) =>
      ListenFailure.toCommandError({ ...address, setting: "PORT", hostSetting: "HOST" })(cause)
    ),
    Layer.merge(NodeHttpServer.layerContext)
  )
