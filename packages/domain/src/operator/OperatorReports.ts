/** What operators look up: the audit log, emails and sign-in statistics. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserRepository } from "../account/UserRepository.ts"
import type { AttemptCount } from "../audit/AttemptCounts.ts"
import { AttemptStatistics } from "../audit/AttemptStatistics.ts"
import { type AuditEntry, type AuditId, AuditLog } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import * as AppPart from "../core/AppPart.ts"
import { SecretKeys } from "../core/SecretKeys.ts"
import * as SenderReputation from "../mail/SenderReputation.ts"
import { type EmailDelivery, MailDeliveryLog, type PoorReputation } from "../mail/MailDeliveryLog.ts"
import { Mailer } from "../mail/Mailer.ts"
import { type SenderRecord, SenderRecords } from "../mail/SenderRecords.ts"
import { PasswordHasher } from "../password/PasswordHasher.ts"
import * as SignInRate from "../password/SignInRate.ts"

/** The use case of looking up what happened. */
export class OperatorReports extends Context.Tag("@latchkey/domain/OperatorReports")<
  OperatorReports,
  {
    /** Returns up to `limit` entries of the audit log with ids below `before`, newest first. */
    readonly auditLog: (query: {
      readonly before: Option.Option<AuditId>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<AuditEntry>, PersistenceError>

    /** Returns the newest `limit` emails of the instance, queued ones included. */
    readonly emailDeliveries: (
      instanceId: InstanceId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EmailDelivery>, PersistenceError>

    /**
     * Returns why emails that anyone can request are not sent to addresses without a verified account at the moment;
     * `None` if they are. An instance has its own reputation, and shares that of the service.
     */
    readonly poorReputation: (instanceId: InstanceId) => Effect.Effect<Option.Option<PoorReputation>, PersistenceError>

    /** Returns the numbers of attempts of the last 24 hours and the current hour. */
    readonly attempts: (instanceId: InstanceId) => Effect.Effect<ReadonlyArray<AttemptCount>, PersistenceError>

    /**
     * Returns how many passwords can be verified in a second with the hashes of the instance's accounts; `None` while
     * too many passwords are waiting to measure it.
     */
    readonly signInRate: (
      instanceId: InstanceId
    ) => Effect.Effect<Option.Option<SignInRate.SignInRate>, PersistenceError>

    /** Whether an email provider is configured. */
    readonly canSendEmail: boolean

    /** Returns what was found about the sender's domain. Empty without `SenderRecords`. */
    readonly senderRecords: Effect.Effect<ReadonlyArray<SenderRecord>>

    /** Whether there is a server key, which codes beside magic links need. */
    readonly hasSecretKey: boolean
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const auditLog = yield* AuditLog
  const deliveries = yield* MailDeliveryLog
  const hasher = yield* PasswordHasher
  const keys = yield* AppPart.read(SecretKeys)
  const mailer = yield* Mailer
  const senderRecords = yield* AppPart.read(SenderRecords)
  const statistics = yield* AttemptStatistics
  const users = yield* UserRepository

  const signInRate = (instanceId: InstanceId) =>
    SignInRate.of(instanceId).pipe(
      Effect.map(Option.some),
      Effect.catchTag("HasherOverloaded", () => Effect.succeedNone),
      Effect.provideService(PasswordHasher, hasher),
      Effect.provideService(UserRepository, users)
    )

  return OperatorReports.of({
    auditLog: auditLog.list,
    emailDeliveries: deliveries.list,
    poorReputation: yield* SenderReputation.make,
    attempts: statistics.lastDay,
    signInRate,
    canSendEmail: mailer.isConfigured,
    senderRecords: senderRecords.examine,
    hasSecretKey: keys.isConfigured
  })
})

/** The use case as a layer. */
export const layer = Layer.effect(OperatorReports, make)
