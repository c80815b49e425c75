/**
 * Whether a signed-in user has to confirm who they are on a separate page before a change, with a passkey, the second
 * factor, or an identity provider. A password is asked for on the page of the change, and so is a sign-in link.
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository"
import { StepUp } from "@latchkey/domain/session/StepUp"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { none, strong } from "./Fragments.ts"
import * as Paths from "./Paths.ts"
import type { Site } from "./Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/** Makes the function that returns the parts of that page that only this user has, whose methods have level 1. */
export const makeOwnParts =
  ({ waysIn }: Pick<Site, "waysIn">) =>
  (context: RequestContext, user: User) =>
    Effect.map(
      Effect.forEach(waysIn, ({ reauthentication }) =>
        typeof reauthentication === "function" ? reauthentication(context, user) : Effect.succeedNone
      ),
      (parts) => parts.flatMap(Option.toArray)
    )

/**
 * Makes the function that returns the URL of that page for a change at `path`, to which it leads back, or `undefined`
 * if the user needs none: they have no second factor and no passkey, or have used one in the last ten minutes. It is
 * also for users without a password who sign in with an identity provider, unless they have just done so.
 */
export const make = (site: Pick<Site, "urlVia" | "waysIn">) =>
  Effect.map(StepUp, ({ isConfirmed, isNeeded }) => {
    const ownParts = makeOwnParts(site)

    const needsPage = Effect.fnUntraced(function* (context: RequestContext, session: ActiveSession, user: User) {
      const { instance } = context
      if (yield* isNeeded(instance, user, session)) return true
      const hasPassword = instance.authConfig.password && Option.isSome(user.passwordHash)
      if (hasPassword || (yield* isConfirmed(instance, user, session))) return false
      return (yield* ownParts(context, user)).length > 0
    })

    return (context: RequestContext, session: ActiveSession, user: User, path: string) =>
      Effect.map(needsPage(context, session, user), (needed) =>
        needed ? site.urlVia(Paths.reauthenticate, path, context) : undefined
      )
  })

/** Says whose account a page changes: another one, if the user has confirmed who they are with that. */
export const named = ({ texts: { account } }: PageLanguage, email: Email): Fragment =>
  html`<p>${account.signedInAs(strong(email))}</p>`

/** Makes the link to the page that confirms who the user is. */
export const link = ({ texts: { reauthentication } }: PageLanguage, url: string | undefined): Fragment =>
  url === undefined ? none : html`<p><a class="button quiet" href="${url}">${reauthentication.title}</a></p>`
