/**
 * Who can use the dashboard: sessions and invitations, and forms that revoke and withdraw them.
 */
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import type {
  InvitationSummary,
  OperatorSessionSummary,
  OperatorSignInMethod
} from "@latchkey/domain/operator/OperatorRepository"
import { idleLifetime } from "@latchkey/domain/operator/OperatorSessions"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { actors } from "./ActorNames.ts"
import * as FormInput from "../core/FormInput.ts"
import { all, when } from "../core/Fragments.ts"
import * as RouteParameters from "../core/RouteParameters.ts"
import type { Route } from "../core/Routes.ts"
import { nameOf } from "../core/DeviceName.ts"
import type { DashboardFrame } from "./DashboardFrame.ts"
import { button, notice } from "./Elements.ts"
import { duration, time } from "./Format.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"
import * as OperatorCookie from "./OperatorCookie.ts"
import { english } from "../language/PageLanguage.ts"

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
  invitation: "with an invitation"
}

const idle = duration(Duration.toSeconds(idleLifetime))

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const access = yield* DashboardAccess
  const settings = yield* HttpSettings

  const sessionRow = (own: OperatorSessionSummary) => (session: OperatorSessionSummary) => {
    const name = nameOf(english, session.userAgent)
    const isOwn = session.id === own.id
    const action = paths.operatorSession(session.id)
    const about = isOwn ? "of this session" : `on ${name}`
    return html`<li><span><span class="strong">${name}</span>${when(isOwn, () => html`<span class="soft">This session</span>`)}
<span class="soft">signed in ${methods[session.method]} ${time(session.authenticatedAt)} from ${session.ipAddress}, last active ${time(session.lastSeenAt)}, expires ${time(session.expiresAt)}</span>
<code class="detail">${session.id}</code></span>
${button({ action, text: "Sign out", about, kind: "quiet small" })}</li>`
  }

  const sessionsPart = (own: OperatorSessionSummary, sessions: ReadonlyArray<OperatorSessionSummary>) =>
    html`<section class="card" aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<p class="soft">A session ends after ${idle} without a request, and when the admin key changes. Sessions of an earlier key no longer work, but stay listed until they expire.</p>
<ul class="rows">${all(sessions.map(sessionRow(own)))}</ul>
${when(sessions.length > 1, () => button({ action: paths.revokeOtherOperators, text: "Sign out all other sessions", kind: "quiet" }))}</section>`

  const invitationRow = (invitation: InvitationSummary) =>
    html`<li><span><span class="strong">Created ${actors[invitation.createdBy]}</span>
<span class="soft">${time(invitation.createdAt)}, expires ${time(invitation.expiresAt)}</span>
<code class="detail">${invitation.id}</code></span>
${button({ action: paths.withdrawal(invitation.id), text: "Withdraw", about: `the invitation ${invitation.id}`, kind: "quiet small" })}</li>`

  const invitationsPart = (invitations: ReadonlyArray<InvitationSummary>) =>
    html`<section class="card" aria-labelledby="invitations"><h2 id="invitations">Open invitations</h2>
<p class="soft">An invitation signs in the first person who opens it. Withdraw any that you didn't create.</p>
${invitations.length === 0 ? html`<p>No open invitations.</p>` : html`<ul class="rows">${all(invitations.map(invitationRow))}</ul>`}</section>`

  const show = Effect.fnUntraced(function* ({ request, session }: OperatorRequest) {
    const { invitations, sessions } = yield* access.list
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    return page({
      title: "Access",
      section: "Access",
      body: html`${done === undefined ? "" : notice("good", done)}
<p class="soft">Who can use this dashboard, newest first.</p>
${sessionsPart(session, sessions)}
${invitationsPart(invitations)}`
    })
  })

  const onRevoke = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const id = yield* RouteParameters.operatorSessionId
    yield* access.revoke(by, id)
    if (id !== by.operatorSessionId) return redirect(paths.access("revoked"))
    return OperatorCookie.clear(settings, paths.home)(redirect(paths.signedOut))
  })

  const onRevokeOthers = ({ by }: OperatorRequest) =>
    Effect.as(access.revokeOthers(by), redirect(paths.access("revoked-others")))

  const onWithdraw = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const id = yield* RouteParameters.invitationId
    yield* access.withdraw(by, id)
    return redirect(paths.access("withdrawn"))
  })

  const path = "/dashboard/access" as const
  return [
    { method: "GET", path, handler: operator(show) },
    { method: "POST", path: `${path}/revoke-others`, handler: operator(onRevokeOthers) },
    { method: "POST", path: `${path}/sessions/:operatorSession/revoke`, handler: operator(onRevoke) },
    { method: "POST", path: `${path}/invitations/:invitation/withdraw`, handler: operator(onWithdraw) }
  ] satisfies ReadonlyArray<Route>
})
