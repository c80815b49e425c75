/**
 * Who can use the dashboard: sessions and invitations, and forms that revoke and withdraw them.
 */
import { type OperatorId, OperatorSessionId } from "@latchkey/domain/core/Ids"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import {
  type InvitationSummary,
  OperatorInvitationId,
  type OperatorSessionSummary,
  type OperatorSignInMethod
} from "@latchkey/domain/operator/OperatorRepository"
import { Operators } from "@latchkey/domain/operator/Operators"
import { idleLifetime } from "@latchkey/domain/operator/OperatorSessions"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import { InvitationNotFound } from "@latchkey/domain/invitation/InvitationErrors"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { actors } from "./ActorNames.ts"
import * as FormInput from "../../core/FormInput.ts"
import { when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import { nameOf } from "../../core/DeviceName.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, notice, tag } from "../core/Elements.ts"
import { counted, duration, time } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"
import * as OperatorCookie from "./OperatorCookie.ts"
import { english } from "../../language/PageLanguage.ts"

/**
 * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
 */
const notices: ReadonlyMap<string, string> = new Map([
  ["revoked", "The session is signed out."],
  ["revoked-others", "All other sessions are signed out."],
  ["withdrawn", "The invitation is withdrawn."]
])

const methods: Readonly<Record<OperatorSignInMethod, string>> = {
  admin_key: "with the admin key",
  invitation: "with an invitation",
  passkey: "with a passkey"
}

const idle = duration(Duration.toSeconds(idleLifetime))

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const access = yield* DashboardAccess
  const operators = yield* Operators
  const settings = yield* HttpSettings

  const aboutOf = (own: OperatorSessionSummary, { id, userAgent }: OperatorSessionSummary) =>
    id === own.id ? "of this session" : `on ${nameOf(english, userAgent)}`

  const signOut = (own: OperatorSessionSummary): DataTable.Column<OperatorSessionSummary> => ({
    title: "Sign out",
    kind: "action",
    cell: (session) =>
      button({
        action: paths.operatorSession(session.id),
        text: "Sign out",
        about: aboutOf(own, session),
        kind: "quiet small"
      })
  })

  const sessionColumns = (
    own: OperatorSessionSummary,
    canWrite: boolean
  ): ReadonlyArray<DataTable.Column<OperatorSessionSummary>> => [
    {
      title: "Device",
      cell: ({ id, ipAddress, userAgent }) =>
        html`<span class="strong">${nameOf(english, userAgent)}</span> ${when(id === own.id, () => tag("This session", "good"))}<br><span class="soft">${ipAddress}</span>`
    },
    {
      title: "Administrator",
      cell: ({ operator }) =>
        Option.match(operator, {
          onNone: () => "without a name, role admin",
          onSome: ({ name, role }) => `${name}, role ${role}`
        })
    },
    {
      title: "Signed in",
      cell: ({ authenticatedAt, method }) =>
        html`<span>${time(authenticatedAt)}<br><span class="soft">${methods[method]}</span></span>`
    },
    { title: "Last active", cell: ({ lastSeenAt }) => time(lastSeenAt) },
    { title: "Expires", cell: ({ expiresAt }) => time(expiresAt) },
    ...(canWrite ? [signOut(own)] : [])
  ]

  const sessionsPart = (
    own: OperatorSessionSummary,
    sessions: ReadonlyArray<OperatorSessionSummary>,
    canWrite: boolean
  ) =>
    DataTable.view({
      id: "sessions",
      caption: "Sessions",
      heading: true,
      intro: html`<p class="soft">A session ends after ${idle} without a request. One without a name ends when the admin key changes, too; it no longer works then, but stays listed until it expires.</p>`,
      columns: sessionColumns(own, canWrite),
      rows: sessions,
      count: counted(sessions.length, "session"),
      empty: { title: "No sessions", text: "No one is signed in." }
    })

  const withdraw: DataTable.Column<InvitationSummary> = {
    title: "Withdraw",
    kind: "action",
    cell: ({ id }) =>
      button({ action: paths.withdrawal(id), text: "Withdraw", about: `the invitation ${id}`, kind: "quiet small" })
  }

  const invitationColumns = (
    names: ReadonlyMap<OperatorId, string>,
    canWrite: boolean
  ): ReadonlyArray<DataTable.Column<InvitationSummary>> => [
    {
      title: "For",
      cell: ({ id, operatorId }) =>
        html`<span class="strong">${Option.match(operatorId, { onNone: () => "anyone, role admin", onSome: (to) => names.get(to) ?? to })}</span><br><code class="soft">${id}</code>`
    },
    {
      title: "Created",
      cell: ({ createdAt, createdBy }) =>
        html`<span>${time(createdAt)}<br><span class="soft">${actors[createdBy]}</span></span>`
    },
    { title: "Expires", cell: ({ expiresAt }) => time(expiresAt) },
    ...(canWrite ? [withdraw] : [])
  ]

  const invitationsPart = (
    invitations: ReadonlyArray<InvitationSummary>,
    canWrite: boolean,
    names: ReadonlyMap<OperatorId, string>
  ) =>
    DataTable.view({
      id: "invitations",
      caption: "Open invitations",
      heading: true,
      intro: html`<p class="soft">An invitation signs in the first person who opens it, even if it is for someone else. Withdraw any that you didn't create.</p>`,
      columns: invitationColumns(names, canWrite),
      rows: invitations,
      count: counted(invitations.length, "invitation"),
      empty: { title: "No open invitations", text: "Invite someone under Administrators." }
    })

  const show = Effect.fnUntraced(function* ({ can, request, session }: OperatorRequest) {
    const { invitations, sessions } = yield* access.list
    const canWrite = can("operators.write")
    const names = new Map((yield* operators.list).map(({ id, name }) => [id, name]))
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    return page({
      title: "Access",
      description: "Who is signed in to this dashboard, and who can still come in with a link. Newest first.",
      ...(canWrite && sessions.length > 1
        ? {
            action: button({
              action: paths.revokeOtherOperators,
              text: "Sign out all other sessions",
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

  const onRevoke = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const id = yield* RouteParameters.parameter("operatorSession", OperatorSessionId, () => new SessionNotFound())
    yield* access.revoke(by, id)
    if (id !== by.operatorSessionId) return redirect(paths.access("revoked"))
    return OperatorCookie.clear(settings, paths.home)(redirect(paths.signedOut))
  })

  const onRevokeOthers = ({ by }: OperatorRequest) =>
    Effect.as(access.revokeOthers(by), redirect(paths.access("revoked-others")))

  const onWithdraw = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const id = yield* RouteParameters.parameter("invitation", OperatorInvitationId, () => new InvitationNotFound())
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
