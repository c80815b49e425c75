/**
 * The audit log, newest first.
 *
 * @since 0.1.0
 */
import { type Actor, type AuditAction, type AuditEntry, AuditLog } from "@latchkey/domain/audit/AuditLog"
import { AuditId, type InstanceId } from "@latchkey/domain/core/Ids"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { queryOf, type RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Html"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { all, when } from "../core/Fragments.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "../operator/Access.ts"
import type { Views } from "../operator/View.ts"
import { time } from "../operator/Words.ts"

const actors: Readonly<Record<Actor, string>> = {
  admin_api: "by the admin API",
  dashboard: "on the dashboard",
  command_line: "by the command line",
  program: "by the program around Latchkey"
}

const actions: Readonly<Record<AuditAction, string>> = {
  instance_created: "Instance created",
  instance_updated: "Settings changed",
  user_disabled: "User disabled",
  user_enabled: "User enabled",
  session_revoked: "Session ended",
  sessions_revoked: "User signed out everywhere",
  operator_invited: "Link to the dashboard made",
  dashboard_opened: "Signed in",
  dashboard_closed: "Signed out"
}

const linesAtMost = 50
const charactersAtMost = 6000

/** As many lines as make a page: fifty, and fewer where they are long. @since 0.1.0 */
export const pageOf = (entries: ReadonlyArray<AuditEntry>): ReadonlyArray<AuditEntry> => {
  let characters = 0
  return entries.slice(0, linesAtMost).filter(({ detail }, index) => {
    characters += detail.length
    return index === 0 || characters <= charactersAtMost
  })
}

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, page }: Views, { operator }: Access) {
  const instances = yield* Instances
  const log = yield* AuditLog

  const about = ({ instanceId, userId }: AuditEntry, names: ReadonlyMap<InstanceId, string>): Fragment =>
    Option.match(instanceId, {
      onNone: () => html``,
      onSome: (id) =>
        html`<span>in <a href="${links.instance(id)}">${names.get(id) ?? id}</a>${Option.match(userId, {
          onNone: () => "",
          onSome: (user) => html`, <a href="${links.user(id, user)}"><code>${user}</code></a>`
        })}</span>`
    })

  const row = (names: ReadonlyMap<InstanceId, string>) => (entry: AuditEntry) =>
    html`<li><span><span class="strong">${actions[entry.action]}</span> <span class="soft">${actors[entry.actor]}</span>
${about(entry, names)}${when(entry.detail !== "", () => html`<code class="detail">${entry.detail}</code>`)}</span>
<span class="soft">${time(entry.at)}</span></li>`

  const show = Effect.fnUntraced(function* (context: RequestContext) {
    const before = Schema.decodeOption(AuditId)(queryOf(context.request).get("before") ?? "")
    const found = yield* log.list({ before, limit: linesAtMost + 1 })
    const names = new Map((yield* instances.list).map(({ id, name }) => [id, name]))
    const entries = pageOf(found)
    const last = entries.at(-1)
    const older =
      last === undefined || entries.length === found.length ? html`` : html`<a href="${links.audit(last.id)}">Older</a>`
    return page({
      title: "Audit log",
      place: "Audit log",
      body: html`<p class="soft">What operators did, newest first.</p>
${entries.length === 0 ? html`<p role="status">There is nothing.</p>` : html`<ul class="rows card">${all(entries.map(row(names)))}</ul>`}
<p class="paging">${when(Option.isSome(before), () => html`<a href="${links.audit()}">Newest</a>`)} ${older}</p>`
    })
  })

  return [{ method: "GET", path: "/dashboard/audit", handler: operator(show) }] satisfies ReadonlyArray<Route>
})
