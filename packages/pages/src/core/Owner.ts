/**
 * Whether a signed-in user has to confirm who they are on a separate page before a change, with a passkey or the
 * second factor. A password is asked for on the page of the change.
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import { none } from "./Fragments.ts"
import * as Paths from "./Paths.ts"
import * as ReturnUrl from "./ReturnUrl.ts"
import type { Site } from "./Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/** Returns the page that confirms who the user is, and leads back to `ownUrl`. */
export const confirmUrl = ({ prefix }: Pick<Site, "prefix">, ownUrl: string): string =>
  ReturnUrl.append(`${prefix}${Paths.reauthenticate}`, ownUrl)

/**
 * Makes the function that returns that page for a change of the account, or `undefined` if the user needs none: they
 * have no second factor and no passkey, or have used one in the last ten minutes.
 */
export const make = (site: Site) =>
  Effect.map(
    StepUp,
    ({ isNeeded }) =>
      (instance: Instance, session: ActiveSession, user: User, ownUrl: string) =>
        Effect.map(isNeeded(instance, user, session), (needed) => (needed ? confirmUrl(site, ownUrl) : undefined))
  )

/** Makes the link to the page that confirms who the user is. */
export const link = ({ texts: { reauthentication } }: PageLanguage, url: string | undefined): Fragment =>
  url === undefined ? none : html`<p><a class="button quiet" href="${url}">${reauthentication.title}</a></p>`
