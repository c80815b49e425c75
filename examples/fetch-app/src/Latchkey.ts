/** Latchkey as a function from `Request` to `Response`, and as a function that returns the session of a request. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Crypto from "@latchkey/crypto/Crypto"
import * as Domain from "@latchkey/domain/Domain"
import * as EmailDispatcher from "@latchkey/domain/mail/EmailDispatcher"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { RemoteAddress } from "@latchkey/http/core/IpAddress"
import * as Problem from "@latchkey/http/core/Problem"
import * as Http from "@latchkey/http/Http"
import type { ActiveSessionResponse } from "@latchkey/http/session/SessionApi"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as Memory from "@latchkey/memory/Memory"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as PrintingMailer from "./PrintingMailer.js"

/** Stores data in memory: a restart deletes it. Use `@latchkey/postgres` instead of `Memory` to keep it. */
const services = (baseUrl: string) =>
  EmailDispatcher.layerWorker("1 second").pipe(
    Layer.merge(SessionSource.layer),
    Layer.provideMerge(Domain.layer),
    Layer.provide([Memory.layer, Crypto.layer, PlainEmailTemplates.layer, PrintingMailer.layer]),
    Layer.provideMerge(BaseUrl.layer),
    Layer.provideMerge(HttpSettings.layer({ baseUrl }))
  )

export const make = (baseUrl: string) => {
  const latchkey = services(baseUrl)
  const runtime = ManagedRuntime.make(latchkey)
  const web = HttpLayerRouter.toWebHandler(
    Http.layerRoutes.pipe(
      Layer.provide(latchkey),
      Layer.provide(HttpServer.layerContext),
      Layer.provideMerge(Http.layerWithoutQueryTracing)
    ),
    // The platform's request log and spans contain whole URLs, and so the tokens of links. These do not. With the memo
    // map, both share one Latchkey.
    { disableLogger: true, middleware: Http.requestLogger, memoMap: runtime.memoMap }
  )

  /** Handles a request. Rate limits need the IP address that it comes from. */
  const handle = (request: Request, remoteAddress: string | undefined): Promise<Response> =>
    web.handler(request, Context.make(RemoteAddress, Option.fromNullable(remoteAddress)))

  /** Returns the session of the request, or the response to send if there is none or the store is unavailable. */
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
