/**
 * What all routes of the pages need: replies in the look of the pages, and the way there.
 *
 * @since 0.1.0
 */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository";
import { Sessions } from "@latchkey/domain/session/Sessions"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as RequestedLinkCookie from "../magic-link/RequestedLinkCookie.ts"
import { Endpoint, type Handler, type RequestContext } from "@latchkey/http/core/Endpoint"
import * as FormBody from "@latchkey/http/core/FormBody"
import type { Problem } from "@latchkey/http/core/Problem"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Layout from "./Layout.ts"
import * as Paths from "./Paths.ts"
import * as FormError from "./FormError.ts"
import * as ReturnUrl from "./ReturnUrl.ts"
import * as MessagePage from "./MessagePage.ts"
import * as Redirect from "./Redirect.ts"
import { style } from "./style.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type Failure = Effect.Effect.Error<ReturnType<Handler<never>>>

/** What a handler's request may become. @since 0.1.0 */
export type Answer = Effect.Effect<Response, Failure>

/** A request as far as it is known when something went wrong: in an outage there is no context. @since 0.1.0 */
export interface Disturbed {
  readonly request: Request
  readonly context: RequestContext | undefined
  readonly form: URLSearchParams
}

/** Makes the reply of a problem. @since 0.1.0 */
export type Render = (problem: Problem, disturbed: Disturbed) => Response

/** What the pages of links need too: no endpoint, and nothing of sessions. @since 0.1.0 */
export const makeLook = Effect.gen(function* () {
  const layout = yield* Layout.make(style)
  const mailer = yield* Mailer
  const urls = yield* PublicUrls
  return {
    prefix: urls.prefix,
    urls,
    /** The path that cookies of the pages are for. */
    cookiePath: urls.prefix === "" ? "/" : urls.prefix,
    respond: layout,
    /** Whether people of the instance can ask for a link. */
    hasLinks: (instance: Instance | undefined): boolean =>
      instance?.authConfig.magic_link === true && mailer.isConfigured
  }
})

/** @since 0.1.0 */
export type Look = Effect.Effect.Success<typeof makeLook>

const noForm = new URLSearchParams()

/** @since 0.1.0 */
export const make = Effect.gen(function* () {
  const look = yield* makeLook
  const endpoint = yield* Endpoint
  const sessions = yield* Sessions
  const { prefix, respond, urls } = look

  /** The words for a problem that no form has a place for. `path`: the page to try again on. */
  const refuse = (path: string, problem: Problem, { request, context }: Disturbed): Response => {
    const place = { instance: context?.instance, prefix }
    const formError = FormError.of(problem, context?.instance)
    return context !== undefined && problem.code === "forbidden_origin"
      ? respond(
          MessagePage.foreign(
            place,
            formError,
            `${ReturnUrl.ownOrigin(urls, context.instance, request)}${prefix}${path}`
          )
        )
      : respond(MessagePage.failed(place, formError, path))
  }

  /** A page. */
  const get = (handler: (context: RequestContext) => Answer, render: Render) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      endpoint.handle(handler, {
        cors: false,
        render: (problem, context) => render(problem, { request, context, form: noForm })
      })
    )

  /**
   * What a form is posted to. The form is read before anything else, so that what was typed is not lost when something
   * goes wrong. `path`: where the form is, for who sent it from elsewhere: that form is not shown again.
   */
  const post = (path: string, handler: (context: RequestContext, form: URLSearchParams) => Answer, render: Render) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const read = yield* Effect.either(FormBody.read(request))
      const form = Either.getOrElse(read, () => noForm)
      return yield* endpoint.handle((context) => Effect.flatMap(read, (form) => handler(context, form)), {
        cors: false,
        render: (problem, context) =>
          problem.code === "forbidden_origin"
            ? refuse(path, problem, { request, context, form: noForm })
            : render(problem, { request, context, form })
      })
    })

  /** Whose session the browser has, if it has one. */
  const sessionOf = (context: RequestContext): Effect.Effect<Option.Option<ActiveSession>, PersistenceError> =>
    sessions.authenticate(context).pipe(
      Effect.asSome,
      Effect.catchTag("Unauthenticated", () => Effect.succeedNone)
    )

  /** The reply to who has signed out: the browser keeps nothing of who it was. */
  const afterSignOut = (context: RequestContext): Response =>
    Redirect.to(`${prefix}${Paths.signedOut}`).pipe(
      SessionCookies.clearSession(context.settings),
      RequestedLinkCookie.clear(context.settings, look.cookiePath)
    )

  return { ...look, afterSignOut, get, post, refuse, sessionOf }
})

/** @since 0.1.0 */
export type Site = Effect.Effect.Success<typeof make>
