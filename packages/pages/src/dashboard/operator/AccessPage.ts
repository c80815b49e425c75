/**
 * Who can use the dashboard: sessions and invitations, and forms that revoke and withdraw them.
 */
import { SessionId, type UserId } from "@latchkey/domain/core/Ids"
import type { MethodId } from "@latchkey/domain/instance/AuthenticationMethods"
import { OperatorInstance } from "@latchkey/domain/instance/OperatorInstance"
import { DashboardAccess, type ListedSession } from "@latchkey/domain/operator/DashboardAccess"
import { type DashboardInvitation, DashboardInvitationId } from "@latchkey/domain/operator/DashboardInvitation"
import * as OperatorMethods from "@latchkey/domain/operator/OperatorMethods"
import type { OperatorSession } from "@latchkey/domain/operator/OperatorSession"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import { InvitationNotFound } from "@latchkey/domain/invitation/InvitationErrors"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormInput from "../../core/FormInput.ts"
import { when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import { nameOf } from "../../core/DeviceName.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, notice, tag } from "../core/Elements.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const access = yield* DashboardAccess
  const { idleLifetime } = yield* OperatorInstance
  const { duration, time } = language.format
  const { core } = language.texts
  const { access: texts } = language.texts.operator
  const idle = duration(Duration.toSeconds(idleLifetime))

  /**
   * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing
   * else.
   */
  const notices: ReadonlyMap<string, string> = new Map([
    ["revoked", texts.revoked],
    ["revoked-others", texts.revokedOthers],
    ["withdrawn", texts.withdrawn]
  ])

  const methodTexts: Readonly<Record<MethodId, string>> = {
    [OperatorMethods.adminKey.id]: texts.methods.admin_key,
    [OperatorMethods.invitation.id]: texts.methods.invitation,
    identity_provider: texts.methods.identity_provider,
    identity_provider_mfa: texts.methods.identity_provider,
    passkey: texts.methods.passkey
  }
  const methodText = ([method]: OperatorSession["methods"]) => methodTexts[method] ?? method

  const aboutOf = (own: OperatorSession, { session, userAgent }: ListedSession) =>
    session.id === own.id ? texts.ofThisSession : core.device(nameOf(language.pages, userAgent))

  const signOut = (own: OperatorSession): DataTable.Column<ListedSession> => ({
    title: texts.signOut,
    kind: "action",
    cell: (listed) =>
      button({
        action: paths.operatorSession(listed.session.id),
        text: texts.signOut,
        about: aboutOf(own, listed),
        kind: "quiet small"
      })
  })

  const sessionColumns = (own: OperatorSession, canWrite: boolean): ReadonlyArray<DataTable.Column<ListedSession>> => [
    {
      title: texts.device,
      cell: ({ ipAddress, session, userAgent }) =>
        html`<span class="strong">${nameOf(language.pages, userAgent)}</span> ${when(session.id === own.id, () => tag(texts.thisSession, "good"))}<br><span class="soft">${Option.getOrElse(ipAddress, () => "")}</span>`
    },
    {
      title: texts.administrator,
      cell: ({ session: { operator } }) =>
        Option.match(operator, {
          onNone: () => texts.unnamed(core.roles.admin),
          onSome: ({ name, role }) => texts.named(name, core.roles[role])
        })
    },
    {
      title: texts.signedIn,
      cell: ({ session: { authenticatedAt, methods } }) =>
        html`<span>${time(authenticatedAt)}<br><span class="soft">${methodText(methods)}</span></span>`
    },
    { title: texts.lastActive, cell: ({ session }) => time(session.lastSeenAt) },
    { title: texts.expires, cell: ({ session }) => time(session.expiresAt) },
    ...(canWrite ? [signOut(own)] : [])
  ]

  const sessionsPart = (own: OperatorSession, sessions: ReadonlyArray<ListedSession>, canWrite: boolean) =>
    DataTable.view(language, {
      id: "sessions",
      caption: texts.sessions,
      heading: true,
      intro: html`<p class="soft">${texts.sessionsIntro(idle)}</p>`,
      columns: sessionColumns(own, canWrite),
      rows: sessions,
      count: texts.countSessions(sessions.length),
      empty: texts.noSessions
    })

  const withdraw: DataTable.Column<DashboardInvitation> = {
    title: texts.withdraw,
    kind: "action",
    cell: ({ id }) =>
      button({
        action: paths.withdrawal(id),
        text: texts.withdraw,
        about: texts.theInvitation(id),
        kind: "quiet small"
      })
  }

  const invitationColumns = (
    names: ReadonlyMap<UserId, string>,
    canWrite: boolean
  ): ReadonlyArray<DataTable.Column<DashboardInvitation>> => [
    {
      title: texts.for,
      cell: ({ id, operatorId }) =>
        html`<span class="strong">${Option.match(operatorId, { onNone: () => texts.anyone(core.roles.admin), onSome: (to) => names.get(to) ?? to })}</span><br><code class="soft">${id}</code>`
    },
    {
      title: texts.created,
      cell: ({ createdAt, createdBy }) =>
        html`<span>${time(createdAt)}<br><span class="soft">${core.actors[createdBy]}</span></span>`
    },
    { title: texts.expires, cell: ({ expiresAt }) => time(expiresAt) },
    ...(canWrite ? [withdraw] : [])
  ]

  const invitationsPart = (
    invitations: ReadonlyArray<DashboardInvitation>,
    canWrite: boolean,
    names: ReadonlyMap<UserId, string>
  ) =>
    DataTable.view(language, {
      id: "invitations",
      caption: texts.invitations,
      heading: true,
      intro: html`<p class="soft">${texts.invitationsIntro}</p>`,
      columns: invitationColumns(names, canWrite),
      rows: invitations,
      count: texts.countInvitations(invitations.length),
      empty: texts.noInvitations
    })

  const show = Effect.fnUntraced(function* ({ can, request, session }: OperatorRequest) {
    const { invitations, operators, sessions } = yield* access.list
    const canWrite = can("operators.write")
    const names = new Map(operators.map(({ id, name }) => [id, name]))
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    return page({
      title: core.sections.Access,
      description: texts.intro,
      ...(canWrite && sessions.length > 1
        ? {
            action: button({
              action: paths.revokeOtherOperators,
              text: texts.signOutOthers,
              kind: "quiet bad"
            })
          }
        : {}),
      section: "Access",
      body: html`${done === undefined ? "" : notice("good", done)}
${sessionsPart(session, sessions, canWrite)}
${invitationsPart(invitations, canWrite, names)}`
    })
  })

  const onRevoke = Effect.fnUntraced(function* ({ by, cookies }: OperatorRequest) {
    const id = yield* RouteParameters.parameter("operatorSession", SessionId, () => new SessionNotFound())
    yield* access.revoke(by, id)
    if (id !== by.operatorSessionId) return redirect(paths.access("revoked"))
    return SessionCookies.clearSession(cookies)(redirect(paths.signedOut))
  })

  const onRevokeOthers = ({ by }: OperatorRequest) =>
    Effect.as(access.revokeOthers(by), redirect(paths.access("revoked-others")))

  const onWithdraw = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const id = yield* RouteParameters.parameter("invitation", DashboardInvitationId, () => new InvitationNotFound())
    yield* access.withdraw(by, id)
    return redirect(paths.access("withdrawn"))
  })

  const path = "/dashboard/access" as const
  return [
    { method: "GET", path, handler: operator("operators.read", show) },
    { method: "POST", path: `${path}/revoke-others`, handler: operator("operators.write", onRevokeOthers) },
    {
      method: "POST",
      path: `${path}/sessions/:operatorSession/revoke`,
      handler: operator("operators.write", onRevoke)
    },
    {
      method: "POST",
      path: `${path}/invitations/:invitation/withdraw`,
      handler: operator("operators.write", onWithdraw)
    }
  ] satisfies ReadonlyArray<Route>
})
