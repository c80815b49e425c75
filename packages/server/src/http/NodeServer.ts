/** The HTTP server of the service, on Node. */
import type * as Etag from "@effect/platform/Etag"
import type * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpServer from "@effect/platform/HttpServer"
import type * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Http from "@latchkey/http/Http"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { CommandError } from "../core/CommandError.ts"
import type { Settings } from "../core/Settings.ts"
import * as RequestServer from "./RequestServer.ts"
import * as DrainableServer from "./DrainableServer.ts"
import * as ListenFailure from "./ListenFailure.ts"

/** Stops accepting connections, tells requests that wait to respond, and waits for the requests in flight. */
export class Drain extends Context.Tag("@latchkey/server/Drain")<Drain, Effect.Effect<void>>() {}

/** What the layer provides. */
export type Services =
  | Drain
  | Etag.Generator
  | HttpPlatform.HttpPlatform
  | HttpServer.HttpServer
  | Http.Closing
  | Http.RespondsEarly
  | NodeContext.NodeContext

// The whole shutdown has 25 seconds, and the database is closed after this.
const drainTimeout = "18 seconds"

const drain = (server: DrainableServer.DrainableServer): Effect.Effect<void> =>
  Effect.async<void>((resume) => server.drain(() => resume(Effect.void))).pipe(
    Effect.interruptible,
    Effect.timeoutOption(drainTimeout),
    Effect.flatMap(
      Option.match({
        onNone: () =>
          Effect.zipRight(
            Effect.logWarning("Some requests did not finish in time and were aborted"),
            Effect.sync(server.destroy)
          ),
        onSome: () => Effect.void
      })
    )
  )

/** Listens on the address. Fails with an explanation if it cannot. */
export const layer = (address: Pick<Settings, "host" | "port">): Layer.Layer<Services, CommandError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const drainable = DrainableServer.make()
      const closing = yield* Deferred.make<void>()
      const server = yield* RequestServer.make(drainable.server, { host: address.host, port: address.port })
      return Context.make(HttpServer.HttpServer, server).pipe(
        Context.add(Drain, Effect.zipRight(Deferred.succeed(closing, undefined), drain(drainable))),
        Context.add(Http.Closing, { begun: Deferred.await(closing) }),
        Context.add(Http.RespondsEarly, true)
      )
    })
  ).pipe(
    Layer.mapError(({ cause }) =>
      ListenFailure.toCommandError({ ...address, setting: "PORT", hostSetting: "HOST" })(cause)
    ),
    Layer.merge(NodeHttpServer.layerContext)
  )
