/**
 * What an administrator can do to a user, each after a confirmation page.
 */
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import type { Permission } from "@latchkey/domain/operator/Role"
import { type SupportLink, SupportLinks } from "@latchkey/domain/operator/SupportLinks"
import { UserAdministration, type UserTarget } from "@latchkey/domain/operator/UserAdministration"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import type { EndpointError } from "@latchkey/http/core/Endpoint"
import { html, redirect } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { UserAction } from "../core/DashboardPaths.ts"
import { button } from "../core/Elements.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as FailedSignIns from "./FailedSignIns.ts"

/** The actions after which the browser goes to another page. A link is shown once, by the page itself. */
type RedirectingAction = Exclude<UserAction, "make-link">

const permissions: Readonly<Record<UserAction, Permission>> = {
  delete: "users.write",
  disable: "users.support",
  enable: "users.support",
  "make-link": "users.access",
  "remove-passkeys": "users.access",
  "reset-factor": "users.access",
  "reset-failures": "users.support",
  "send-link": "users.support",
  "sign-out": "users.support"
}

/** Returns what an action requires. */
export const permissionOf = (action: UserAction): Permission => permissions[action]

const isHarmful: Readonly<Record<UserAction, boolean>> = {
  delete: true,
  disable: true,
  enable: false,
  "make-link": false,
  "remove-passkeys": true,
  "reset-factor": true,
  "reset-failures": false,
  "send-link": false,
  "sign-out": true
}

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory
  const links = yield* SupportLinks
  const provisioning = yield* UserProvisioning
  const reports = yield* OperatorReports
  const { account: texts, core } = language.texts

  const targetOf = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    return { instance, userId: yield* RouteParameters.userId, by }
  })

  const showLink = ({ instance, userId }: UserTarget, { expiresAt, url }: SupportLink) =>
    page({
      title: texts.link.title,
      section: "Instances",
      of: { instance, tab: "Users" },
      body: html`<section class="card"><p>${texts.link.text(language.format.time(expiresAt))}</p>
<p><code>${Redacted.value(url)}</code></p>
<p><a href="${paths.user(instance.id, userId)}">${texts.user.back}</a></p></section>`
    })

  const run: Readonly<Record<RedirectingAction, (target: UserTarget) => Effect.Effect<unknown, EndpointError>>> = {
    delete: provisioning.delete,
    disable: administration.disable,
    enable: administration.enable,
    "remove-passkeys": administration.removePasskeys,
    "reset-factor": administration.resetSecondFactor,
    "reset-failures": administration.resetFailedSignIns,
    "send-link": links.send,
    "sign-out": administration.revokeAllSessions
  }

  const onConfirm = (action: UserAction) =>
    Effect.fnUntraced(function* (request: OperatorRequest) {
      const target = yield* targetOf(request)
      const { instance, userId } = target
      const view = yield* administration.find(target)
      const confirmation = texts.confirmations[action]
      const effect =
        action === "reset-failures" && FailedSignIns.isPasswordRefused(reports, view)
          ? `${texts.worksAgain}${language.pages.texts.core.space}`
          : ""
      return page({
        title: confirmation.title,
        section: "Instances",
        of: { instance, tab: "Users" },
        body: html`<section class="card"><p><strong>${view.user.email}</strong></p><p>${effect}${confirmation.text}</p>
<div class="actions">${button({ action: paths.userAction(instance.id, userId, action), text: confirmation.button, kind: isHarmful[action] ? "bad" : "" })}
<a class="button quiet" href="${paths.user(instance.id, userId)}">${core.cancel}</a></div></section>`
      })
    })

  const onAction = (action: UserAction) =>
    Effect.fnUntraced(function* (request: OperatorRequest) {
      const target = yield* targetOf(request)
      const { instance, userId } = target
      if (action === "make-link") return showLink(target, yield* links.create(target))
      yield* run[action](target)
      return redirect(
        action === "delete" ? paths.users(instance.id, { done: action }) : paths.user(instance.id, userId, action)
      )
    })

  const onRevokeSession = Effect.fnUntraced(function* (request: OperatorRequest) {
    const target = yield* targetOf(request)
    yield* administration.revokeSession({ ...target, sessionId: yield* RouteParameters.sessionId })
    return redirect(paths.user(target.instance.id, target.userId, "revoke"))
  })

  const path = "/dashboard/instances/:instance/users/:user" as const
  const actions = Record.keys(isHarmful)
  return [
    ...actions.flatMap((action) => [
      {
        method: "GET" as const,
        path: `${path}/${action}` as const,
        handler: operator(permissionOf(action), onConfirm(action))
      },
      {
        method: "POST" as const,
        path: `${path}/${action}` as const,
        handler: operator(permissionOf(action), onAction(action))
      }
    ]),
    { method: "POST", path: `${path}/sessions/:session/revoke`, handler: operator("users.support", onRevokeSession) }
  ] satisfies ReadonlyArray<Route>
})
