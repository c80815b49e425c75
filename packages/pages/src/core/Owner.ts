/**
 * Whether a signed-in user has to confirm who they are on a separate page before a change, with a passkey or the
 * second factor. A password is asked for on the page of the change.
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository"
import { StepUp } from "@latchkey/domain/session/StepUp"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import { none } from "./Fragments.ts"
import * as Paths from "./Paths.ts"
import type { Site } from "./Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/**
 * Makes the function that returns the URL of that page for a change at `path`, to which it leads back, or `undefined`
 * if the user needs none: they have no second factor and no passkey, or have used one in the last ten minutes.
 */
export const make = ({ urlVia }: Pick<Site, "urlVia">) =>
  Effect.map(
    StepUp,
    ({ isNeeded }) =>
      (context: RequestContext, session: ActiveSession, user: User, path: string) =>
        Effect.map(isNeeded(context.instance, user, session), (needed) =>
          needed ? urlVia(Paths.reauthenticate, path, context) : undefined
        )
  )

/** Makes the link to the page that confirms who the user is. */
export const link = ({ texts: { reauthentication } }: PageLanguage, url: string | undefined): Fragment =>
  url === undefined ? none : html`<p><a class="button quiet" href="${url}">${reauthentication.title}</a></p>`
