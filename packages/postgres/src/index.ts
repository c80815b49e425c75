/**
 * @since 0.1.0
 */
export * as DatabaseConnections from "./DatabaseConnections.ts"
export * as DatabaseFacts from "./DatabaseFacts.ts"
export * as MigrationError from "./MigrationError.ts"
export * as Migrations from "./Migrations.ts"
export * as Postgres from "./Postgres.ts"
export * as PostgresAttemptCounts from "./PostgresAttemptCounts.ts"
export * as PostgresAuditLog from "./PostgresAuditLog.ts"
export * as PostgresInstanceRepository from "./PostgresInstanceRepository.ts"
export * as PostgresMagicLinkOutbox from "./PostgresMagicLinkOutbox.ts"
export * as PostgresMagicLinkRepository from "./PostgresMagicLinkRepository.ts"
export * as PostgresOperatorRepository from "./PostgresOperatorRepository.ts"
export * as PostgresRateLimitStore from "./PostgresRateLimitStore.ts"
export * as PostgresSchema from "./PostgresSchema.ts"
export * as PostgresSessionRepository from "./PostgresSessionRepository.ts"
export * as PostgresTransaction from "./PostgresTransaction.ts"
export * as PostgresUserRepository from "./PostgresUserRepository.ts"
