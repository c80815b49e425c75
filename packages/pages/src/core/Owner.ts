/**
 * Whether a signed-in user has to confirm who they are on a page of its own before a change, with a passkey or the
 * second factor. A password is asked for on the page of the change.
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Passkeys } from "@latchkey/domain/passkey/Passkeys"
import { assuranceLevelOf } from "@latchkey/domain/session/AuthenticationMethod"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository"
import * as StepUp from "@latchkey/domain/session/StepUp"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { none } from "./Fragments.ts"
import * as Paths from "./Paths.ts"
import * as ReturnUrl from "./ReturnUrl.ts"
import type { Site } from "./Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/**
 * Returns `true` if the user has authenticated in the last ten minutes, and with a passkey or a second factor if they
 * have one. Changes of passkeys require it.
 */
export const isConfirmed = (
  instance: Instance,
  session: ActiveSession,
  user: Pick<User, "secondFactorAt">,
  passkeys: ReadonlyArray<unknown>,
  now: DateTime.Utc
): boolean =>
  StepUp.isSufficient(instance, user, session, now) &&
  (passkeys.length === 0 || assuranceLevelOf(session.methods) === 2)

/** Returns the page that confirms who the user is, and leads back to `ownUrl`. */
export const confirmUrl = ({ prefix }: Pick<Site, "prefix">, ownUrl: string): string =>
  ReturnUrl.append(`${prefix}${Paths.reauthenticate}`, ownUrl)

/**
 * Makes the function that returns that page for a change of the account, or `undefined` if the user needs none: they
 * have no second factor and no passkey, or have used one in the last ten minutes.
 */
export const make = Effect.fnUntraced(function* (site: Site) {
  const { list } = yield* Passkeys

  return Effect.fnUntraced(function* (
    { caller, instance }: RequestContext,
    session: ActiveSession,
    user: User,
    ownUrl: string
  ) {
    if (StepUp.isRecent(session, yield* DateTime.now) && assuranceLevelOf(session.methods) === 2) return undefined
    if (StepUp.hasSecondFactor(instance, user)) return confirmUrl(site, ownUrl)
    if (!site.hasPasskeys(instance)) return undefined
    const { passkeys } = yield* list({ instance, caller })
    return passkeys.length === 0 ? undefined : confirmUrl(site, ownUrl)
  })
})

/** Makes the link to the page that confirms who the user is. */
export const link = ({ texts: { reauthentication } }: PageLanguage, url: string | undefined): Fragment =>
  url === undefined ? none : html`<p><a class="button quiet" href="${url}">${reauthentication.title}</a></p>`
