/**
 * The tables. Every key begins with the instance, except in `hosts`, which finds the instance, and in the last three,
 * which belong to none. Times are milliseconds since 1970.
 */
export const schema = `
-- deleted_at: NULL unless the instance is deleted, and its data not removed yet.
CREATE TABLE IF NOT EXISTS instances (
  instance_id TEXT PRIMARY KEY,
  settings TEXT NOT NULL,
  deleted_at INTEGER,
  decoy_key TEXT NOT NULL DEFAULT (lower(hex(randomblob(32))))
) STRICT;

CREATE TABLE IF NOT EXISTS hosts (
  host TEXT PRIMARY KEY,
  instance_id TEXT NOT NULL REFERENCES instances ON DELETE CASCADE
) STRICT;

CREATE TABLE IF NOT EXISTS users (
  instance_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  email TEXT NOT NULL,
  password_hash TEXT,
  email_verified_at INTEGER,
  claimed_at INTEGER,
  credential_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  external_id TEXT,
  disabled_at INTEGER,
  deletion_at INTEGER,
  language TEXT,
  second_factor_at INTEGER,
  passkey_handle TEXT,
  PRIMARY KEY (instance_id, user_id),
  UNIQUE (instance_id, email),
  UNIQUE (instance_id, external_id)
) STRICT;

CREATE INDEX IF NOT EXISTS users_deletion ON users (deletion_at, instance_id, user_id);

-- A client, and the users that it is known to. known_at: when each of them last signed in on it.
CREATE TABLE IF NOT EXISTS clients (
  instance_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, client_id),
  UNIQUE (instance_id, token_hash)
) STRICT;

CREATE TABLE IF NOT EXISTS client_users (
  instance_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  known_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, user_id, client_id),
  FOREIGN KEY (instance_id, client_id) REFERENCES clients ON DELETE CASCADE
) STRICT;
CREATE INDEX IF NOT EXISTS client_users_of_client ON client_users (instance_id, client_id);

-- ends_at: when the session or its client expires, whichever comes first.
CREATE TABLE IF NOT EXISTS sessions (
  instance_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  methods TEXT NOT NULL,
  credential_version INTEGER NOT NULL,
  user_agent TEXT NOT NULL,
  authenticated_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, session_id),
  UNIQUE (instance_id, token_hash),
  FOREIGN KEY (instance_id, client_id) REFERENCES clients ON DELETE CASCADE
) STRICT;
CREATE INDEX IF NOT EXISTS sessions_of_user
  ON sessions (instance_id, user_id, credential_version, authenticated_at, session_id);
CREATE INDEX IF NOT EXISTS sessions_of_client ON sessions (instance_id, client_id);

-- key_id: names the key that the secret is encrypted under. last_step: the step of the last code that was accepted.
CREATE TABLE IF NOT EXISTS second_factors (
  instance_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  secret TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, user_id)
) STRICT;
CREATE INDEX IF NOT EXISTS second_factors_of_key ON second_factors (key_id, instance_id, user_id);

CREATE TABLE IF NOT EXISTS recovery_codes (
  instance_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, user_id, code_hash)
) STRICT;

CREATE TABLE IF NOT EXISTS passkeys (
  instance_id TEXT NOT NULL,
  passkey_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  passkey TEXT NOT NULL,
  PRIMARY KEY (instance_id, passkey_id),
  UNIQUE (instance_id, credential_id)
) STRICT;
CREATE INDEX IF NOT EXISTS passkeys_of_user ON passkeys (instance_id, user_id);

CREATE TABLE IF NOT EXISTS passkey_challenges (
  instance_id TEXT NOT NULL,
  challenge_hash TEXT NOT NULL,
  ceremony TEXT NOT NULL,
  client_hash TEXT NOT NULL,
  user_id TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, challenge_hash)
) STRICT;
CREATE INDEX IF NOT EXISTS passkey_challenges_of_client ON passkey_challenges (instance_id, client_hash);
CREATE INDEX IF NOT EXISTS passkey_challenges_of_user ON passkey_challenges (instance_id, user_id);
CREATE INDEX IF NOT EXISTS passkey_challenges_expiry ON passkey_challenges (expires_at);

-- Sign-ins that lack their second factor, one per client.
CREATE TABLE IF NOT EXISTS pending_sign_ins (
  instance_id TEXT NOT NULL,
  client_hash TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  user_id TEXT NOT NULL,
  methods TEXT NOT NULL,
  credential_version INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, client_hash)
) STRICT;
CREATE INDEX IF NOT EXISTS pending_sign_ins_of_user ON pending_sign_ins (instance_id, user_id);
CREATE INDEX IF NOT EXISTS pending_sign_ins_expired ON pending_sign_ins (expires_at);

-- Recoveries of lost factors, one per user, and the links in their emails.
CREATE TABLE IF NOT EXISTS factor_recoveries (
  instance_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  credential_version INTEGER NOT NULL,
  user_agent TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  available_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, user_id)
) STRICT;
CREATE INDEX IF NOT EXISTS factor_recoveries_expired ON factor_recoveries (expires_at);

CREATE TABLE IF NOT EXISTS factor_recovery_links (
  instance_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (instance_id, token_hash)
) STRICT;
CREATE INDEX IF NOT EXISTS factor_recovery_links_of_user ON factor_recovery_links (instance_id, user_id);

CREATE TABLE IF NOT EXISTS magic_links (
  instance_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  email TEXT NOT NULL,
  client_hash TEXT,
  verifies_email INTEGER NOT NULL,
  request_id TEXT,
  user_id TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, token_hash)
) STRICT;
CREATE INDEX IF NOT EXISTS magic_links_of_email ON magic_links (instance_id, email);
CREATE INDEX IF NOT EXISTS magic_links_of_user ON magic_links (instance_id, user_id);
CREATE INDEX IF NOT EXISTS magic_links_codes
  ON magic_links (instance_id, client_hash, request_id) WHERE request_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS pending_sign_ups (
  instance_id TEXT NOT NULL,
  email TEXT NOT NULL,
  client_hash TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, email, client_hash)
) STRICT;
CREATE INDEX IF NOT EXISTS pending_sign_ups_expired ON pending_sign_ups (expires_at);

CREATE TABLE IF NOT EXISTS invitations (
  instance_id TEXT NOT NULL,
  invitation_id TEXT NOT NULL,
  email TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  email_id TEXT NOT NULL,
  PRIMARY KEY (instance_id, invitation_id),
  UNIQUE (instance_id, email)
) STRICT;
CREATE INDEX IF NOT EXISTS invitations_expired ON invitations (expires_at);

-- The addresses that users had before they changed them.
CREATE TABLE IF NOT EXISTS former_emails (
  instance_id TEXT NOT NULL,
  email TEXT NOT NULL,
  user_id TEXT NOT NULL,
  credential_version INTEGER NOT NULL,
  restorations INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, email),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
) STRICT;
CREATE INDEX IF NOT EXISTS former_emails_of_user ON former_emails (instance_id, user_id);
CREATE INDEX IF NOT EXISTS former_emails_expired ON former_emails (expires_at);

-- The texts that instances have in the place of the default ones.
CREATE TABLE IF NOT EXISTS custom_emails (
  instance_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  language TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, kind, language)
) STRICT;

-- due_at: when a worker may lease the email again. NULL until the first lease: due by any clock.
CREATE TABLE IF NOT EXISTS queued_emails (
  instance_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  email TEXT NOT NULL,
  client_hash TEXT,
  languages TEXT NOT NULL,
  user_id TEXT,
  parameters TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER,
  reason TEXT,
  detail TEXT,
  PRIMARY KEY (instance_id, request_id)
) STRICT;
CREATE INDEX IF NOT EXISTS queued_emails_of_user ON queued_emails (instance_id, user_id);
CREATE INDEX IF NOT EXISTS queued_emails_due ON queued_emails (due_at);

-- The results of emails that were completed.
CREATE TABLE IF NOT EXISTS email_deliveries (
  instance_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  email TEXT NOT NULL,
  user_id TEXT,
  requested_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  state TEXT NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT,
  detail TEXT,
  report TEXT,
  reported_at INTEGER,
  PRIMARY KEY (instance_id, request_id)
) STRICT;
CREATE INDEX IF NOT EXISTS email_deliveries_of_user ON email_deliveries (instance_id, user_id);
CREATE INDEX IF NOT EXISTS email_deliveries_at ON email_deliveries (at);
CREATE INDEX IF NOT EXISTS email_deliveries_requested ON email_deliveries (instance_id, requested_at);
CREATE INDEX IF NOT EXISTS email_deliveries_reported ON email_deliveries (reported_at);

-- The addresses that get no emails. email_id: the email that bounced, or that its recipient complained about.
CREATE TABLE IF NOT EXISTS email_suppressions (
  instance_id TEXT NOT NULL,
  email TEXT NOT NULL,
  email_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  suppressed_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, email),
  UNIQUE (instance_id, email_id)
) STRICT;
CREATE INDEX IF NOT EXISTS email_suppressions_at ON email_suppressions (suppressed_at);

-- times: when allowed attempts were made, as a JSON array. expires_at: when the last of them stops counting.
CREATE TABLE IF NOT EXISTS rate_limits (
  instance_id TEXT NOT NULL,
  key TEXT NOT NULL,
  times TEXT NOT NULL,
  window_seconds INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, key)
) STRICT;
CREATE INDEX IF NOT EXISTS rate_limits_expired ON rate_limits (expires_at);

-- user_id: the account that has the address; NULL without one. expires_at: NULL while the row counts for an account.
CREATE TABLE IF NOT EXISTS sign_in_failures (
  instance_id TEXT NOT NULL,
  email TEXT NOT NULL,
  user_id TEXT,
  failures INTEGER NOT NULL,
  notice_due_at INTEGER,
  notified_at INTEGER,
  expires_at INTEGER,
  PRIMARY KEY (instance_id, email)
) STRICT;
CREATE INDEX IF NOT EXISTS sign_in_failures_due ON sign_in_failures (notice_due_at);
CREATE INDEX IF NOT EXISTS sign_in_failures_expired ON sign_in_failures (expires_at);

CREATE TABLE IF NOT EXISTS attempt_counts (
  instance_id TEXT NOT NULL,
  hour INTEGER NOT NULL,
  attempt TEXT NOT NULL,
  outcome TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (instance_id, hour, attempt, outcome)
) STRICT;

CREATE TABLE IF NOT EXISTS audit_log (
  audit_id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  instance_id TEXT,
  user_id TEXT,
  operator_session_id TEXT,
  operator_id TEXT,
  api_key_id TEXT,
  name TEXT,
  ip_address TEXT,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS audit_log_at ON audit_log (at);

CREATE TABLE IF NOT EXISTS operators (
  operator_id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  joined_at INTEGER,
  signed_in_at INTEGER,
  disabled_at INTEGER,
  passkey_handle TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS operator_passkeys (
  passkey_id TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  passkey TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS passkeys_of_operator ON operator_passkeys (operator_id);

CREATE TABLE IF NOT EXISTS operator_challenges (
  challenge_hash TEXT PRIMARY KEY,
  ceremony TEXT NOT NULL,
  client_hash TEXT NOT NULL,
  operator_id TEXT,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS operator_challenges_of_client ON operator_challenges (client_hash);
CREATE INDEX IF NOT EXISTS operator_challenges_expiry ON operator_challenges (expires_at);

CREATE TABLE IF NOT EXISTS api_keys (
  key_id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS operator_invitations (
  token_hash TEXT PRIMARY KEY,
  operator_id TEXT,
  invitation_id TEXT NOT NULL UNIQUE,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS operator_sessions (
  token_hash TEXT PRIMARY KEY,
  operator_id TEXT,
  operator_session_id TEXT NOT NULL UNIQUE,
  method TEXT NOT NULL,
  ip_address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  authenticated_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
`
