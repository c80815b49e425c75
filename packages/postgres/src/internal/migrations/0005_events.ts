/**
 * Events, and what their order and their versions come from (decision 0098). No foreign key refers to `users`: the
 * events of a deleted user stay until they expire.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { PostgresSchema } from "../../PostgresSchema.ts"
import type { Tables } from "../Table.ts"

export const tables = {
  eventClock: { name: "event_clock" },
  events: { name: "events", ofInstance: { key: "user_id", letsInBy: null } },
  eventVersions: { name: "event_versions", ofInstance: { key: "user_id", letsInBy: null } },
  expiredEvents: { name: "expired_events", ofInstance: { key: "feed", letsInBy: null } }
} as const satisfies Tables

export const migration = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = sql.literal(`"${yield* PostgresSchema}"`)

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
