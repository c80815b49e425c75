/**
 * Every port that stores data, in PostgreSQL 15 or newer, or in PGlite.
 *
 * The `SqlClient` may be the app's own. Keep the default type parsers of `pg`: `timestamptz` is read as `Date`, `bytea`
 * as `Buffer` and `jsonb` as a value. Its connections must have the settings of `ConnectionSettings`, which are
 * PostgreSQL's defaults: otherwise the layers die with `WrongSettings`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { Storage } from "@latchkey/domain/Domain"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { discard } from "./internal/database.ts"
import * as PostgresApiKeyRepository from "./PostgresApiKeyRepository.ts"
import * as PostgresAttemptCounts from "./PostgresAttemptCounts.ts"
import * as PostgresAuditLog from "./PostgresAuditLog.ts"
import * as PostgresCustomEmailRepository from "./PostgresCustomEmailRepository.ts"
import * as PostgresFactorRecoveryRepository from "./PostgresFactorRecoveryRepository.ts"
import * as PostgresFormerEmails from "./PostgresFormerEmails.ts"
import * as PostgresInstanceRemoval from "./PostgresInstanceRemoval.ts"
import * as PostgresInstanceRepository from "./PostgresInstanceRepository.ts"
import * as PostgresEmailOutbox from "./PostgresEmailOutbox.ts"
import * as PostgresEmailSuppressions from "./PostgresEmailSuppressions.ts"
import * as PostgresInvitationRepository from "./PostgresInvitationRepository.ts"
import * as PostgresMagicLinkRepository from "./PostgresMagicLinkRepository.ts"
import * as PostgresMailDeliveryLog from "./PostgresMailDeliveryLog.ts"
import * as PostgresOneTimeTokenRepository from "./PostgresOneTimeTokenRepository.ts"
import * as PostgresOperatorAccounts from "./PostgresOperatorAccounts.ts"
import * as PostgresOperatorPasskeyRepository from "./PostgresOperatorPasskeyRepository.ts"
import * as PostgresOperatorRepository from "./PostgresOperatorRepository.ts"
import * as PostgresPasskeyRepository from "./PostgresPasskeyRepository.ts"
import * as PostgresPersonalData from "./PostgresPersonalData.ts"
import * as PostgresRateLimitStore from "./PostgresRateLimitStore.ts"
import * as PostgresSecondFactorRepository from "./PostgresSecondFactorRepository.ts"
import * as PostgresSessionRepository from "./PostgresSessionRepository.ts"
import * as PostgresSignInFailures from "./PostgresSignInFailures.ts"
import * as PostgresTransaction from "./PostgresTransaction.ts"
import * as PostgresUserRepository from "./PostgresUserRepository.ts"

/**
 * Every port that stores data, on the app's `SqlClient` without its name transforms. `Migrations` creates the tables;
 * without them, every call fails with `PersistenceError`. `PostgresSchema` names their schema.
 */
export const layer: Layer.Layer<Storage, never, SqlClient.SqlClient> = Layer.mergeAll(
  PostgresApiKeyRepository.layer,
  PostgresAttemptCounts.layer,
  PostgresAuditLog.layer,
  PostgresCustomEmailRepository.layer,
  PostgresFactorRecoveryRepository.layer,
  PostgresFormerEmails.layer,
  PostgresInstanceRemoval.layer,
  PostgresInstanceRepository.layer,
  PostgresInvitationRepository.layer,
  PostgresEmailOutbox.layer,
  PostgresEmailSuppressions.layer,
  PostgresMagicLinkRepository.layer,
  PostgresMailDeliveryLog.layer,
  PostgresOneTimeTokenRepository.layer,
  PostgresOperatorAccounts.layer,
  PostgresOperatorPasskeyRepository.layer,
  PostgresOperatorRepository.layer,
  PostgresPasskeyRepository.layer,
  PostgresPersonalData.layer,
  PostgresRateLimitStore.layerBesideSessions,
  PostgresSecondFactorRepository.layer,
  PostgresSessionRepository.layer,
  PostgresSignInFailures.layer,
  PostgresTransaction.layer,
  PostgresUserRepository.layer
)

/** Succeeds if the database responds, with or without tables. Fails with `PersistenceError`. */
export const ping: Effect.Effect<void, PersistenceError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => discard(sql`SELECT 1`)
)
