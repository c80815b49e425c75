/**
 * The first tables. The SQL spells out every table and column, and only the name of the schema is inserted: the SQL of
 * a released migration never changes, whatever the code is renamed to.
 *
 * Every primary key and unique key starts with `instance_id`, and every statement that serves a request names it, so
 * the tables can be distributed by instance over a Citus cluster. The exceptions are small, and reference tables there,
 * which cannot refer to tables that are not distributed yet:
 *
 * - `instances` and `instance_hosts`: a host is unique among all instances.
 * - `audit_log` and `api_keys`: they belong to no single instance (decision 0004).
 *
 * No foreign key refers to `instances`: the ports do not require that it is stored first, and deleting it with
 * everything that it has would be one long transaction.
 *
 * The cleanup job finds expired rows by an index with a condition that is always true, such as `WHERE expires_at IS NOT
 * NULL`. To estimate a comparison with a column, the planner reads the first and the last entry of an index on it, past
 * all entries of deleted rows that are not vacuumed yet, for each statement that it plans. It does not use an index
 * with a condition for that. With 50,000 deleted sessions, a session check took twice as long.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

/** Invitations are found by email: renewing an expired one changes its id. */
export const tables = {
  apiKeys: { name: "api_keys" },
  auditLog: { name: "audit_log" },
  instances: { name: "instances" },
  instanceHosts: { name: "instance_hosts" },
  attemptCounts: { name: "attempt_counts", ofInstance: { key: "hour", letsInBy: null } },
  signInFailures: { name: "sign_in_failures", ofInstance: { key: "email", letsInBy: null } },
  rateLimits: { name: "rate_limits", ofInstance: { key: "key", letsInBy: null } },
  emailSuppressions: { name: "email_suppressions", ofInstance: { key: "email", letsInBy: null } },
  emailDeliveries: { name: "email_deliveries", ofInstance: { key: "request_id", letsInBy: null } },
  queuedEmails: { name: "queued_emails", ofInstance: { key: "request_id", letsInBy: null } },
  customEmails: { name: "custom_emails", ofInstance: { key: "kind", letsInBy: null } },
  invitations: { name: "invitations", ofInstance: { key: "invitation_id", letsInBy: "email" } },
  magicLinks: { name: "magic_links", ofInstance: { key: "token_hash", letsInBy: "token_hash" } },
  users: { name: "users", ofInstance: { key: "user_id", letsInBy: null } },
  secondFactors: { name: "second_factors", ofInstance: { key: "user_id", letsInBy: null } },
  recoveryCodes: { name: "recovery_codes", ofInstance: { key: "user_id", letsInBy: null } },
  factorRecoveries: { name: "factor_recoveries", ofInstance: { key: "user_id", letsInBy: "user_id" } },
  factorRecoveryLinks: { name: "factor_recovery_links", ofInstance: { key: "token_hash", letsInBy: "token_hash" } },
  oneTimeTokens: { name: "one_time_tokens", ofInstance: { key: "subject", letsInBy: "subject" } },
  formerEmails: { name: "former_emails", ofInstance: { key: "email", letsInBy: null } },
  passkeys: { name: "passkeys", ofInstance: { key: "passkey_id", letsInBy: null } },
  clients: { name: "clients", ofInstance: { key: "client_id", letsInBy: null } },
  clientUsers: { name: "client_users", ofInstance: { key: "user_id", letsInBy: null } },
  sessions: { name: "sessions", ofInstance: { key: "session_id", letsInBy: "session_id" } },
  identities: { name: "identities", ofInstance: { key: "identity_id", letsInBy: null } },
  eventClock: { name: "event_clock" },
  events: { name: "events", ofInstance: { key: "user_id", letsInBy: null } },
  eventVersions: { name: "event_versions", ofInstance: { key: "user_id", letsInBy: null } },
  expiredEvents: { name: "expired_events", ofInstance: { key: "feed", letsInBy: null } },
  webhooks: { name: "webhooks", ofInstance: { key: "webhook_id", letsInBy: null } },
  webhookDeliveries: { name: "webhook_deliveries", ofInstance: { key: "webhook_id", letsInBy: null } },
  personalTokens: { name: "personal_tokens", ofInstance: { key: "token_id", letsInBy: "token_id" } },
  signingKeys: { name: "signing_keys", ofInstance: { key: "number", letsInBy: null } }
} as const satisfies Tables

interface Target {
  readonly sql: SqlClient.SqlClient
  readonly schema: Fragment
}

/** 64 random hexadecimal digits, 244 random bits: the server generates UUIDs with its cryptographic random source. */
const randomKey = "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')"

/** `decoy_key` serves the decoys of addresses without an account. The row of a deleted instance keeps its hosts. */
const createInstances = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  // A missing setting has its default.
  yield* sql`
    CREATE TABLE ${schema}.instances (
      instance_id text COLLATE "C" PRIMARY KEY,
      name text NOT NULL,
      plan text NOT NULL,
      hosts text[] NOT NULL,
      origins text[] NOT NULL,
      redirect_url text,
      branding jsonb NOT NULL,
      auth_config jsonb NOT NULL,
      session_config jsonb NOT NULL,
      rate_limits jsonb NOT NULL,
      email_config jsonb NOT NULL DEFAULT '{}',
      deleted_at timestamptz,
      decoy_key text NOT NULL DEFAULT ${sql.literal(randomKey)},
      sign_up_config jsonb NOT NULL DEFAULT '{}',
      account_config jsonb NOT NULL DEFAULT '{}',
      default_language text NOT NULL DEFAULT 'en',
      passkey_config jsonb NOT NULL DEFAULT '{}',
      identity_providers jsonb NOT NULL DEFAULT '[]',
      token_config jsonb NOT NULL DEFAULT '{}'
    )`

  // The hosts a second time, because a host belongs to one instance only.
  yield* sql`
    CREATE TABLE ${schema}.instance_hosts (
      host text COLLATE "C" PRIMARY KEY,
      instance_id text COLLATE "C" NOT NULL REFERENCES ${schema}.instances ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.instance_hosts (instance_id)`
})

/** As `PasswordScheme.ofHash`. */
const scheme = String.raw`
  CASE
    WHEN password_hash ~ '\$2b\$[0-9]{2}\$[^$]{53}$' THEN left(password_hash, -54)
    ELSE regexp_replace(password_hash, '\$[^$]*\$[^$]*$', '')
  END`

const createUsers = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  // The scheme of each password hash, so that its share is cheap to find. What apps and users keep is text: `jsonb`
  // would change the order of members, and numbers.
  yield* sql`
    CREATE TABLE ${schema}.users (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL CHECK (email = lower(email) AND octet_length(email) <= 254),
      password_hash text,
      email_verified_at timestamptz,
      credential_version integer NOT NULL CHECK (credential_version >= 0),
      created_at timestamptz NOT NULL,
      disabled_at timestamptz,
      claimed_at timestamptz,
      external_id text COLLATE "C" CHECK (length(external_id) <= 255),
      password_scheme text COLLATE "C" GENERATED ALWAYS AS (${sql.literal(scheme)}) STORED,
      deletion_at timestamptz,
      language text,
      second_factor_at timestamptz,
      passkey_handle bytea,
      name text,
      metadata text NOT NULL DEFAULT '{}',
      user_metadata text NOT NULL DEFAULT '{}',
      PRIMARY KEY (instance_id, user_id),
      UNIQUE (instance_id, email)
    )`
  yield* sql`
    CREATE UNIQUE INDEX users_external_id ON ${schema}.users (instance_id, external_id)
      WHERE external_id IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.users (instance_id, created_at, user_id)`
  yield* sql`
    CREATE INDEX users_password_scheme ON ${schema}.users (instance_id, password_scheme)
      WHERE password_scheme IS NOT NULL`
  yield* sql`
    CREATE INDEX users_deletion_at ON ${schema}.users (deletion_at, instance_id, user_id)
      WHERE deletion_at IS NOT NULL`

  for (const [name, condition] of [
    ["users_unverified", "email_verified_at IS NULL"],
    ["users_disabled", "disabled_at IS NOT NULL"],
    ["users_deleting", "deletion_at IS NOT NULL"]
  ] as const) {
    yield* sql`
      CREATE INDEX ${sql.literal(name)} ON ${schema}.users (instance_id, created_at, user_id)
        WHERE ${sql.literal(condition)}`
  }

  // The failed sign-ins in a row of each address, and of the account that has it; `user_id` is none without an account.
  // There is no foreign key to `users`: checking it would take time for addresses with an account only.
  // `notice_due_at`: when the owner is to be told. `expires_at`: none while the row counts for an account.
  yield* sql`
    CREATE TABLE ${schema}.sign_in_failures (
      instance_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      user_id text COLLATE "C",
      failures integer NOT NULL CHECK (failures >= 0),
      notice_due_at timestamptz,
      notified_at timestamptz,
      expires_at timestamptz,
      PRIMARY KEY (instance_id, email)
    )`
  yield* sql`
    CREATE INDEX ON ${schema}.sign_in_failures (notice_due_at) WHERE notice_due_at IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.sign_in_failures (expires_at) WHERE expires_at IS NOT NULL`

  // The addresses that users had before they changed them: reserved until `expires_at`. `credential_version` orders the
  // changes of a user. `restorations`: how many have followed the change.
  yield* sql`
    CREATE TABLE ${schema}.former_emails (
      instance_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      credential_version integer NOT NULL,
      expires_at timestamptz NOT NULL,
      restorations integer NOT NULL DEFAULT 0,
      PRIMARY KEY (instance_id, email),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.former_emails (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.former_emails (expires_at) WHERE expires_at IS NOT NULL`

  // The accounts that users have at identity providers.
  yield* sql`
    CREATE TABLE ${schema}.identities (
      instance_id text COLLATE "C" NOT NULL,
      issuer text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      identity_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      label text,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      PRIMARY KEY (instance_id, issuer, subject),
      UNIQUE (instance_id, identity_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.identities (instance_id, user_id)`
})

const createSessions = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  // `device_name`: what a device that was signed in with a code calls itself.
  yield* sql`
    CREATE TABLE ${schema}.clients (
      instance_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      expires_at timestamptz NOT NULL,
      device_name text,
      PRIMARY KEY (instance_id, client_id),
      UNIQUE (instance_id, token_hash)
    )`
  yield* sql`CREATE INDEX ON ${schema}.clients (expires_at) WHERE expires_at IS NOT NULL`

  // The clients that each user has signed in on, and when last.
  yield* sql`
    CREATE TABLE ${schema}.client_users (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      known_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (instance_id, user_id, client_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE,
      FOREIGN KEY (instance_id, client_id) REFERENCES ${schema}.clients ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.client_users (instance_id, client_id)`

  // A session ends when it or its client expires: `ends_at` is the earlier of the two. It stays correct, because
  // everything that prolongs a client revokes its sessions. Sessions are listed and trimmed in the order of an index.
  // `rotated_at`: when a native client got its token; none for a session in cookies.
  yield* sql`
    CREATE TABLE ${schema}.sessions (
      instance_id text COLLATE "C" NOT NULL,
      session_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      client_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      method text NOT NULL,
      credential_version integer NOT NULL,
      authenticated_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      user_agent text NOT NULL DEFAULT '',
      further_methods text[] NOT NULL DEFAULT '{}',
      former_token_hash bytea,
      rotated_at timestamptz,
      PRIMARY KEY (instance_id, session_id),
      UNIQUE (instance_id, token_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE,
      FOREIGN KEY (instance_id, client_id) REFERENCES ${schema}.clients ON DELETE CASCADE
    )`
  yield* sql`
    CREATE INDEX ON ${schema}.sessions (instance_id, user_id, credential_version, authenticated_at, session_id)`
  yield* sql`CREATE INDEX ON ${schema}.sessions (instance_id, client_id)`
  yield* sql`CREATE INDEX ON ${schema}.sessions (ends_at) WHERE ends_at IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.sessions (last_seen_at) WHERE last_seen_at IS NOT NULL`
})

const createFactors = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  yield* sql`
    CREATE TABLE ${schema}.passkeys (
      instance_id text COLLATE "C" NOT NULL,
      passkey_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      credential_id bytea NOT NULL,
      public_key bytea NOT NULL,
      rp_id text COLLATE "C" NOT NULL,
      sign_count bigint NOT NULL,
      transports text[] NOT NULL,
      aaguid uuid NOT NULL,
      backup_eligible boolean NOT NULL,
      backed_up boolean NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      PRIMARY KEY (instance_id, passkey_id),
      UNIQUE (instance_id, credential_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.passkeys (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.passkeys (instance_id, rp_id)`

  // secret: encrypted under the key that key_id names. last_step: the step of the last code that was accepted.
  yield* sql`
    CREATE TABLE ${schema}.second_factors (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      key_id text COLLATE "C" NOT NULL,
      secret text NOT NULL,
      last_step integer NOT NULL,
      confirmed_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, user_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`
    CREATE INDEX ON ${schema}.second_factors (key_id, instance_id, user_id) WHERE key_id IS NOT NULL`

  yield* sql`
    CREATE TABLE ${schema}.recovery_codes (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      code_hash bytea NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, user_id, code_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`

  // Recoveries of lost factors, one per user, and the hashes of the links in their emails.
  yield* sql`
    CREATE TABLE ${schema}.factor_recoveries (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      credential_version integer NOT NULL,
      user_agent text NOT NULL,
      requested_at timestamptz NOT NULL,
      available_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, user_id),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.factor_recoveries (expires_at) WHERE expires_at IS NOT NULL`
  yield* sql`
    CREATE TABLE ${schema}.factor_recovery_links (
      instance_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (instance_id, token_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.factor_recoveries ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.factor_recovery_links (instance_id, user_id)`
})

/**
 * What emails lead to. Each code beside a magic link is a row of `magic_links`, too, whose token no one has: it is
 * found by the client and the request that it is derived from.
 */
const createLinks = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  yield* sql`
    CREATE TABLE ${schema}.magic_links (
      instance_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
      email text COLLATE "C" NOT NULL,
      client_hash bytea CHECK (octet_length(client_hash) = 32),
      expires_at timestamptz NOT NULL,
      verifies_email boolean NOT NULL DEFAULT true,
      request_id text COLLATE "C",
      user_id text COLLATE "C",
      PRIMARY KEY (instance_id, token_hash)
    )`
  yield* sql`CREATE INDEX ON ${schema}.magic_links (instance_id, email)`
  yield* sql`CREATE INDEX ON ${schema}.magic_links (expires_at) WHERE expires_at IS NOT NULL`
  yield* sql`
    CREATE INDEX magic_links_codes ON ${schema}.magic_links (instance_id, client_hash, request_id)
      WHERE request_id IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.magic_links (instance_id, user_id) WHERE user_id IS NOT NULL`

  // One per address. `email_id` is the last email of an invitation. The tokens of its links are in `magic_links`.
  yield* sql`
    CREATE TABLE ${schema}.invitations (
      instance_id text COLLATE "C" NOT NULL,
      invitation_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      email_id text COLLATE "C" NOT NULL,
      PRIMARY KEY (instance_id, invitation_id),
      UNIQUE (instance_id, email)
    )`
  yield* sql`CREATE INDEX ON ${schema}.invitations (expires_at) WHERE expires_at IS NOT NULL`

  // What expires and is used once. Rows are found by their subject and token, and counted by their subject and kind.
  // Challenges of the dashboard have a reserved instance, so that all rows have one.
  yield* sql`
    CREATE TABLE ${schema}.one_time_tokens (
      instance_id text COLLATE "C" NOT NULL,
      subject text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL,
      kind text COLLATE "C" NOT NULL,
      user_id text COLLATE "C",
      credential_version integer,
      data text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, subject, token_hash, kind),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.one_time_tokens (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.one_time_tokens (expires_at) WHERE expires_at IS NOT NULL`
})

/** `user_id`: on behalf of which user an email was queued, whatever address it goes to. */
const createEmails = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  // `reason` and `detail` tell why one was rescheduled.
  yield* sql`
    CREATE TABLE ${schema}.queued_emails (
      instance_id text COLLATE "C" NOT NULL,
      request_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      client_hash bytea CHECK (octet_length(client_hash) = 32),
      requested_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      attempts integer NOT NULL CHECK (attempts >= 0),
      reason text,
      detail text,
      kind text COLLATE "C" NOT NULL DEFAULT 'magic_link',
      parameters jsonb NOT NULL DEFAULT '{}',
      expires_at timestamptz NOT NULL DEFAULT now() + interval '5 minutes',
      languages text[] NOT NULL DEFAULT '{}',
      user_id text COLLATE "C",
      PRIMARY KEY (instance_id, request_id)
    )`
  yield* sql`CREATE INDEX ON ${schema}.queued_emails (requested_at, request_id)`
  yield* sql`CREATE INDEX ON ${schema}.queued_emails (expires_at) WHERE expires_at IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.queued_emails (instance_id, email)`
  yield* sql`CREATE INDEX ON ${schema}.queued_emails (instance_id, user_id) WHERE user_id IS NOT NULL`

  // The results of completed requests, and what was reported about their emails.
  yield* sql`
    CREATE TABLE ${schema}.email_deliveries (
      instance_id text COLLATE "C" NOT NULL,
      request_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      requested_at timestamptz NOT NULL,
      attempts integer NOT NULL,
      state text NOT NULL CHECK (state IN ('sent', 'failed', 'discarded')),
      ended_at timestamptz NOT NULL,
      reason text,
      detail text,
      kind text COLLATE "C" NOT NULL DEFAULT 'magic_link',
      report text,
      reported_at timestamptz,
      user_id text COLLATE "C",
      PRIMARY KEY (instance_id, request_id)
    )`
  yield* sql`CREATE INDEX ON ${schema}.email_deliveries (instance_id, requested_at, request_id)`
  yield* sql`CREATE INDEX ON ${schema}.email_deliveries (ended_at) WHERE ended_at IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.email_deliveries (instance_id, email)`
  // Reports are counted by instance, and over the whole service: those of a day are few, in all instances together.
  yield* sql`
    CREATE INDEX email_deliveries_reported_at ON ${schema}.email_deliveries (reported_at, instance_id, report)
      WHERE reported_at IS NOT NULL`
  yield* sql`CREATE INDEX ON ${schema}.email_deliveries (instance_id, user_id) WHERE user_id IS NOT NULL`
  for (const [name, condition] of [
    ["email_deliveries_unsent", "state <> 'sent'"],
    ["email_deliveries_reported", "report IS NOT NULL"]
  ] as const) {
    yield* sql`
      CREATE INDEX ${sql.literal(name)} ON ${schema}.email_deliveries (instance_id, requested_at, request_id)
        WHERE ${sql.literal(condition)}`
  }

  // The addresses that get no emails: `email_id` is the email that was reported.
  yield* sql`
    CREATE TABLE ${schema}.email_suppressions (
      instance_id text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      email_id text COLLATE "C" NOT NULL,
      reason text NOT NULL,
      detail text NOT NULL,
      suppressed_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, email),
      UNIQUE (instance_id, email_id)
    )`
  yield* sql`
    CREATE INDEX ON ${schema}.email_suppressions (suppressed_at) WHERE suppressed_at IS NOT NULL`

  // The texts that instances have in the place of the default ones.
  yield* sql`
    CREATE TABLE ${schema}.custom_emails (
      instance_id text COLLATE "C" NOT NULL,
      kind text COLLATE "C" NOT NULL,
      language text COLLATE "C" NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, kind, language)
    )`
})

const createCounts = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  // `consumed_at` is the whole window: the times of the allowed attempts, oldest first. It never has more elements than
  // the largest limit, 1000.
  yield* sql`
    CREATE TABLE ${schema}.rate_limits (
      instance_id text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      consumed_at timestamptz[] NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (instance_id, key)
    )`
  yield* sql`CREATE INDEX ON ${schema}.rate_limits (expires_at) WHERE expires_at IS NOT NULL`

  // Adds a time to a window: after the others that are not later, and without the oldest, so that `size` remain. The
  // times are sorted. PostgreSQL inlines it. On a Citus cluster, an upsert can neither have a subquery nor a part of an
  // array.
  yield* sql`
    CREATE FUNCTION ${schema}.add_to_window(times timestamptz[], at timestamptz, size integer) RETURNS timestamptz[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (
      times[1:width_bucket(at, times)] || at || times[width_bucket(at, times) + 1:]
    )[cardinality(times) + 2 - size:]`

  yield* sql`
    CREATE TABLE ${schema}.attempt_counts (
      instance_id text COLLATE "C" NOT NULL,
      hour timestamptz NOT NULL,
      attempt text COLLATE "C" NOT NULL,
      outcome text COLLATE "C" NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (instance_id, hour, attempt, outcome)
    )`
  yield* sql`CREATE INDEX ON ${schema}.attempt_counts (hour) WHERE hour IS NOT NULL`

  // `position` orders the feed (decision 0098).
  yield* sql`
    CREATE TABLE ${schema}.audit_log (
      audit_id text COLLATE "C" PRIMARY KEY,
      at timestamptz NOT NULL,
      actor text NOT NULL,
      action text NOT NULL,
      instance_id text COLLATE "C",
      user_id text COLLATE "C",
      detail text NOT NULL,
      operator_session_id text COLLATE "C",
      ip_address text,
      operator_id text COLLATE "C",
      api_key_id text COLLATE "C",
      name text,
      position bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint
    )`
  yield* sql`CREATE INDEX ON ${schema}.audit_log (at) WHERE at IS NOT NULL`
  yield* sql`CREATE INDEX audit_log_position ON ${schema}.audit_log (position, audit_id)`
  // The entries of a user are listed for all instances, too.
  for (const column of ["action", "actor", "operator_id", "user_id"]) {
    yield* sql`
      CREATE INDEX ON ${schema}.audit_log (${sql.literal(column)}, audit_id) WHERE ${sql.literal(column)} IS NOT NULL`
  }
})

const createTokens = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  yield* sql`
    CREATE TABLE ${schema}.personal_tokens (
      instance_id text COLLATE "C" NOT NULL,
      token_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      token_hash bytea NOT NULL,
      name text NOT NULL,
      scopes text[] NOT NULL,
      credential_version integer NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      last_used_at timestamptz,
      PRIMARY KEY (instance_id, token_id),
      UNIQUE (instance_id, token_hash),
      FOREIGN KEY (instance_id, user_id) REFERENCES ${schema}.users ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX ON ${schema}.personal_tokens (instance_id, user_id)`
  yield* sql`CREATE INDEX ON ${schema}.personal_tokens (expires_at) WHERE expires_at IS NOT NULL`

  // Keys that sign access tokens. The number is in the key, so that of several processes one creates the next key.
  yield* sql`
    CREATE TABLE ${schema}.signing_keys (
      instance_id text COLLATE "C" NOT NULL,
      number integer NOT NULL,
      key_id text NOT NULL,
      public_key text NOT NULL,
      private_key jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      active_from timestamptz NOT NULL,
      PRIMARY KEY (instance_id, number)
    )`
})

/**
 * Events, and what their order and their versions come from (decision 0098). No foreign key refers to `users`: the
 * events of a deleted user stay until they expire.
 */
const createEvents = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  // One row: what is added to the id of a transaction, so that places do not go back in a new database cluster.
  yield* sql`
    CREATE TABLE ${schema}.event_clock (
      is_current boolean PRIMARY KEY DEFAULT true CHECK (is_current),
      position_offset bigint NOT NULL
    )`
  yield* sql`INSERT INTO ${schema}.event_clock (position_offset) VALUES (0)`

  // `user_data`: none of a deleted user. `position` orders the feed, before the user and the version.
  yield* sql`
    CREATE TABLE ${schema}.events (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      version integer NOT NULL CHECK (version > 0),
      event_id text COLLATE "C" NOT NULL,
      type text NOT NULL,
      occurred_at timestamptz NOT NULL,
      actor text NOT NULL,
      position bigint NOT NULL,
      user_data jsonb,
      details jsonb NOT NULL,
      PRIMARY KEY (instance_id, user_id, version)
    )`
  yield* sql`CREATE INDEX events_position ON ${schema}.events (instance_id, position, user_id, version)`
  yield* sql`CREATE INDEX ON ${schema}.events (occurred_at) WHERE occurred_at IS NOT NULL`

  // The last version of each user, and its place. An update changes no index: it stays on the page if that has room.
  yield* sql`
    CREATE TABLE ${schema}.event_versions (
      instance_id text COLLATE "C" NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      version integer NOT NULL CHECK (version > 0),
      position bigint NOT NULL,
      PRIMARY KEY (instance_id, user_id)
    ) WITH (fillfactor = 80)`

  // The last place of each feed whose event was deleted: cursors before it have missed something.
  yield* sql`
    CREATE TABLE ${schema}.expired_events (
      instance_id text COLLATE "C" NOT NULL,
      feed text COLLATE "C" NOT NULL,
      position bigint NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      version integer NOT NULL,
      PRIMARY KEY (instance_id, feed)
    )`
})

/** Webhooks, and what is delivered to them (decision 0102). */
const createWebhooks = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  // `slot` limits their number, also for concurrent transactions. `position`, `user_id` and `version`: the last event
  // that the webhook has passed.
  yield* sql`
    CREATE TABLE ${schema}.webhooks (
      instance_id text COLLATE "C" NOT NULL,
      webhook_id text COLLATE "C" NOT NULL,
      slot smallint NOT NULL,
      url text NOT NULL,
      types text[],
      created_at timestamptz NOT NULL,
      disabled_at timestamptz,
      disabled_reason text,
      failing_since timestamptz,
      secret jsonb NOT NULL,
      previous_secret jsonb,
      previous_secret_until timestamptz,
      position bigint NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      version integer NOT NULL,
      PRIMARY KEY (instance_id, webhook_id),
      UNIQUE (instance_id, slot)
    )`
  yield* sql`CREATE INDEX webhooks_position ON ${schema}.webhooks (position) WHERE disabled_at IS NULL`

  // No foreign key refers to `webhooks`: deleting one would delete millions of rows. They expire.
  yield* sql`
    CREATE TABLE ${schema}.webhook_deliveries (
      instance_id text COLLATE "C" NOT NULL,
      webhook_id text COLLATE "C" NOT NULL,
      event_id text COLLATE "C" NOT NULL,
      position bigint NOT NULL,
      user_id text COLLATE "C" NOT NULL,
      version integer NOT NULL,
      type text NOT NULL,
      state text NOT NULL,
      attempts integer NOT NULL,
      due_at timestamptz NOT NULL,
      leased_until timestamptz,
      last_status integer,
      last_reason text,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,
      PRIMARY KEY (instance_id, webhook_id, event_id)
    )`
  const index = (name: string, columns: string, condition: string) => sql`
    CREATE INDEX ${sql.literal(`webhook_deliveries_${name}`)} ON ${schema}.webhook_deliveries
      (${sql.literal(columns)}) WHERE ${sql.literal(condition)}`
  const place = "position, user_id, version"
  yield* sql`
    CREATE INDEX webhook_deliveries_place ON ${schema}.webhook_deliveries
      (instance_id, webhook_id, ${sql.literal(place)})`
  yield* index("failed", `instance_id, webhook_id, ${place}`, "state = 'failed'")
  yield* index("due", "instance_id, webhook_id, due_at", "state = 'pending'")
  yield* index("of_user", "instance_id, webhook_id, user_id, position, version", "state = 'pending'")
  yield* index("leased", "instance_id, webhook_id, leased_until", "leased_until IS NOT NULL")
  yield* index("expiry", "created_at", "created_at IS NOT NULL")
})

const createApiKeys = Effect.fnUntraced(function* ({ schema, sql }: Target) {
  yield* sql`
    CREATE TABLE ${schema}.api_keys (
      key_id text COLLATE "C" PRIMARY KEY,
      token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
      name text NOT NULL,
      role text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      last_used_at timestamptz
    )`
  yield* sql`CREATE INDEX ON ${schema}.api_keys (expires_at) WHERE expires_at IS NOT NULL`
})

const steps = [
  createInstances,
  createUsers,
  createSessions,
  createFactors,
  createLinks,
  createEmails,
  createCounts,
  createTokens,
  createEvents,
  createWebhooks,
  createApiKeys
]

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)
  yield* Effect.forEach(steps, (create) => create({ sql, schema }), { discard: true })
})
