/**
 * A user, as an administrator sees one: details, active sessions, and what can be done.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { MethodId } from "@latchkey/domain/instance/AuthenticationMethods"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { UserAdministration, type UserView } from "@latchkey/domain/operator/UserAdministration"
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import type { FactorRecovery } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import type { SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { UserAction } from "../core/DashboardPaths.ts"
import { button, detail, notice } from "../core/Elements.ts"
import { time } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { nameOf } from "../../core/DeviceName.ts"
import { permissionOf } from "./UserActions.ts"
import * as FailedSignIns from "./FailedSignIns.ts"
import * as UserIdentities from "./UserIdentities.ts"
import { english } from "../../language/PageLanguage.ts"

/**
 * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
 */
const notices: ReadonlyMap<string, string> = new Map([
  ["create", "The user is created."],
  ["existed", "A user with this external ID existed already. Nothing was changed."],
  ["save", "Saved."],
  ["send-link", "The user gets a sign-in link by email."],
  ["disable", "The user is disabled and signed out on all devices."],
  ["enable", "The user can sign in again."],
  ["remove-passkeys", "All passkeys are removed, and the user is signed out on all devices."],
  ["unlink", UserIdentities.unlinked],
  ["reset-factor", "The second factor is removed, and the user is signed out on all devices."],
  ["reset-failures", "Failed sign-ins are counted from zero again."],
  ["sign-out", "The user is signed out on all devices."],
  ["revoke", "The user is signed out on that device."]
])

const withMethod = (id: MethodId): string => `with a ${id.replaceAll("_", " ")}`

type Can = OperatorRequest["can"]

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const identities = UserIdentities.section(paths)

  const failures = (view: UserView) => {
    const count = `${view.failedSignIns} in a row`
    return FailedSignIns.isPasswordRefused(reports, view) ? `${count}: the password doesn't work on new devices` : count
  }

  const recovery = ({ availableAt, expiresAt, requestedAt, userAgent }: FactorRecovery) =>
    detail(
      "Recovery by email",
      html`requested ${time(requestedAt)} on ${nameOf(english, userAgent)}: a link removes the second factor and the passkeys from ${time(availableAt)} until ${time(expiresAt)}. Signing the user out on all devices cancels it.`
    )

  const details = (view: UserView) => {
    const { user } = view
    return html`<dl class="facts">${all([
      detail("User ID", html`<code>${user.id}</code>`),
      detail(
        "External ID",
        Option.getOrElse(user.externalId, () => "none")
      ),
      detail("Signed up", time(user.createdAt)),
      detail("Email verified", Option.match(user.emailVerifiedAt, { onNone: () => "no", onSome: time })),
      detail("Password", user.hasPassword ? "set" : "none"),
      detail(
        "Second factor",
        Option.match(user.secondFactorAt, { onNone: () => "none", onSome: (at) => html`since ${time(at)}` })
      ),
      detail("Passkeys", view.passkeys === 0 ? "none" : String(view.passkeys)),
      ...Option.toArray(Option.map(view.factorRecovery, recovery)),
      detail(
        "Can sign in",
        Option.match(user.disabledAt, { onNone: () => "yes", onSome: (at) => html`no, disabled ${time(at)}` })
      ),
      ...Option.toArray(
        Option.map(user.deletionAt, (at) =>
          detail("Will be deleted", html`${time(at)}, because the user has asked for it`)
        )
      ),
      detail("Failed sign-ins", failures(view))
    ])}</dl>`
  }

  const sessionRow = (instance: Instance, user: UserDetails, can: Can) => (session: SessionSummary) => {
    const name = nameOf(english, session.userAgent)
    const action = paths.session(instance.id, user.id, session.id)
    return html`<li><span><span class="strong">${name}</span>
<span class="soft">signed in ${withMethod(session.method)} ${time(session.authenticatedAt)}, last active ${time(session.lastSeenAt)}, expires ${time(session.expiresAt)}</span></span>
${when(can("users.support"), () => button({ action, text: "Sign out", about: `on ${name}`, kind: "quiet small" }))}</li>`
  }

  const actions = (instance: Instance, { failedSignIns, passkeys, user }: UserView, can: Can) => {
    const action = (name: UserAction, text: string) =>
      when(
        can(permissionOf(name)),
        () => html`<a class="button quiet" href="${paths.userAction(instance.id, user.id, name)}">${text}</a>`
      )
    const isDisabled = Option.isSome(user.disabledAt)
    return html`<p class="actions">${all([
      when(
        can("users.write"),
        () => html`<a class="button quiet" href="${paths.editUser(instance.id, user.id)}">Edit</a>`
      ),
      action("sign-out", "Sign out on all devices…"),
      isDisabled ? action("enable", "Enable…") : action("disable", "Disable…"),
      failedSignIns === 0 ? none : action("reset-failures", "Reset failed sign-ins…"),
      Option.isNone(user.secondFactorAt) ? none : action("reset-factor", "Reset second factor…"),
      passkeys === 0 ? none : action("remove-passkeys", "Remove passkeys…"),
      isDisabled || !instance.authConfig.magic_link
        ? none
        : all([action("send-link", "Email a sign-in link…"), action("make-link", "Make a sign-in link…")]),
      action("delete", "Delete…")
    ])}</p>`
  }

  const show = Effect.fnUntraced(function* ({ by, can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const view = yield* administration.find({ instance, userId: yield* RouteParameters.userId, by })
    const { sessions, user } = view
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    const rows = html`<ul class="rows">${all(sessions.map(sessionRow(instance, user, can)))}</ul>`
    return page({
      title: user.email,
      section: "Instances",
      of: { instance, tab: "Users" },
      body: html`${done === undefined ? "" : notice("good", done)}
<section class="card" aria-labelledby="details"><h2 id="details">Details</h2>${details(view)}${actions(instance, view, can)}</section>
${when(view.identities.length > 0, () => identities(instance, view, can))}
<section class="card" aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
${sessions.length === 0 ? html`<p>No active sessions.</p>` : rows}</section>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/users/:user", handler: operator("users.read", show) }
  ] satisfies ReadonlyArray<Route>
})
