/** Latchkey as a function from `Request` to `Response`, and as a function that tells whose a request is. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as Domain from "@latchkey/domain/Domain"
import * as MagicLinkDispatcher from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import { RemoteAddress } from "@latchkey/http/core/IpAddress"
import type { ActiveSessionResponse } from "@latchkey/http/session/CurrentSession"
import * as Http from "@latchkey/http/Http"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Problem from "@latchkey/http/core/Problem"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as Memory from "@latchkey/memory/Memory"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as PrintingMailer from "./PrintingMailer.js"

/** In memory: everything is gone after a restart. With `@latchkey/postgres` in place of `Memory` it is not. */
const services = (baseUrl: string) =>
  MagicLinkDispatcher.layerWorker("1 second").pipe(
    Layer.merge(SessionSource.layer),
    Layer.provideMerge(Domain.layer),
    Layer.provide([Memory.layer, Crypto.layer, PrintingMailer.layer]),
    Layer.provideMerge(Layer.mergeAll(PublicUrls.layer(baseUrl), HttpSettings.layer({ baseUrl })))
  )

export const make = (baseUrl: string) => {
  const latchkey = services(baseUrl)
  const runtime = ManagedRuntime.make(latchkey)
  const web = HttpLayerRouter.toWebHandler(
    Http.layerRoutes.pipe(Layer.provide(latchkey), Layer.provide(HttpServer.layerContext)),
    // The request log holds whole URLs, and so the tokens of links. The memo map lets both share one Latchkey.
    { disableLogger: true, memoMap: runtime.memoMap }
  )

  /** Limits are kept for each address: say which one the request comes from. */
  const handle = (request: Request, remoteAddress: string | undefined): Promise<Response> =>
    web.handler(request, Context.make(RemoteAddress, Option.fromNullable(remoteAddress)))

  /** Whose request it is; or the reply to give, when it is nobody's, or cannot be told now. */
  const requireSession = ({ headers, method }: Request): Promise<ActiveSessionResponse | Response> =>
    runtime.runPromise(
      Effect.flatMap(SessionSource.SessionSource, ({ find }) =>
        find({ method, headers: Object.fromEntries(headers) })
      ).pipe(
        Effect.flatMap(Effect.mapError(() => Problem.problem("unauthenticated"))),
        Effect.catchAll((problem) => Effect.succeed(HttpServerResponse.toWeb(Problem.toResponse(problem))))
      )
    )

  const dispose = async () => {
    await web.dispose()
    await runtime.dispose()
  }

  return { dispose, handle, requireSession }
}

export type Latchkey = ReturnType<typeof make>
