/**
 * Everything that Latchkey stores, in PostgreSQL 15 or newer, or in PGlite.
 *
 * The client may be the application's own, and is best left with the type parsers that `pg` comes with: `timestamptz`
 * is read as `Date`, `bytea` as `Buffer` and `jsonb` as a value. Transactions are expected to be read committed, which
 * is what PostgreSQL does unless told otherwise.
 *
 * @since 0.1.0
 */
import type { Storage } from "@latchkey/domain/Domain"
import * as SqlClient from "@effect/sql/SqlClient"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { discard } from "./internal/database.ts"
import * as PostgresAttemptCounts from "./PostgresAttemptCounts.ts"
import * as PostgresAuditLog from "./PostgresAuditLog.ts"
import * as PostgresInstanceRepository from "./PostgresInstanceRepository.ts"
import * as PostgresMagicLinkOutbox from "./PostgresMagicLinkOutbox.ts"
import * as PostgresMagicLinkRepository from "./PostgresMagicLinkRepository.ts"
import * as PostgresOperatorRepository from "./PostgresOperatorRepository.ts"
import * as PostgresRateLimitStore from "./PostgresRateLimitStore.ts"
import * as PostgresSessionRepository from "./PostgresSessionRepository.ts"
import * as PostgresTransaction from "./PostgresTransaction.ts"
import * as PostgresUserRepository from "./PostgresUserRepository.ts"

/**
 * Every port for storing, on the app's own `SqlClient`, with its name transforms off. The tables are `Migrations`' to
 * make; without them everything fails with `PersistenceError`. `PostgresSchema` names their schema.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<Storage, never, SqlClient.SqlClient> = Layer.mergeAll(
  PostgresAttemptCounts.layer,
  PostgresAuditLog.layer,
  PostgresInstanceRepository.layer,
  PostgresMagicLinkOutbox.layer,
  PostgresMagicLinkRepository.layer,
  PostgresOperatorRepository.layer,
  PostgresRateLimitStore.layer,
  PostgresSessionRepository.layer,
  PostgresTransaction.layer,
  PostgresUserRepository.layer
)

/** Succeeds when the database answers, tables or not. Fails with `PersistenceError`. @since 0.1.0 */
export const ping: Effect.Effect<void, PersistenceError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => discard(sql`SELECT 1`)
)
