/**
 * The accounts at sign-in providers that a user signs in with, and removing one after a confirmation page.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import { type Identity, IdentityId } from "@latchkey/domain/account/IdentityRepository"
import { IdentityNotFound } from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import { isIssuerOf } from "@latchkey/domain/instance/IdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { UserAdministration, type UserView } from "@latchkey/domain/operator/UserAdministration"
import { html, redirect } from "@latchkey/http/core/Page"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { DashboardPaths } from "../core/DashboardPaths.ts"
import { button, notice } from "../core/Elements.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"

const removalOf = (paths: DashboardPaths, instance: Instance, { id, userId }: Identity): string =>
  `${paths.user(instance.id, userId)}/identities/${id}/remove`

const labelOf = ({ label, subject }: Identity): string => Option.getOrElse(label, () => subject)

/** Returns the name of the provider, or the issuer if the instance no longer has one for it. */
export const providerOf = ({ identityProviders }: Instance, { issuer }: Identity): string =>
  identityProviders.find((provider) => isIssuerOf(provider, issuer))?.name ?? issuer

/** Makes the section of the user's page. */
export const section =
  ({ format: { time }, texts: { account } }: DashboardLanguage, paths: DashboardPaths) =>
  (instance: Instance, { identities }: UserView, can: OperatorRequest["can"]) => {
    const { identities: texts } = account
    const row = (identity: Identity) => {
      const used = Option.match(identity.lastUsedAt, {
        onNone: () => texts.linked(time(identity.createdAt)),
        onSome: (at) => texts.linkedUsed(time(identity.createdAt), time(at))
      })
      return html`<li><span><span class="strong">${providerOf(instance, identity)}</span> ${labelOf(identity)}
<span class="soft">${used}</span></span>
${when(
  can("users.access"),
  () =>
    html`<a class="button quiet small" href="${removalOf(paths, instance, identity)}">${texts.remove}<span class="unseen"> ${texts.at(labelOf(identity), providerOf(instance, identity))}</span></a>`
)}</li>`
    }
    return html`<section class="card" aria-labelledby="identities"><h2 id="identities">${texts.title}</h2>
<ul class="rows">${all(identities.map(row))}</ul></section>`
  }

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory
  const { account, core } = language.texts
  const { identities: texts } = account

  const targetOf = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const userId = yield* RouteParameters.userId
    const { identity = "" } = yield* HttpRouter.params
    const identityId = yield* Effect.mapError(Schema.decodeOption(IdentityId)(identity), () => new IdentityNotFound())
    return { instance, userId, identityId, by }
  })

  const confirm = Effect.fnUntraced(function* (request: OperatorRequest, refused?: string) {
    const target = yield* targetOf(request)
    const { instance, identityId, userId } = target
    const { identities, user } = yield* administration.find(target)
    const found = Arr.findFirst(identities, ({ id }) => id === identityId)
    const identity = yield* Effect.mapError(found, () => new IdentityNotFound())
    return page({
      title: texts.confirmTitle,
      section: "Instances",
      of: { instance, tab: "Users" },
      status: refused === undefined ? 200 : 400,
      body: html`<section class="card">${refused === undefined ? "" : notice("bad", refused)}
<p><strong>${user.email}</strong></p>
<p>${providerOf(instance, identity)}: ${labelOf(identity)}</p>
<p>${texts.confirm}</p>
<div class="actions">${button({ action: removalOf(paths, instance, identity), text: core.remove, kind: "bad" })}
<a class="button quiet" href="${paths.user(instance.id, userId)}">${core.cancel}</a></div></section>`
    })
  })

  const onRemove = (request: OperatorRequest) =>
    Effect.flatMap(targetOf(request), (target) =>
      administration.removeIdentity(target).pipe(
        Effect.as(redirect(`${paths.user(target.instance.id, target.userId)}?done=unlink`)),
        Effect.catchTag("NoSignInMethod", () => confirm(request, texts.refused))
      )
    )

  const path = "/dashboard/instances/:instance/users/:user/identities/:identity/remove" as const
  return [
    { method: "GET", path, handler: operator("users.access", (request) => confirm(request)) },
    { method: "POST", path, handler: operator("users.access", onRemove) }
  ] satisfies ReadonlyArray<Route>
})
