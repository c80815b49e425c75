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
import { time } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as FailedSignIns from "./FailedSignIns.ts"

interface Confirmation {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly isHarmful: boolean
}

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

/** The other effect of a reset, if there were too many failures. */
const worksAgain = "The password works on new devices again."

const confirmations: Readonly<Record<UserAction, Confirmation>> = {
  delete: {
    title: "Delete this user?",
    text: "The account, its sessions, and what is stored about the address are deleted. This can't be undone.",
    button: "Delete",
    isHarmful: true
  },
  disable: {
    title: "Disable this user?",
    text: "The user is signed out on all devices and can't sign in until you enable them again. Nothing is deleted.",
    button: "Disable",
    isHarmful: true
  },
  enable: {
    title: "Enable this user?",
    text: "The user can sign in again, with the same password as before.",
    button: "Enable",
    isHarmful: false
  },
  "make-link": {
    title: "Make a sign-in link?",
    text: "You see the link once. Anyone who has it can sign in as this user, once, within 15 minutes. It doesn't verify the email address.",
    button: "Make a link",
    isHarmful: false
  },
  "remove-passkeys": {
    title: "Remove all passkeys?",
    text: "All passkeys of the user are removed, the user is signed out on all devices, and gets an email. From then on the password or a link is enough to sign in, together with an authenticator app if there is one: first make sure that the request really comes from the user.",
    button: "Remove all passkeys",
    isHarmful: true
  },
  "reset-factor": {
    title: "Reset the second factor?",
    text: "The authenticator app and the recovery codes are removed, the user is signed out on all devices, and gets an email. From then on the password or a link is enough to sign in: first make sure that the request really comes from the user.",
    button: "Reset the second factor",
    isHarmful: true
  },
  "reset-failures": {
    title: "Reset the failed sign-ins?",
    text: "Failed sign-ins are counted from zero again. Ask the user first whether they tried to sign in themselves.",
    button: "Reset",
    isHarmful: false
  },
  "send-link": {
    title: "Email a sign-in link?",
    text: "The user gets an email with a link to sign in, as if they had requested it.",
    button: "Send the email",
    isHarmful: false
  },
  "sign-out": {
    title: "Sign this user out on all devices?",
    text: "The user can sign in again immediately.",
    button: "Sign out on all devices",
    isHarmful: true
  }
}

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory
  const links = yield* SupportLinks
  const provisioning = yield* UserProvisioning
  const reports = yield* OperatorReports

  const targetOf = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    return { instance, userId: yield* RouteParameters.userId, by }
  })

  const showLink = ({ instance, userId }: UserTarget, { expiresAt, url }: SupportLink) =>
    page({
      title: "Sign-in link",
      section: "Instances",
      of: { instance, tab: "Users" },
      body: html`<section class="card"><p>Hand this link over to the user. It signs in once, until ${time(expiresAt)}, and isn't shown again.</p>
<p><code>${Redacted.value(url)}</code></p>
<p><a href="${paths.user(instance.id, userId)}">Back to the user</a></p></section>`
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
      const confirmation = confirmations[action]
      const effect =
        action === "reset-failures" && FailedSignIns.isPasswordRefused(reports, view) ? `${worksAgain} ` : ""
      return page({
        title: confirmation.title,
        section: "Instances",
        of: { instance, tab: "Users" },
        body: html`<section class="card"><p><strong>${view.user.email}</strong></p><p>${effect}${confirmation.text}</p>
<div class="actions">${button({ action: paths.userAction(instance.id, userId, action), text: confirmation.button, kind: confirmation.isHarmful ? "bad" : "" })}
<a class="button quiet" href="${paths.user(instance.id, userId)}">Cancel</a></div></section>`
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
  const actions = Record.keys(confirmations)
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
