/**
 * One user: what is known, the sessions, and what an operator can do about them.
 *
 * @since 0.1.0
 */
import { UserAdministration, type UserDetails } from "@latchkey/domain/operator/UserAdministration"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import type { SessionSummary } from "@latchkey/domain/session/SessionRepository";
import { queryOf, type RequestContext } from "@latchkey/http/core/Endpoint"
import { html } from "@latchkey/http/core/Html"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all } from "../core/Fragments.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "../operator/Access.ts"
import { nameOf } from "../session/DeviceName.ts"
import { button, fact, notice } from "../operator/Markup.ts"
import * as Parameters from "../operator/RouteParameters.ts"
import type { Views } from "../operator/View.ts"
import { time } from "../operator/Words.ts"

/** What was done just now, by the word in the query. Only these: a link cannot make the page say anything else. */
const done: ReadonlyMap<string, string> = new Map([
  ["disable", "The user is disabled, and every session has ended."],
  ["enable", "The user may sign in again."],
  ["sign-out", "Every session has ended."],
  ["session", "The session has ended."]
])

const methods: Readonly<Record<SessionSummary["method"], string>> = { password: "password", magic_link: "magic link" }

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, page }: Views, { operator }: Access) {
  const administration = yield* UserAdministration
  const instances = yield* Instances

  const facts = (user: UserDetails) =>
    html`<dl class="facts">${all([
      fact("User id", html`<code>${user.id}</code>`),
      fact("Signed up", time(user.createdAt)),
      fact("Address proven", Option.match(user.emailVerifiedAt, { onNone: () => "not yet", onSome: time })),
      fact("Password", user.hasPassword ? "set" : "none"),
      fact(
        "May sign in",
        Option.match(user.disabledAt, { onNone: () => "yes", onSome: (at) => html`no, since ${time(at)}` })
      )
    ])}</dl>`

  const sessionRow = (instance: Instance, user: UserDetails) => (session: SessionSummary) =>
    html`<li><span><span class="strong">${nameOf(session.userAgent)}</span>
<span class="soft">by ${methods[session.method]} on ${time(session.authenticatedAt)}, last seen ${time(session.lastSeenAt)}, ends ${time(session.expiresAt)}</span></span>
${button({ action: links.session(instance.id, user.id, session.id), text: "End", about: `the session of ${nameOf(session.userAgent)}`, kind: "quiet small" })}</li>`

  const actions = (instance: Instance, user: UserDetails) => {
    const action = (name: "disable" | "enable" | "sign-out", text: string) =>
      html`<a class="button quiet" href="${links.userAction(instance.id, user.id, name)}">${text}</a>`
    const isDisabled = Option.isSome(user.disabledAt)
    return html`<p class="actions">${all([
      action("sign-out", "Sign out everywhere…"),
      isDisabled ? action("enable", "Enable…") : action("disable", "Disable…")
    ])}</p>`
  }

  const show = Effect.fnUntraced(function* (context: RequestContext) {
    const instance = yield* Parameters.instance(instances)
    const { sessions, user } = yield* administration.find(instance, yield* Parameters.userId)
    const words = done.get(queryOf(context.request).get("done") ?? "")
    const list = html`<ul class="rows">${all(sessions.map(sessionRow(instance, user)))}</ul>`
    return page({
      title: user.email,
      place: "Instances",
      of: { instance, tab: "Users" },
      body: html`${words === undefined ? "" : notice("good", words)}
<section class="card" aria-labelledby="facts"><h2 id="facts">Facts</h2>${facts(user)}${actions(instance, user)}</section>
<section class="card" aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
${sessions.length === 0 ? html`<p>There is no live session.</p>` : list}</section>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/users/:user", handler: operator(show) }
  ] satisfies ReadonlyArray<Route>
})
