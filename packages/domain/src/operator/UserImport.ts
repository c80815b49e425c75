/** Taking over users of another system, many at once. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Redacted from "effect/Redacted"
import type { ExternalId } from "../account/ExternalId.ts"
import { FormerEmails } from "../account/FormerEmails.ts"
import { Identity, IdentityId, IdentityRepository } from "../account/IdentityRepository.ts"
import { noData, type UserData, type UserName } from "../account/UserData.ts"
import { type PasswordHash, User, UserRepository } from "../account/UserRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import { type PersistenceError, ConcurrentChanges } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { HasherOverloaded } from "../password/PasswordErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { UserId } from "../core/Ids.ts"
import type { Language } from "../language/Language.ts"
import { violated } from "../core/Invariant.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import { type IdentityProviderId, isAccepted, type Issuer } from "../instance/IdentityProvider.ts"
import type { Instance } from "../instance/Instance.ts"
import { InvitationRepository } from "../invitation/InvitationRepository.ts"
import * as ForeignHash from "../password/ForeignHash.ts"
import { PasswordHasher } from "../password/PasswordHasher.ts"
import { OneTimeTokenRepository } from "../one-time-token/OneTimeTokenRepository.ts"
import { auditActions } from "./OperatorRecords.ts"
import * as ImportedIdentities from "./internal/ImportedIdentities.ts"
import type { ResolvedIdentity } from "./internal/ImportedIdentities.ts"
import * as UserChanges from "./internal/UserChanges.ts"
import * as ImportMatching from "./internal/ImportMatching.ts"
import { hasFactors, type UserFactors } from "./UserExport.ts"
import type { Provisioner } from "./UserProvisioning.ts"

/** 1,000: the most records of a batch. */
export const maxBatch = 1000

/**
 * An account at an identity provider. It has an `issuer`, or the id of a `provider` of the instance, whose issuer it
 * gets. `label`: what the user recognizes it by.
 */
export interface ImportedIdentity extends Pick<Identity, "label" | "subject"> {
  readonly issuer?: Issuer | undefined
  readonly provider?: IdentityProviderId | undefined
}

/**
 * A user of another system. `passwordHash`: as that system stored it; without one the user signs in with links, or
 * with one of the `identities`, at most 20.
 * `createdAt`: the time of the import if it is none. `language`: what the user reads; none if it is unknown.
 * `name`, `metadata`, `userMetadata`: as in `User`.
 * `deletionAt`: when the account will be deleted, because its user has asked for it. `factors`: what the user signed in
 * with there beside the password. It does not move.
 */
export interface ImportedUser {
  readonly email: Email
  readonly emailVerified: boolean
  readonly externalId: Option.Option<ExternalId>
  readonly passwordHash: Option.Option<ForeignHash.ForeignHash>
  readonly disabled: boolean
  readonly createdAt: Option.Option<DateTime.Utc>
  readonly language?: Option.Option<Language> | undefined
  readonly name?: Option.Option<UserName> | undefined
  readonly metadata?: UserData | undefined
  readonly userMetadata?: UserData | undefined
  readonly deletionAt?: Option.Option<DateTime.Utc> | undefined
  readonly factors?: UserFactors | undefined
  readonly identities?: ReadonlyArray<ImportedIdentity> | undefined
}

/**
 * What became of a record.
 *
 * - `Created`: a new user. In a dry run, one that would be created, with an id that it would not get.
 * - `Skipped`: the instance has this user already.
 * - `Failed`: nothing was stored. `reason` follows the name of the field, and contains no value.
 */
export type ImportResult =
  | { readonly _tag: "Created"; readonly userId: UserId }
  | { readonly _tag: "Skipped"; readonly userId: UserId }
  | ({ readonly _tag: "Failed" } & ImportMatching.Refusal)

/**
 * Records to import, `maxBatch` at most.
 *
 * - `dryRun`: store and hash nothing.
 * - `withoutFactors`: import users who had a second factor or passkeys, too, though neither moves. Otherwise such a
 *   record fails: the user would be left with less than they had chosen.
 */
export interface ImportRequest extends Provisioner {
  readonly users: ReadonlyArray<ImportedUser>
  readonly withoutFactors?: boolean
  readonly dryRun?: boolean
}

/** The use case of importing users. */
export class UserImport extends Context.Tag("@latchkey/domain/UserImport")<
  UserImport,
  {
    /**
     * Creates the users that the instance does not have, in one transaction with the app's hooks and one entry of the
     * audit log, and returns one result for each record, in their order. A record that cannot be imported fails alone.
     *
     * A record is compared with the user that has its external id, or else its address: a user with the same fields is
     * skipped, so that a batch can be repeated, and a difference is a failure. Nothing of a user who exists is changed.
     * Invitations and pending sign-ups of the new addresses end.
     *
     * Fast hashes are hashed before the transaction, in places of the queue. Fails with `HasherOverloaded` if it is
     * full, and with `ConcurrentChanges` if other requests keep creating users of the batch: nothing of the batch is
     * stored then.
     */
    readonly importBatch: (
      request: ImportRequest
    ) => Effect.Effect<ReadonlyArray<ImportResult>, ConcurrentChanges | HasherOverloaded | PersistenceError>
  }
>() {}

/** Another transaction has created one of the users, or reserved an address, since they were looked up. */
class Overtaken extends Data.TaggedError("Overtaken") {}

/** How often a batch is compared again after another transaction was faster. */
const maxRetries = 5

/**
 * How many hashes of a batch are queued at once: the quarter of a queue without other work that one caller may take.
 */
const maxHashing = 8

/** A busy machine has room for fewer. */
const hashingRetries = Schedule.intersect(Schedule.spaced("1 second"), Schedule.recurs(30))

/** A record that may be imported. `rewritten`: the hash to store; none without one, and for a fast hash. */
interface Acceptable {
  readonly record: ImportedUser
  readonly rewritten: Option.Option<PasswordHash>
  readonly identities: ReadonlyArray<ResolvedIdentity>
}

type Accepted = Either.Either<Acceptable, ImportMatching.Refusal>

type Planned =
  | {
      readonly _tag: "New"
      readonly user: User
      readonly fast: Option.Option<ForeignHash.ForeignHash>
      readonly identities: ReadonlyArray<ResolvedIdentity>
    }
  | Exclude<ImportResult, { readonly _tag: "Created" }>

const isReserved: Planned = {
  _tag: "Failed",
  field: "email",
  reason: "is reserved for seven days for the user who had it before"
}

const isPast = (createdAt: DateTime.Utc, now: DateTime.Utc): boolean =>
  DateTime.toEpochMillis(createdAt) >= 0 && DateTime.lessThanOrEqualTo(createdAt, now)

const isDeletionTime = (at: DateTime.Utc, now: DateTime.Utc): boolean =>
  DateTime.toEpochMillis(at) >= 0 && DateTime.lessThanOrEqualTo(at, DateTime.add(now, { days: 30 }))

const refuse = (field: ImportMatching.Refusal["field"], reason: string): Accepted => Either.left({ field, reason })

/** Checks what needs no other user. */
const accept = (
  instance: Instance,
  isAllowed: boolean,
  rewrite: (typeof PasswordHasher.Service)["rewrite"],
  now: DateTime.Utc,
  record: ImportedUser,
  withoutFactors: boolean
): Accepted => {
  if (Option.exists(record.createdAt, (at) => !isPast(at, now))) {
    return refuse("createdAt", "must be a time from 1970 until now")
  }
  if (Option.exists(record.deletionAt ?? Option.none(), (at) => !isDeletionTime(at, now))) {
    return refuse("deletionAt", "must be a time from 1970 until 30 days from now")
  }
  if (record.factors !== undefined && hasFactors(record.factors) && !withoutFactors) {
    return refuse(
      record.factors.secondFactor ? "secondFactor" : "passkeys",
      "cannot be imported: accept that the user signs in without until they set it up again"
    )
  }
  const resolved = ImportedIdentities.resolve(instance.identityProviders, record.identities ?? [])
  if (Either.isLeft(resolved)) return Either.left(resolved.left)
  const identities = resolved.right
  if (Option.isNone(record.passwordHash)) {
    // By the settings alone: a command that imports has no adapter for providers.
    return isAllowed || identities.some(({ issuer }) => isAccepted(instance.identityProviders, issuer))
      ? Either.right({ record, rewritten: Option.none(), identities })
      : refuse("passwordHash", "is required, because the instance has magic links turned off")
  }
  return Either.mapBoth(rewrite(record.passwordHash.value), {
    onLeft: ({ rejection }) => ({ field: "passwordHash" as const, reason: rejection }),
    onRight: (rewritten) => ({ record, rewritten, identities })
  })
}

const areEqual = (one: PasswordHash, other: PasswordHash): boolean => Redacted.value(one) === Redacted.value(other)

const someOf = <A>(values: ReadonlyArray<Option.Option<A>>): ReadonlyArray<A> => values.flatMap(Option.toArray)

/** Describes a batch without anything of its users. */
const summary = (results: ReadonlyArray<ImportResult>): string => {
  const count = (tag: ImportResult["_tag"]) => results.filter(({ _tag }) => _tag === tag).length
  return `created=${count("Created")}, skipped=${count("Skipped")}, failed=${count("Failed")}`
}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { admits } = yield* AuthenticationMethods
  const audit = yield* AuditWriter.make(auditActions)
  const formers = yield* FormerEmails
  const hasher = yield* PasswordHasher
  const events = yield* EventRecorder
  const identities = yield* IdentityRepository
  const ids = yield* IdGenerator
  const invitations = yield* InvitationRepository
  const oneTimeTokens = yield* OneTimeTokenRepository
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const hashes: ImportMatching.Hashes = { isReplaced: (hash) => !hasher.needsRehash(hash), areEqual }

  const userOf = Effect.fnUntraced(function* ({ id: instanceId }: Instance, accepted: Acceptable, now: DateTime.Utc) {
    const { createdAt, deletionAt, disabled, email, emailVerified, externalId } = accepted.record
    return new User(
      {
        instanceId,
        id: yield* ids.next(UserId),
        email,
        passwordHash: accepted.rewritten,
        emailVerifiedAt: emailVerified ? Option.some(now) : Option.none(),
        claimedAt: Option.none(),
        externalId,
        credentialVersion: 0,
        createdAt: Option.getOrElse(createdAt, () => now),
        disabledAt: disabled ? Option.some(now) : Option.none(),
        deletionAt: deletionAt ?? Option.none(),
        language: accepted.record.language ?? Option.none(),
        name: accepted.record.name ?? Option.none(),
        metadata: accepted.record.metadata ?? noData,
        userMetadata: accepted.record.userMetadata ?? noData
      },
      // Every field is of its type: validating a million users again takes longer than storing them.
      { disableValidation: true }
    )
  })

  /** Returns those of the addresses that are kept for the users who had them before. */
  const reservedAmong = Effect.fnUntraced(function* ({ id }: Instance, emails: ReadonlyArray<Email>) {
    const found = yield* formers.findAll(id, emails, yield* DateTime.now)
    return new Set(found.map(({ email }) => email))
  })

  /** Compares every record with the users that are stored, and with the records before it. */
  const plan = Effect.fnUntraced(function* (instance: Instance, accepted: ReadonlyArray<Accepted>, now: DateTime.Utc) {
    const records = accepted.flatMap((one) => (Either.isRight(one) ? [one.right.record] : []))
    const stored = yield* users.findMatches({
      instanceId: instance.id,
      emails: records.map(({ email }) => email),
      externalIds: someOf(records.map(({ externalId }) => externalId))
    })
    const keys = accepted.flatMap((one) => (Either.isRight(one) ? one.right.identities : []))
    const owners = ImportedIdentities.makeOwners(keys.length === 0 ? [] : yield* identities.findAll(instance.id, keys))
    const index = ImportMatching.makeIndex(stored.map(ImportMatching.ofUser))
    const reserved = yield* reservedAmong(
      instance,
      records.map(({ email }) => email)
    )
    return yield* Effect.forEach(accepted, (one) =>
      Effect.gen(function* (): Effect.fn.Return<Planned> {
        if (Either.isLeft(one)) return { _tag: "Failed", ...one.left }
        const { identities: claimed, record, rewritten } = one.right
        const match = ImportMatching.match({ ...record, passwordHash: rewritten }, index, hashes)
        if (match._tag === "Conflict") return { _tag: "Failed", ...match.refusal }
        const refusal = owners.problemOf(claimed, match._tag === "Same" ? match.userId : undefined)
        if (refusal !== undefined) return { _tag: "Failed", ...refusal }
        if (match._tag === "Same") return { _tag: "Skipped", userId: match.userId }
        if (reserved.has(record.email)) return isReserved
        const user = yield* userOf(instance, one.right, now)
        index.add(ImportMatching.ofUser(user))
        owners.add(user.id, claimed)
        const fast = Option.isNone(rewritten) ? record.passwordHash : Option.none()
        return { _tag: "New", user, fast, identities: claimed }
      })
    )
  })

  const resultsOf = (planned: ReadonlyArray<Planned>): ReadonlyArray<ImportResult> =>
    planned.map((one) => (one._tag === "New" ? { _tag: "Created", userId: one.user.id } : one))

  /** Hashes the fast hashes of new users. `rewrite` has accepted them. */
  const withHashes = ({ by }: Provisioner, planned: ReadonlyArray<Planned>) =>
    Effect.forEach(
      planned.flatMap((one) => (one._tag === "New" ? [one] : [])),
      ({ fast, user }) =>
        Option.match(fast, {
          onNone: () => Effect.succeed(user),
          onSome: (foreign) =>
            hasher.adopt(foreign, { fairnessKey: by.ipAddress ?? by.actor }).pipe(
              Effect.retry({ while: ({ _tag }) => _tag === "HasherOverloaded", schedule: hashingRetries }),
              Effect.catchTag("PasswordHashRejected", violated("The hasher adopts a hash that `rewrite` has accepted")),
              Effect.map((hash) => new User({ ...user, passwordHash: Option.some(hash) }))
            )
        }),
      { concurrency: maxHashing }
    )

  const identitiesOf = Effect.fnUntraced(function* ({ id: instanceId }: Instance, planned: ReadonlyArray<Planned>) {
    const createdAt = yield* DateTime.now
    const claimed = planned.flatMap((one) =>
      one._tag === "New" ? one.identities.map((identity) => ({ ...identity, userId: one.user.id })) : []
    )
    return yield* Effect.forEach(claimed, (identity) =>
      Effect.map(
        ids.next(IdentityId),
        (id) => new Identity({ ...identity, instanceId, id, createdAt, lastUsedAt: Option.none() })
      )
    )
  })

  const store = Effect.fnUntraced(function* (
    { by, instance }: Provisioner,
    created: ReadonlyArray<User>,
    linked: ReadonlyArray<Identity>,
    detail: string
  ) {
    const emails = created.map(({ email }) => email)
    // Before the users: every transaction locks in this order.
    yield* oneTimeTokens.deleteAll(instance.id, emails)
    yield* invitations.deleteAll(instance.id, emails)
    const inserted = yield* users.insertAll(instance.id, created)
    if (inserted.length < created.length) return yield* new Overtaken()
    if (linked.length > 0 && (yield* identities.insertAll(instance.id, linked)).length < linked.length) {
      return yield* new Overtaken()
    }
    // Again, because the insert has waited for users who were leaving one of the addresses.
    if ((yield* reservedAmong(instance, emails)).size > 0) return yield* new Overtaken()
    yield* events.record(...created.flatMap((user) => UserChanges.creation(user, by)))
    yield* audit(by, "users_imported", { instanceId: instance.id, detail })
  }, transaction.run)

  const attempt = Effect.fnUntraced(function* (request: ImportRequest, accepted: ReadonlyArray<Accepted>) {
    const planned = yield* plan(request.instance, accepted, yield* DateTime.now)
    const results = resultsOf(planned)
    if (request.dryRun === true) return results
    const created = yield* withHashes(request, planned)
    const linked = yield* identitiesOf(request.instance, planned)
    if (created.length > 0) yield* store(request, created, linked, summary(results))
    return results
  })

  const importBatch: (typeof UserImport.Service)["importBatch"] = Effect.fnUntraced(function* (request) {
    const now = yield* DateTime.now
    const isAllowed = yield* admits(request.instance, { id: yield* ids.next(UserId), passwordHash: Option.none() })
    const accepted = request.users.map((record) =>
      accept(request.instance, isAllowed, hasher.rewrite, now, record, request.withoutFactors === true)
    )
    return yield* attempt(request, accepted).pipe(
      Effect.retry({ times: maxRetries, while: ({ _tag }) => _tag === "Overtaken" }),
      Effect.catchTag("Overtaken", () => new ConcurrentChanges())
    )
  }, traced("UserImport.importBatch"))

  return UserImport.of({ importBatch })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(UserImport, make)
