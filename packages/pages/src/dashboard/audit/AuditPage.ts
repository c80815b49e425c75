/**
 * The audit log, newest first.
 */
import { type AuditEntry, AuditId } from "@latchkey/domain/audit/AuditLog"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { type AuditAction, auditActions } from "@latchkey/domain/rooms"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { all, when } from "../../core/Fragments.ts"
import * as FormInput from "../../core/FormInput.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { time } from "../core/Format.ts"
import type { OperatorAccess } from "../operator/OperatorAccess.ts"
import { actors } from "../operator/ActorNames.ts"

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

  /** Names the instance and the user, with links to them unless the instance was deleted. */
  const subject = ({ instanceId, userId }: AuditEntry, names: ReadonlyMap<InstanceId, string>): Fragment =>
    Option.match(instanceId, {
      onNone: () => html``,
      onSome: (id) => {
        const name = names.get(id)
        const link = (path: string, text: string | Fragment) =>
          name === undefined ? html`${text}` : html`<a href="${path}">${text}</a>`
        return html`<span>in ${link(paths.instance(id), name ?? html`<code>${id}</code>`)}${Option.match(userId, {
          onNone: () => "",
          onSome: (user) => html`, ${link(paths.user(id, user), html`<code>${user}</code>`)}`
        })}</span>`
      }
    })

  /** The name, the IP address and the session of the operator, or the name of the key. */
  const origin = ({ ipAddress, name, operatorSessionId }: AuditEntry): Fragment =>
    html`${Option.match(name, { onNone: () => "", onSome: (by) => html`<span>by ${by}</span> ` })}${Option.match(ipAddress, { onNone: () => "", onSome: (ip) => html`<span class="soft">from ${ip}</span>` })}${Option.match(
      operatorSessionId,
      { onNone: () => "", onSome: (id) => html`<code class="detail">${id}</code>` }
    )}`

  const row = (names: ReadonlyMap<InstanceId, string>) => (entry: AuditEntry) =>
    html`<li><span><span class="strong">${auditActions[entry.action as AuditAction] ?? entry.action}</span> <span class="soft">${actors[entry.actor]}</span> ${origin(entry)}
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
      body: html`<p class="soft">What administrators changed and which users they viewed, newest first.</p>
${entries.length === 0 ? html`<p role="status">No entries.</p>` : html`<ul class="rows card">${all(entries.map(row(names)))}</ul>`}
<p class="paging">${when(Option.isSome(before), () => html`<a href="${paths.audit()}">Newest</a>`)} ${older}</p>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/audit", handler: operator("audit.read", show) }
  ] satisfies ReadonlyArray<Route>
})
