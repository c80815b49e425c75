/**
 * The routes for signing out.
 */
import { Sessions } from "@latchkey/domain/session/Sessions"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as MessagePage from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import type { Route } from "../core/Routes.ts"
import type { Render, Site } from "../core/Site.ts"

export const make = Effect.fnUntraced(function* (site: Site) {
  const sessions = yield* Sessions
  const { get, languageIn, post, prefix, renderMessage, respond, signedOut } = site
  const toAccount = Page.redirect(`${prefix}${Paths.account}`)
  const render: Render = (problem, failed) => renderMessage(Paths.account, problem, failed)

  const onSignOut = (context: RequestContext) => {
    const { caller, instance } = context
    return Effect.as(sessions.signOut({ instance, caller }), signedOut(context))
  }

  // A signed-in user must not read that they are signed out.
  const onSignedOut = (context: RequestContext) => {
    const { caller, instance } = context
    return Effect.map(sessions.find({ instance, caller }), (session) =>
      Option.isSome(session)
        ? toAccount
        : respond(MessagePage.signedOut({ language: languageIn(context, session), instance, prefix }))
    )
  }

  return [
    { method: "GET", path: Paths.signOut, handler: get(() => Effect.succeed(toAccount), render) },
    { method: "POST", path: Paths.signOut, handler: post(Paths.account, onSignOut, render) },
    { method: "GET", path: Paths.signedOut, handler: get(onSignedOut, render) }
  ] satisfies ReadonlyArray<Route>
})
