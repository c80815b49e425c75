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
import type { LiveSession } from "@latchkey/domain/session/Session"
import { Sessions } from "@latchkey/domain/session/Sessions"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as AskedLinkCookie from "../magic-link/RequestedLinkCookie.ts"
import { Endpoint, type Handler, type Visit } from "@latchkey/http/core/RequestContext"
import * as FormBody from "@latchkey/http/core/FormBody"
import type { Problem } from "@latchkey/http/core/Problem"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Layout from "./Layout.ts"
import * as Paths from "./Paths.ts"
import * as Complaint from "./FormError.ts"
import * as Destination from "./ReturnUrl.ts"
import * as MessagePage from "./MessagePage.ts"
import * as Redirect from "./Redirect.ts"
import { style } from "./style.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type Failure = Effect.Effect.Error<ReturnType<Handler<never>>>

/** What a handler's request may become. @since 0.1.0 */
export type Answer = Effect.Effect<Response, Failure>

/** A request as far as it is known when something went wrong: in an outage there is no visit. @since 0.1.0 */
export interface Disturbed {
  readonly request: Request
  readonly visit: Visit | undefined
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
  const refuse = (path: string, problem: Problem, { request, visit }: Disturbed): Response => {
    const place = { instance: visit?.instance, prefix }
    const complaint = Complaint.of(problem, visit?.instance)
    return visit !== undefined && problem.code === "forbidden_origin"
      ? respond(
          MessagePage.foreign(
            place,
            complaint,
            `${Destination.ownOrigin(urls, visit.instance, request)}${prefix}${path}`
          )
        )
      : respond(MessagePage.failed(place, complaint, path))
  }

  /** A page. */
  const get = (handler: (visit: Visit) => Answer, render: Render) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      endpoint.handle(handler, {
        cors: false,
        render: (problem, visit) => render(problem, { request, visit, form: noForm })
      })
    )

  /**
   * What a form is posted to. The form is read before anything else, so that what was typed is not lost when something
   * goes wrong. `path`: where the form is, for who sent it from elsewhere: that form is not shown again.
   */
  const post = (path: string, handler: (visit: Visit, form: URLSearchParams) => Answer, render: Render) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const read = yield* Effect.either(FormBody.read(request))
      const form = Either.getOrElse(read, () => noForm)
      return yield* endpoint.handle((visit) => Effect.flatMap(read, (form) => handler(visit, form)), {
        cors: false,
        render: (problem, visit) =>
          problem.code === "forbidden_origin"
            ? refuse(path, problem, { request, visit, form: noForm })
            : render(problem, { request, visit, form })
      })
    })

  /** Whose session the browser has, if it has one. */
  const sessionOf = (visit: Visit): Effect.Effect<Option.Option<LiveSession>, PersistenceError> =>
    sessions.authenticate(visit).pipe(
      Effect.asSome,
      Effect.catchTag("Unauthenticated", () => Effect.succeedNone)
    )

  /** The reply to who has signed out: the browser keeps nothing of who it was. */
  const afterSignOut = (visit: Visit): Response =>
    Redirect.to(`${prefix}${Paths.signedOut}`).pipe(
      SessionCookies.clearSession(visit.settings),
      AskedLinkCookie.clear(visit.settings, look.cookiePath)
    )

  return { ...look, afterSignOut, get, post, refuse, sessionOf }
})

/** @since 0.1.0 */
export type Site = Effect.Effect.Success<typeof make>
