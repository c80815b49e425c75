import { SqlClient } from "@effect/sql/SqlClient"
import { InstanceId, QueuedEmailId } from "@latchkey/domain/core/Ids"
import { AuditId } from "@latchkey/domain/audit/AuditLog"
import { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { defaults } from "@latchkey/domain/instance/Instance"
import { WebhookId } from "@latchkey/domain/webhook/Webhook"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/** So many rows in every table that reading all of them clearly costs more than an index. */
export const rowsPerTable = 10_000

const instances = 1_000

/** The instance of every second row. 999 others share the rest. */
export const largest = InstanceId.make("inst_00000000-0000-7000-8000-000000000000")

/** Returns the SQL of a valid id for the n-th row. */
const idOf = (prefix: string, variant = 8) =>
  `'${prefix}_' || lpad(n::text, 8, '0') || '-0000-7000-${variant}000-000000000000'`

/** One of the others, with few rows in every table. */
export const another = InstanceId.make("inst_00000000-0000-7000-8000-000000000001")

export const middleOfAuditLog = AuditId.make(
  `audit_${String(rowsPerTable / 2).padStart(8, "0")}-0000-7000-8000-000000000000`
)

export const middleOfInvitations = InvitationId.make(
  `inv_${String(rowsPerTable / 2).padStart(8, "0")}-0000-7000-8000-000000000000`
)

export const middleOfSuppressions = QueuedEmailId.make(
  `email_${String(rowsPerTable / 2).padStart(8, "0")}-0000-7000-9000-000000000000`
)

/** The webhook of the largest instance that has half of all deliveries. */
export const largestWebhook = WebhookId.make("webhook_00000000-0000-7000-8000-000000000000")

export const middleOfWebhooks = InstanceId.make("inst_00000000-0000-7000-8000-000000000500")

/** Within the last minute of the rows that have not expired. */
export const lastMinute = DateTime.unsafeMake("2031-01-01T02:46:00.000Z")

const instanceOf = (number: string) => `'inst_00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0')`

/**
 * Inserts rows with invented ids, one in three of them expired at `Samples.now`. Updates the statistics, as autovacuum
 * does on a server in use. Autovacuum itself is off: the calls that are recorded delete rows, and statistics that
 * change at any moment would change the plans.
 */
export const insert = Effect.gen(function* () {
  const sql = yield* SqlClient
  const instance = sql.literal(instanceOf(`CASE n % 2 WHEN 0 THEN 0 ELSE n % ${instances} END`))
  const host = sql.literal("n || '.example.com'")
  const email = sql.literal("n || '@example.com'")
  const hash = sql.literal("sha256(n::text::bytea)")
  const expiry = sql.literal(
    "CASE n % 3 WHEN 0 THEN '2029-01-01'::timestamptz ELSE '2031-01-01'::timestamptz END + n * '1 second'::interval"
  )
  const user = sql.literal(idOf("user"))
  const ofSome = sql.literal(`CASE n % 3 WHEN 0 THEN ${idOf("user")} END`)
  const everyInstance = sql.literal(`FROM generate_series(0, ${instances - 1}) AS n`)
  const everyRow = sql.literal(`FROM generate_series(1, ${rowsPerTable}) AS n`)
  yield* sql`
    INSERT INTO latchkey.instances (
      instance_id, name, plan, hosts, origins, redirect_url, branding, auth_config, session_config, rate_limits
    )
    SELECT
      ${sql.literal(instanceOf("n"))}, 'Sample', ${defaults.plan}, ARRAY[${host}], '{}', NULL,
      ${JSON.stringify(defaults.branding)}::jsonb, ${JSON.stringify(defaults.authConfig)}::jsonb,
      ${JSON.stringify(defaults.sessionConfig)}::jsonb, ${JSON.stringify(defaults.rateLimits)}::jsonb
    ${everyInstance}`
  yield* sql`
    INSERT INTO latchkey.instance_hosts (host, instance_id) SELECT ${host}, ${sql.literal(instanceOf("n"))}
    ${everyInstance}`
  yield* sql`
    INSERT INTO latchkey.users (
      instance_id, user_id, email, credential_version, created_at, deletion_at, disabled_at, email_verified_at
    )
    SELECT
      ${instance}, ${user}, ${email}, 0, '2028-01-01'::timestamptz + n * '1 second'::interval,
      CASE n % 2 WHEN 0 THEN ${expiry} END, CASE n % 50 WHEN 2 THEN ${expiry} END,
      CASE WHEN n % 10 <> 4 THEN ${expiry} END
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
    SELECT ${instance}, ${sql.literal(idOf("client"))}, ${hash}, ${expiry} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.client_users (instance_id, user_id, client_id)
    SELECT ${instance}, ${user}, ${sql.literal(idOf("client"))} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.sessions (
      instance_id, session_id, user_id, client_id, token_hash, method, credential_version, user_agent,
      authenticated_at, last_seen_at, expires_at, ends_at
    )
    SELECT
      ${instance}, 'sess_' || n, ${user}, ${sql.literal(idOf("client"))}, ${hash}, 'password', 0, '', '2028-01-01', ${expiry}, ${expiry},
      ${expiry}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.magic_links (instance_id, token_hash, email, client_hash, request_id, user_id, expires_at)
    SELECT
      ${instance}, ${hash}, ${email}, ${hash}, CASE WHEN n % 2 = 0 THEN ${sql.literal(idOf("email"))} END, ${ofSome},
      ${expiry}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.invitations (
      instance_id, invitation_id, email, created_by, created_at, expires_at, email_id
    )
    SELECT
      ${instance}, ${sql.literal(idOf("inv"))}, ${email}, 'admin_api', ${expiry} - '7 days'::interval, ${expiry},
      ${sql.literal(idOf("email"))}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.one_time_tokens (
      instance_id, subject, token_hash, kind, user_id, credential_version, data, expires_at
    )
    SELECT
      ${instance}, CASE n % 2 WHEN 0 THEN ${email} ELSE encode(${hash}, 'hex') END, ${hash}, 'sample', ${ofSome},
      CASE WHEN ${ofSome} IS NOT NULL THEN 0 END, '', ${expiry}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.second_factors (instance_id, user_id, key_id, secret, last_step, confirmed_at)
    SELECT ${instance}, ${user}, '0f1e2d3c4b5a6978', '', 1, ${expiry} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.recovery_codes (instance_id, user_id, code_hash, created_at)
    SELECT ${instance}, ${user}, ${hash}, ${expiry} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.factor_recoveries (
      instance_id, user_id, credential_version, user_agent, requested_at, available_at, expires_at
    )
    SELECT ${instance}, ${user}, 0, '', ${expiry} - '10 days'::interval, ${expiry} - '7 days'::interval, ${expiry}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.factor_recovery_links (instance_id, token_hash, user_id)
    SELECT ${instance}, ${hash}, ${user} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.passkeys (
      instance_id, passkey_id, user_id, credential_id, public_key, rp_id, sign_count, transports, aaguid,
      backup_eligible, backed_up, name, created_at
    )
    SELECT
      ${instance}, ${sql.literal(idOf("passkey"))}, ${user}, ${hash}, ${hash}, 'example.com', 0, '{internal}',
      '00000000-0000-0000-0000-000000000000', true, false, 'Passkey', ${expiry}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.personal_tokens (
      instance_id, token_id, user_id, token_hash, name, scopes, credential_version, created_at, expires_at
    )
    SELECT
      ${instance}, ${sql.literal(idOf("pat"))}, ${user}, ${hash}, 'Backups', '{}', 0, '2028-01-01',
      CASE WHEN n % 2 = 0 THEN ${expiry} END
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.signing_keys (
      instance_id, number, key_id, public_key, private_key, created_at, active_from
    )
    SELECT
      ${sql.literal(instanceOf(`n % ${instances}`))}, n, n::text, '{}', '{"keyId":"0f1e2d3c4b5a6978","box":""}', '2028-01-01', '2028-01-01'
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.identities (instance_id, issuer, subject, identity_id, user_id, created_at)
    SELECT
      ${instance}, 'https://accounts.example.com', n::text, ${sql.literal(idOf("identity"))}, ${user}, ${expiry}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.former_emails (instance_id, email, user_id, credential_version, expires_at)
    SELECT ${instance}, ${email}, ${user}, 1, ${expiry} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.custom_emails (instance_id, kind, language, subject, text, html, updated_at)
    SELECT
      ${instance}, 'kind_' || translate(n::text, '0123456789', 'abcdefghij'), 'en', '', '', '', ${expiry}
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.queued_emails (
      instance_id, request_id, email, user_id, requested_at, expires_at, due_at, attempts
    )
    SELECT
      ${instance}, ${sql.literal(idOf("email"))}, ${email}, ${ofSome},
      '2030-06-15 11:59'::timestamptz + n * '1 millisecond'::interval, ${expiry}, '-infinity', 0
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.email_deliveries (
      instance_id, request_id, email, user_id, requested_at, attempts, state, ended_at, report, reported_at
    )
    SELECT
      ${instance}, ${sql.literal(idOf("email", 9))}, ${email}, ${ofSome}, ${expiry}, 1,
      CASE n % 50 WHEN 2 THEN 'failed' ELSE 'sent' END, ${expiry},
      CASE n % 50 WHEN 0 THEN 'bounce' END, CASE n % 50 WHEN 0 THEN ${expiry} END
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.email_suppressions (instance_id, email, email_id, reason, detail, suppressed_at)
    SELECT ${instance}, ${email}, ${sql.literal(idOf("email", 9))}, 'bounce', '', ${expiry} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.rate_limits (instance_id, key, consumed_at, expires_at)
    SELECT ${instance}, 'signInPerEmail:' || ${email}, ARRAY[${expiry}], ${expiry} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.sign_in_failures (instance_id, email, user_id, failures, notice_due_at, expires_at)
    SELECT ${instance}, ${email}, ${user}, n, ${expiry}, ${expiry} ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.attempt_counts (instance_id, hour, attempt, outcome, count)
    SELECT ${instance}, ${expiry}, 'sign_in', n::text, n ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.audit_log (audit_id, at, actor, action, instance_id, user_id, operator_id, detail)
    SELECT
      ${sql.literal(idOf("audit"))}, ${expiry}, CASE n % 500 WHEN 0 THEN 'command_line' ELSE 'dashboard' END,
      CASE n % 500 WHEN 1 THEN 'user_deleted' ELSE 'user_updated' END, ${instance},
      CASE n % 3 WHEN 0 THEN ${user} END, CASE n % 3 WHEN 1 THEN ${user} END, 'disabled=false'
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.events (
      instance_id, user_id, version, event_id, type, occurred_at, actor, position, user_data, details
    )
    SELECT
      ${instance}, ${user}, 1, ${sql.literal(idOf("evt"))},
      CASE n % 500 WHEN 0 THEN 'user.deleted' ELSE 'session.created' END, ${expiry}, 'user', n, NULL,
      '{"session":{"id":"sess_1","methods":["password"]}}'
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.event_versions (instance_id, user_id, version, position)
    SELECT ${instance}, ${user}, 1, n ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.expired_events (instance_id, feed, position, user_id, version)
    SELECT ${sql.literal(instanceOf("n"))}, 'events', 0, '', 1 ${everyInstance}`
  // Ten webhooks of every instance. One of them has not passed all events yet.
  yield* sql`
    INSERT INTO latchkey.webhooks (
      instance_id, webhook_id, slot, url, created_at, disabled_at, disabled_reason, secret, position, user_id, version
    )
    SELECT
      ${sql.literal(instanceOf(`n % ${instances}`))}, ${sql.literal(idOf("webhook"))}, n / ${sql.literal(String(instances))} + 1,
      'https://app.example.com', ${expiry}, CASE n % 7 WHEN 3 THEN ${expiry} END, CASE n % 7 WHEN 3 THEN 'failing' END,
      '{"keyId":"0f1e2d3c4b5a6978","box":""}'::jsonb, CASE n WHEN 0 THEN ${rowsPerTable - 1000}::bigint ELSE ${rowsPerTable + 1}::bigint END, '', 0
    FROM generate_series(0, ${rowsPerTable - 1}) AS n`
  yield* sql`
    INSERT INTO latchkey.webhook_deliveries (
      instance_id, webhook_id, event_id, position, user_id, version, type, state, attempts, due_at, leased_until,
      created_at, ended_at
    )
    SELECT
      ${instance}, ${sql.literal(idOf("webhook").replace("n::text", `(CASE n % 2 WHEN 0 THEN 0 ELSE n % ${instances} END)::text`))},
      ${sql.literal(idOf("evt"))}, n, ${user}, 1, 'session.created',
      CASE WHEN n % 50 = 0 THEN 'pending' WHEN n % 5 = 2 THEN 'failed' ELSE 'delivered' END, 1, ${expiry},
      CASE n % 500 WHEN 0 THEN ${expiry} END, ${expiry}, CASE WHEN n % 50 <> 0 THEN ${expiry} END
    ${everyRow}`
  yield* sql`
    INSERT INTO latchkey.api_keys (key_id, token_hash, name, role, created_at, expires_at)
    SELECT ${sql.literal(idOf("apikey"))}, ${hash}, 'Sample', 'viewer', ${expiry}, ${expiry} ${everyRow}`
  yield* sql`ANALYZE`
  yield* sql`
    DO $$
      DECLARE name regclass;
      BEGIN
        FOR name IN SELECT oid FROM pg_class WHERE relnamespace = 'latchkey'::regnamespace AND relkind = 'r' LOOP
          EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', name);
        END LOOP;
      END
    $$`
})
