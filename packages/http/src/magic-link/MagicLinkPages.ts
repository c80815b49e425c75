/**
 * What a person sees who follows a sign-in link. The package `pages` has pages that look like the rest of them; without
 * it these are plain.
 *
 * @since 0.1.0
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Email } from "@latchkey/domain/core/Email"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { RequestContext } from "../core/Endpoint.ts"
import * as Html from "../core/Html.ts"
import * as MagicLinkPages from "./internal/PlainMagicLinkPages.ts"
import type { Problem } from "../core/Problem.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A link that waits for the person's word: whom it signs in, its token, and where a form posts it to. @since 0.1.0 */
export interface UnconfirmedLink {
  readonly email: Email
  readonly token: string
  readonly action: string
}

/** What a layer for `MagicLinkPages` provides: each makes the reply to a browser. @since 0.1.0 */
export interface MagicLinkPagesService {
  /** In a browser that did not ask for the link: one button, which uses it. */
  readonly confirmation: (context: RequestContext, link: UnconfirmedLink) => Response
  /** The link does not sign in, for whatever reason. `context` is missing in an outage: the instance is not known then. */
  readonly refusal: (context: RequestContext | undefined, problem: Problem) => Response
  /** Signed in: a 303 to where the browser goes next. The cookies of the session are put on it afterwards. */
  readonly arrival: (context: RequestContext) => Response
}

/** None means the plain ones. @since 0.1.0 */
export class MagicLinkPages extends Context.Reference<MagicLinkPages>()("../MagicLinkPages.ts", {
  defaultValue: (): MagicLinkPagesService | undefined => undefined
}) {}

/**
 * A local part in short, so that who looks over a shoulder does not read it, and who asked for the link knows it:
 * `a•••@example.com`.
 *
 * @since 0.1.0
 */
export const maskEmail = (email: Email): string => email.replace(/^(.)[^@]*/, "$1•••")

const originOf = (url: string): ReadonlyArray<string> => (URL.canParse(url) ? [new URL(url).origin] : [])

/** The plain pages. @since 0.1.0 */
export const makePlain: Effect.Effect<MagicLinkPagesService, never, PublicUrls> = Effect.gen(function* () {
  const respond = yield* Html.makeResponder
  const urls = yield* PublicUrls

  return {
    confirmation: ({ instance }, { action, email, token }) =>
      respond(
        MagicLinkPages.confirmation({
          instanceName: instance.name,
          email: maskEmail(email),
          token,
          action,
          formTargets: originOf(urls.home(instance))
        })
      ),
    refusal: (_, problem) => respond(MagicLinkPages.refusal(problem)),
    arrival: ({ instance }) => HttpServerResponse.empty({ status: 303, headers: { location: urls.home(instance) } })
  }
})

/** What a layer has provided, or the plain pages. @since 0.1.0 */
export const make: Effect.Effect<MagicLinkPagesService, never, PublicUrls> = Effect.flatMap(MagicLinkPages, (provided) =>
  provided === undefined ? makePlain : Effect.succeed(provided)
)
