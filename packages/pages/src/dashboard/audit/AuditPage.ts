/**
 * The audit log, newest first.
 */
import type { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import { AuditId, type InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import type { AuditAction } from "@latchkey/domain/rooms"
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

const actions: Readonly<Record<AuditAction, string>> = {
  instance_created: "Instance created",
  instance_updated: "Settings changed",
  instance_deleted: "Instance deleted",
  user_viewed: "User viewed",
  user_created: "User created",
  user_updated: "User changed",
  user_deleted: "User deleted",
  users_imported: "Users imported",
  users_exported: "Users exported",
  user_deletion_scheduled: "Deletion of a user scheduled",
  user_deletion_cancelled: "Deletion of a user cancelled",
  user_disabled: "User disabled",
  user_enabled: "User enabled",
  email_changed: "Email address changed",
  email_restored: "Former email address restored",
  sign_in_link_created: "Sign-in link created",
  sign_in_link_sent: "Sign-in link sent",
  failed_sign_ins_reset: "Failed sign-ins of a user reset",
  second_factor_added: "Second factor of a user added",
  second_factor_removed: "Second factor of a user removed",
  second_factor_reset: "Second factor of a user reset",
  recovery_codes_renewed: "Recovery codes of a user renewed",
  recovery_codes_removed: "Recovery codes of a user removed",
  passkey_added: "Passkey of a user added",
  passkey_removed: "Passkey of a user removed",
  passkeys_reset: "All passkeys of a user removed",
  factor_recovery_requested: "Recovery of lost factors requested by a user",
  factor_recovery_completed: "Lost factors removed by a user",
  factor_recovery_cancelled: "Recovery of lost factors cancelled by a user",
  passkeys_deleted: "Passkeys of a former host deleted",
  session_revoked: "User signed out on one device",
  sessions_revoked: "Signed out on all devices",
  operator_invited: "Invitation to the dashboard created",
  operator_invitation_withdrawn: "Invitation to the dashboard withdrawn",
  invitation_created: "User invited",
  custom_email_saved: "email text changed",
  custom_email_deleted: "email text reset to the default",
  test_email_sent: "test email sent",
  invitation_withdrawn: "Invitation withdrawn",
  email_suppression_lifted: "Address gets emails again",
  dashboard_opened: "Administrator signed in",
  dashboard_closed: "Administrator signed out",
  dashboard_session_revoked: "Administrator signed out on one device",
  dashboard_sessions_revoked: "Sessions of administrators signed out",
  operator_created: "Administrator added",
  operator_updated: "Administrator changed",
  operator_disabled: "Administrator disabled",
  operator_enabled: "Administrator enabled",
  operator_removed: "Administrator deleted",
  operator_link_shown: "Link of an invitation to the dashboard shown",
  operator_passkey_added: "Passkey of an administrator added",
  operator_passkey_removed: "Passkey of an administrator removed",
  operator_passkeys_removed: "All passkeys of an administrator removed",
  api_key_created: "API key created",
  api_key_revoked: "API key revoked",
  previous_admin_key_used: "ADMIN_API_KEY_PREVIOUS used"
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
    html`<li><span><span class="strong">${actions[entry.action as AuditAction] ?? entry.action}</span> <span class="soft">${actors[entry.actor]}</span> ${origin(entry)}
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
