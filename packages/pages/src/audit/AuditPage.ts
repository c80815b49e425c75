/**
 * The audit log, newest first.
 */
import type { Actor, AuditAction, AuditEntry } from "@latchkey/domain/audit/AuditLog"
import { AuditId, type InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { all, when } from "../core/Fragments.ts"
import * as FormInput from "../core/FormInput.ts"
import type { Route } from "../core/Routes.ts"
import type { DashboardFrame } from "../operator/DashboardFrame.ts"
import { time } from "../operator/Format.ts"
import type { OperatorAccess } from "../operator/OperatorAccess.ts"

const actors: Readonly<Record<Actor, string>> = {
  admin_api: "through the admin API",
  dashboard: "on the dashboard",
  command_line: "on the command line",
  program: "by the app that embeds Latchkey"
}

const actions: Readonly<Record<AuditAction, string>> = {
  instance_created: "Instance created",
  instance_updated: "Settings changed",
  user_disabled: "User disabled",
  user_enabled: "User enabled",
  session_revoked: "User signed out on one device",
  sessions_revoked: "User signed out on all devices",
  operator_invited: "Invitation to the dashboard created",
  dashboard_opened: "Administrator signed in",
  dashboard_closed: "Administrator signed out"
}

const maxEntries = 50
const maxCharacters = 6000

/** Returns the entries that fit on a page: fifty, or fewer if they are long. */
export const pageOf = (entries: ReadonlyArray<AuditEntry>): ReadonlyArray<AuditEntry> => {
  let characters = 0
  return entries.slice(0, maxEntries).filter(({ detail }, index) => {
    characters += detail.length
    return index === 0 || characters <= maxCharacters
  })
}

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports

  const subject = ({ instanceId, userId }: AuditEntry, names: ReadonlyMap<InstanceId, string>): Fragment =>
    Option.match(instanceId, {
      onNone: () => html``,
      onSome: (id) =>
        html`<span>in <a href="${paths.instance(id)}">${names.get(id) ?? id}</a>${Option.match(userId, {
          onNone: () => "",
          onSome: (user) => html`, <a href="${paths.user(id, user)}"><code>${user}</code></a>`
        })}</span>`
    })

  const row = (names: ReadonlyMap<InstanceId, string>) => (entry: AuditEntry) =>
    html`<li><span><span class="strong">${actions[entry.action]}</span> <span class="soft">${actors[entry.actor]}</span>
${subject(entry, names)}${when(entry.detail !== "", () => html`<code class="detail">${entry.detail}</code>`)}</span>
<span class="soft">${time(entry.at)}</span></li>`

  const show = Effect.fnUntraced(function* ({ request }: RequestContext) {
    const before = Schema.decodeOption(AuditId)(FormInput.textOf(RequestReader.query(request), "before"))
    const found = yield* reports.auditLog({ before, limit: maxEntries + 1 })
    const names = new Map((yield* instances.list).map(({ id, name }) => [id, name]))
    const entries = pageOf(found)
    const last = entries.at(-1)
    const older =
      last === undefined || entries.length === found.length ? html`` : html`<a href="${paths.audit(last.id)}">Older</a>`
    return page({
      title: "Audit log",
      section: "Audit log",
      body: html`<p class="soft">What administrators did, newest first.</p>
${entries.length === 0 ? html`<p role="status">No entries.</p>` : html`<ul class="rows card">${all(entries.map(row(names)))}</ul>`}
<p class="paging">${when(Option.isSome(before), () => html`<a href="${paths.audit()}">Newest</a>`)} ${older}</p>`
    })
  })

  return [{ method: "GET", path: "/dashboard/audit", handler: operator(show) }] satisfies ReadonlyArray<Route>
})
