/** The session of a page's request. Users who have to sign in first go to the page of Latchkey that helps, and back. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Problem from "@latchkey/http/core/Problem"
import { CurrentSession, OptionalSession } from "@latchkey/http/session/CurrentSession"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The pages that help. Any other problem, such as an outage, is a response with its own status. */
const helpful: Partial<Record<Problem.ProblemCode, string>> = {
  unauthenticated: "/sign-in",
  email_not_verified: "/sign-in", // leads users who are signed in to the page that verifies their address
  reauthentication_required: "/reauthenticate"
}

type Found<S> = Effect.Effect<S, Problem.Problem, HttpServerRequest.HttpServerRequest | SessionSource.SessionSource>

const make = <I, S>(session: Context.Tag<I, S>, find: Found<S>) =>
  HttpLayerRouter.middleware<{ provides: I }>()(
    Effect.gen(function* () {
      const source = yield* SessionSource.SessionSource
      const { baseUrl } = yield* HttpSettings
      const returnTo = encodeURIComponent(`${baseUrl}/notes`)

      const refuse = (problem: Problem.Problem) => {
        const page = helpful[problem.code]
        if (page === undefined) return Problem.toResponse(problem)
        return HttpServerResponse.redirect(`${page}?return_to=${returnTo}`, { status: 303 })
      }

      return (route) =>
        find.pipe(
          Effect.provideService(SessionSource.SessionSource, source),
          Effect.matchEffect({
            onFailure: (problem) => Effect.succeed(refuse(problem)),
            onSuccess: (found) => Effect.provideService(route, session, found)
          }),
          Effect.map(HttpServerResponse.setHeader("cache-control", "no-store"))
        )
    })
  )

/** For pages that everyone sees. */
export const optional = make(OptionalSession, SessionSource.find)

/** For pages of signed-in users. */
export const required = make(CurrentSession, SessionSource.require)

/** For what only the user in person may do: they signed in during the last ten minutes, or authenticate again. */
export const recent = make(CurrentSession, SessionSource.requireRecent({ maxAge: "10 minutes" }))
