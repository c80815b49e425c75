/**
 * Signing out.
 *
 * @since 0.1.0
 */
import { Sessions } from "@latchkey/domain/session/Sessions"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Paths from "../core/Paths.ts"
import type { Route } from "../core/Routes.ts"
import * as MessagePage from "../core/MessagePage.ts"
import * as Redirect from "../core/Redirect.ts"
import * as Site from "../core/Site.ts"

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* (site: Site.Site) {
  const sessions = yield* Sessions
  const { afterSignOut, get, post, prefix, refuse, respond, sessionOf } = site
  const account = Redirect.to(`${prefix}${Paths.account}`)
  const refused: Site.Render = (problem, disturbed) => refuse(Paths.account, problem, disturbed)

  const onSignOut = (context: RequestContext) => Effect.as(sessions.signOut(context), afterSignOut(context))

  // The page must not say so to who is signed in.
  const onSignedOut = (context: RequestContext) =>
    Effect.map(sessionOf(context), (session) =>
      Option.isSome(session) ? account : respond(MessagePage.signedOut({ instance: context.instance, prefix }))
    )

  const routes: ReadonlyArray<Route> = [
    { method: "GET", path: Paths.signOut, handler: get(() => Effect.succeed(account), refused) },
    { method: "POST", path: Paths.signOut, handler: post(Paths.account, onSignOut, refused) },
    { method: "GET", path: Paths.signedOut, handler: get(onSignedOut, refused) }
  ]
  return routes
})
