/** Webhooks, and what is delivered to them (decision 0102). */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

export const tables = {
  webhooks: { name: "webhooks", ofInstance: { key: "webhook_id", letsInBy: null } },
  webhookDeliveries: { name: "webhook_deliveries", ofInstance: { key: "webhook_id", letsInBy: null } }
} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

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
