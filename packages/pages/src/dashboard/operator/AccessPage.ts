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
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import { nameOf } from "../../core/DeviceName.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { button, notice } from "../core/Elements.ts"
import { duration, time } from "../core/Format.ts"
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

  const sessionRow = (own: OperatorSessionSummary, canWrite: boolean) => (session: OperatorSessionSummary) => {
    const name = nameOf(english, session.userAgent)
    const isOwn = session.id === own.id
    const action = paths.operatorSession(session.id)
    const about = isOwn ? "of this session" : `on ${name}`
    return html`<li><span><span class="strong">${name}</span>${when(isOwn, () => html`<span class="soft">This session</span>`)}
<span>${Option.match(session.operator, { onNone: () => "without a name, role admin", onSome: (found) => `${found.name}, role ${found.role}` })}</span>
<span class="soft">signed in ${methods[session.method]} ${time(session.authenticatedAt)} from ${session.ipAddress}, last active ${time(session.lastSeenAt)}, expires ${time(session.expiresAt)}</span>
<code class="detail">${session.id}</code></span>
${when(canWrite, () => button({ action, text: "Sign out", about, kind: "quiet small" }))}</li>`
  }

  const sessionsPart = (
    own: OperatorSessionSummary,
    sessions: ReadonlyArray<OperatorSessionSummary>,
    canWrite: boolean
  ) =>
    html`<section class="card" aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<p class="soft">A session ends after ${idle} without a request. One without a name ends when the admin key changes, too; it no longer works then, but stays listed until it expires.</p>
<ul class="rows">${all(sessions.map(sessionRow(own, canWrite)))}</ul></section>`

  const invitationRow =
    (names: ReadonlyMap<OperatorId, string>, canWrite: boolean) => (invitation: InvitationSummary) =>
      html`<li><span><span class="strong">For ${Option.match(invitation.operatorId, { onNone: () => "anyone, role admin", onSome: (id) => names.get(id) ?? id })}</span>
<span>created ${actors[invitation.createdBy]}</span>
<span class="soft">${time(invitation.createdAt)}, expires ${time(invitation.expiresAt)}</span>
<code class="detail">${invitation.id}</code></span>
${when(canWrite, () => button({ action: paths.withdrawal(invitation.id), text: "Withdraw", about: `the invitation ${invitation.id}`, kind: "quiet small" }))}</li>`

  const invitationsPart = (
    invitations: ReadonlyArray<InvitationSummary>,
    canWrite: boolean,
    names: ReadonlyMap<OperatorId, string>
  ) =>
    html`<section class="card" aria-labelledby="invitations"><h2 id="invitations">Open invitations</h2>
<p class="soft">An invitation signs in the first person who opens it, even if it is for someone else. Withdraw any that you didn't create.</p>
${invitations.length === 0 ? html`<p>No open invitations.</p>` : html`<ul class="rows">${all(invitations.map(invitationRow(names, canWrite)))}</ul>`}</section>`

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
