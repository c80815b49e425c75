/** What operators look up: the audit log, emails and sign-in statistics. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserRepository } from "../account/UserRepository.ts"
import { AttemptStatistics } from "../audit/AttemptStatistics.ts"
import { type AuditEntry, type AuditFilter, AuditId, AuditLog } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { Email } from "../core/Email.ts"
import type { InstanceId, UserId } from "../core/Ids.ts"
import * as AppPart from "../core/AppPart.ts"
import { SecretKeys } from "../core/SecretKeys.ts"
import * as SenderReputation from "../mail/SenderReputation.ts"
import { type EmailDelivery, type EmailFilter, MailDeliveryLog, type PoorReputation } from "../mail/MailDeliveryLog.ts"
import { Mailer } from "../mail/Mailer.ts"
import { type SenderRecord, SenderRecords } from "../mail/SenderRecords.ts"
import { PasswordHasher } from "../password/PasswordHasher.ts"
import * as SignInRate from "../password/SignInRate.ts"

/** The use case of looking up what happened. */
export class OperatorReports extends Context.Tag("@latchkey/domain/OperatorReports")<
  OperatorReports,
  {
    /** Returns up to `limit` entries of the audit log that match, with ids below `before`, newest first. */
    readonly auditLog: (query: {
      readonly before: Option.Option<AuditId>
      readonly limit: number
      readonly filter?: AuditFilter
    }) => Effect.Effect<ReadonlyArray<AuditEntry>, PersistenceError>

    /** Returns the addresses of the users that entries of the audit log name, of those that still exist. */
    readonly addresses: (
      entries: ReadonlyArray<AuditEntry>
    ) => Effect.Effect<ReadonlyMap<UserId, Email>, PersistenceError>

    /** Returns the newest `limit` emails of the instance that match, queued ones included. */
    readonly emailDeliveries: (
      instanceId: InstanceId,
      limit: number,
      filter?: EmailFilter
    ) => Effect.Effect<ReadonlyArray<EmailDelivery>, PersistenceError>

    /**
     * Returns why emails that anyone can request are not sent to addresses without a verified account at the moment;
     * `None` if they are. An instance has its own reputation, and shares that of the service.
     */
    readonly poorReputation: (instanceId: InstanceId) => Effect.Effect<Option.Option<PoorReputation>, PersistenceError>

    /** How many attempts there were, as they are stored. */
    readonly attempts: Pick<AttemptStatistics["Type"], "before" | "lastDay" | "lastDays">

    /** Returns how many users were created, as `UserRepository.countCreated` does, each up to `maxUsers`. */
    readonly users: <Name extends string>(
      instanceId: InstanceId,
      since: Readonly<Record<Name, Option.Option<DateTime.Utc>>>
    ) => Effect.Effect<Readonly<Record<Name, number>>, PersistenceError>

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

const pairOf = (instanceId: InstanceId, userId: UserId) => ({ instanceId, userId })

/** 100,000: the most users that are counted. */
export const maxUsers = 100_000

const idAt = (at: DateTime.Utc): AuditId => {
  const millis = Math.max(0, DateTime.toEpochMillis(at)).toString(16).padStart(12, "0")
  return AuditId.make(`audit_${millis.slice(0, 8)}-${millis.slice(8)}-7000-8000-000000000000`)
}

/**
 * Returns between which ids the entries of a period are, so that no store reads all the others: an id has its time. A
 * clock that was set back may have moved the two apart, by less than an hour.
 */
const idsWithin = ({ from, until }: AuditFilter, before: Option.Option<AuditId>) => {
  const end = Option.map(Option.fromNullable(until), (at) => idAt(DateTime.add(at, { hours: 1 })))
  const ends = [...Option.toArray(before), ...Option.toArray(end)].sort()
  return {
    before: Option.fromNullable(ends[0]),
    ...(from === undefined ? {} : { after: idAt(DateTime.subtract(from, { hours: 1 })) })
  }
}

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

  const addresses = Effect.fnUntraced(function* (entries: ReadonlyArray<AuditEntry>) {
    const subjects = Arr.filterMap(entries, ({ instanceId, userId }) => Option.zipWith(instanceId, userId, pairOf))
    const groups = Object.values(Arr.groupBy(subjects, ({ instanceId }) => instanceId))
    const found = yield* Effect.forEach(groups, (group) =>
      users.findAll(group[0].instanceId, Arr.dedupe(group.map(({ userId }) => userId)))
    )
    return new Map(found.flat().map(({ email, id }) => [id, email]))
  })

  return OperatorReports.of({
    auditLog: (query) => auditLog.list({ ...query, ...idsWithin(query.filter ?? {}, query.before) }),
    addresses,
    emailDeliveries: deliveries.list,
    poorReputation: yield* SenderReputation.make,
    attempts: statistics,
    users: (instanceId, since) => users.countCreated({ instanceId, since, limit: maxUsers }),
    signInRate,
    canSendEmail: mailer.isConfigured,
    senderRecords: senderRecords.examine,
    hasSecretKey: keys.isConfigured
  })
})

/** The use case as a layer. */
export const layer = Layer.effect(OperatorReports, make)
