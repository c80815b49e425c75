import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import type { Email } from "@latchkey/domain/core/Email"
import * as Domain from "@latchkey/domain/Domain"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { RemoteAddress } from "@latchkey/http/core/IpAddress"
import type * as Http from "@latchkey/http/Http"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { CookieJar } from "tough-cookie"
import { quickCrypto } from "@latchkey/test-support/HttpService"

export const origin = "https://notes.example.com"

type Services = Layer.Layer.Context<typeof Http.layerRoutes> | SessionSource.SessionSource
type Routes = Layer.Layer<never, never, Services | HttpLayerRouter.Request<"Requires", SessionSource.SessionSource>>

/** Makes a browser with a cookie jar for an app that is a fetch handler. These tests use no network. */
const browserOf = (handler: (request: Request, context: Context.Context<never>) => Promise<Response>) => {
  const jar = new CookieJar()
  const context = Context.make(RemoteAddress, Option.some("203.0.113.7")) as Context.Context<never>
  return async (method: string, path: string, init: { body?: unknown; headers?: Record<string, string> } = {}) => {
    const url = new URL(path, origin).href
    const headers = new Headers({ host: "notes.example.com", cookie: await jar.getCookieString(url), ...init.headers })
    if (init.body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json")
    const body = init.body === undefined ? null : typeof init.body === "string" ? init.body : JSON.stringify(init.body)
    const response = await handler(new Request(url, { method, headers, body, redirect: "manual" }), context)
    for (const cookie of response.headers.getSetCookie()) await jar.setCookie(cookie, url)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
}

const makeServices = (options: Partial<HttpSettings.HttpOptions>, storage: Layer.Layer<Domain.Storage>) =>
  Layer.mergeAll(Domain.layer, SessionSource.layer.pipe(Layer.provide(Domain.layer))).pipe(
    Layer.provideMerge(BaseUrl.layer),
    Layer.provideMerge(HttpSettings.layer({ baseUrl: origin, ...options })),
    Layer.provideMerge(Layer.mergeAll(storage, MemoryMailer.layer, PlainEmailTemplates.layer, quickCrypto)),
    Layer.provideMerge(HttpServer.layerContext)
  )

/**
 * How an app runs Latchkey.
 *
 * - `around`: what everything runs in, such as a logger.
 * - `serve`: options of the web handler.
 */
export interface Environment {
  readonly around?: Layer.Layer<never>
  readonly serve?: { readonly disableLogger?: boolean; readonly middleware?: typeof Http.requestLogger }
}

/** Starts an app on `HttpApiBuilder` that embeds Latchkey, in memory, as a fetch handler. */
export const startApiBuilderApp = (api: Layer.Layer<HttpApi.Api, never, Http.Requirements>) =>
  HttpApiBuilder.toWebHandler(Layer.provideMerge(api, makeServices({}, Memory.layer)))

/** Starts an app that embeds Latchkey, in memory, as a fetch handler. `routes` are those of the app and of Latchkey. */
export const startHostApp = (
  routes: Routes,
  options: Partial<HttpSettings.HttpOptions> = {},
  storage: Layer.Layer<Domain.Storage> = Memory.layer,
  { around = Layer.empty, serve = { disableLogger: true } }: Environment = {}
) => {
  const services = Layer.provideMerge(makeServices(options, storage), around)
  const runtime = ManagedRuntime.make(services)
  const { dispose, handler } = HttpLayerRouter.toWebHandler(Layer.provideMerge(routes, services), {
    ...serve,
    memoMap: runtime.memoMap
  })
  return {
    run: runtime.runPromise,
    browser: () => browserOf(handler as Parameters<typeof browserOf>[0]),
    /** Sends the emails that are due, and returns the newest link to that address. */
    lastLink: (email: string) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const { dispatch } = yield* EmailDispatcher
          yield* dispatch
          return Option.getOrThrow(yield* (yield* MemoryMailer.Sent).lastLinkTo(email as Email))
        })
      ),
    stop: () => dispose().then(() => runtime.dispose())
  }
}

export type HostApp = ReturnType<typeof startHostApp>
