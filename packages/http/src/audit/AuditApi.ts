/** The contract of the admin API: the audit log. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { AuditId } from "@latchkey/domain/audit/AuditLog"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { pageLimit } from "../core/PageLimit.ts"
import { Time } from "../core/Time.ts"

const example = {
  id: AuditId.make("audit_01a20d63-9b1e-7c52-8a04-5d7e3f6b1c20"),
  at: DateTime.unsafeMake("2026-11-24T09:24:51.327Z"),
  actor: "admin_api",
  action: "instance_updated",
  instanceId: InstanceId.make("inst_01a20d52-6c1f-7e0a-8f5d-4b7c9d2e1a2f"),
  userId: null,
  operatorId: null,
  operatorSessionId: null,
  apiKeyId: null,
  name: "ADMIN_API_KEY",
  ipAddress: "127.0.0.1",
  detail: 'name="Acme Shop" was="Acme"'
}

/** An entry of the audit log. */
export const AuditEntryResponse = Schema.Struct({
  id: AuditId,
  at: Time,
  actor: Schema.String.annotations({
    description: "Through what: `admin_api`, `dashboard`, `command_line`, `program`, or `user`."
  }),
  action: Schema.String.annotations({ description: "What was done, such as `user_disabled`." }),
  instanceId: Schema.NullOr(Schema.String).annotations({ description: "In which instance; null if in none." }),
  userId: Schema.NullOr(Schema.String).annotations({ description: "Whom it concerns; null if no user." }),
  operatorId: Schema.NullOr(Schema.String).annotations({ description: "The operator who did it; null without one." }),
  operatorSessionId: Schema.NullOr(Schema.String).annotations({
    description: "The dashboard session; null without one."
  }),
  apiKeyId: Schema.NullOr(Schema.String).annotations({ description: "The API key; null without one." }),
  name: Schema.NullOr(Schema.String).annotations({
    description: "The name that the operator or the key had; null without one."
  }),
  ipAddress: Schema.NullOr(Schema.String).annotations({ description: "From where; null if that is unknown." }),
  detail: Schema.String.annotations({ description: "What was changed, in at most 2,000 characters." })
}).annotations({
  identifier: "AuditEntry",
  description: "Something that an operator did, or a user to their own account.",
  examples: [example]
})
export type AuditEntryResponse = typeof AuditEntryResponse.Type

/** Entries in their order. `next`: null while there has been none. */
export const AuditLogResponse = Schema.Struct({
  entries: Schema.Array(AuditEntryResponse),
  next: Schema.NullOr(Schema.String).annotations({
    description: "`after` of the next request, also if there are no entries; null while there has been none."
  })
}).annotations({
  identifier: "AuditLog",
  description: "Entries of the audit log, in the order in which they were written.",
  examples: [{ entries: [example], next: "eyJwb3NpdGlvbiI6NzQy" }]
})

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Which entries to list. */
export const AuditLogQuery = Schema.Struct({
  after: optional(
    Schema.String.annotations({ description: "`next` of the response before; the oldest entries without it." })
  ),
  limit: optional(pageLimit("entries"))
})

const list = Contract.endpoint(HttpApiEndpoint.get("listAuditLog")`/v1/admin/audit-log`, {
  permission: "audit.read",
  summary: "List the audit log",
  description:
    "Returns the audit log of all instances, in the order in which it was written, without gaps. With `Prefer: wait=20` it waits up to so many seconds, at most 20, if there is nothing new.",
  query: AuditLogQuery,
  success: AuditLogResponse,
  errors: ["cursor_expired"]
})

/** `/v1/admin/audit-log`. It requires a bearer key (RFC 6750). */
export class AuditApi extends Contract.group(
  "audit",
  {
    title: "Audit log",
    description:
      "What operators did, and users to their own accounts, for programs that keep a copy. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  { listAuditLog: list }
) {}
