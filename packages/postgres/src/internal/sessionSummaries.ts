import { type InstanceId, SessionId } from "@latchkey/domain/core/Ids"
import { SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { MethodId } from "@latchkey/domain/instance/AuthenticationMethods"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Time } from "./columns.ts"
import { type Database, rows } from "./database.ts"

const summaryRows = rows(
  Schema.Struct({
    id: SessionId,
    method: MethodId,
    furtherMethods: Schema.Array(MethodId),
    userAgent: Schema.String,
    deviceName: Schema.OptionFromNullOr(Schema.String),
    authenticatedAt: Time,
    lastSeenAt: Time,
    expiresAt: Time
  })
)

/** The columns of a session `s` of the instance in a list. */
export const summaryColumns = ({ sql, tables }: Database, instanceId: InstanceId) => sql`
  s.session_id AS "id", s.method, s.further_methods AS "furtherMethods", s.user_agent AS "userAgent",
  (
    SELECT c.device_name FROM ${tables.clients} c WHERE c.instance_id = ${instanceId} AND c.client_id = s.client_id
  ) AS "deviceName",
  s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"`

/** Runs a statement that returns sessions of a list. */
export const sessionSummaries = (statement: Parameters<typeof summaryRows>[0]) =>
  // The same schemas have decoded the rows: they need no second validation.
  Effect.map(summaryRows(statement), (found) =>
    found.map(
      ({ furtherMethods, method, ...row }) =>
        new SessionSummary({ ...row, methods: [method, ...furtherMethods] }, { disableValidation: true })
    )
  )
