/**
 * One outbox for every kind of email, and the setting for account notices. The view `magic_link_requests` is the queue
 * as the version before knows it, for as long as a rolling restart takes: it shows the magic links only, so that
 * version never sends another email as one. It has `ctid`, by which that version deletes expired rows.
 *
 * `expires_at` and `kind` have defaults because that version does not write them.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

  yield* sql`ALTER TABLE ${schema}.magic_link_requests RENAME TO queued_emails`
  yield* sql`
    ALTER TABLE ${schema}.queued_emails
      ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'magic_link',
      ADD COLUMN parameters jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '5 minutes'`
  yield* sql`UPDATE ${schema}.queued_emails SET expires_at = requested_at + interval '5 minutes'`
  yield* sql`CREATE INDEX ON ${schema}.queued_emails (expires_at) WHERE expires_at IS NOT NULL`

  yield* sql`
    CREATE VIEW ${schema}.magic_link_requests AS
    SELECT
      ctid, instance_id, request_id, email, client_hash, requested_at, due_at, attempts, reason, detail
    FROM ${schema}.queued_emails WHERE kind = 'magic_link'`

  yield* sql`ALTER TABLE ${schema}.email_deliveries ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'magic_link'`

  // A missing setting has its default.
  yield* sql`ALTER TABLE ${schema}.instances ADD COLUMN email_config jsonb NOT NULL DEFAULT '{}'`
})
