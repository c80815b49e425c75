/** Managing operators: who may use the dashboard, under which name and with which role. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import {
  DashboardUnavailable,
  LastAdminRequired,
  OperatorDisabled,
  OperatorEmailTaken,
  OperatorNotFound
} from "./OperatorErrors.ts"
import { OperatorInstance, operatorInstanceId as instanceId } from "../instance/OperatorInstance.ts"
import { User, UserRepository } from "../account/UserRepository.ts"
import { violated } from "../core/Invariant.ts"
import { UserDeletion } from "../personal-data/UserDeletion.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { SecondFactorRepository } from "../second-factor/SecondFactorRepository.ts"
import { PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { UserId } from "../core/Ids.ts"
import * as AppPart from "../core/AppPart.ts"
import * as FailureReason from "../core/FailureReason.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { Mailer } from "../mail/Mailer.ts"
import { DashboardInvitationId, invitationLifetime } from "./DashboardInvitation.ts"
import * as DashboardInvitationTokens from "./internal/DashboardInvitationTokens.ts"
import * as OperatorUsers from "./OperatorUsers.ts"
import { isActiveAdmin, Operator, ofUser, toUser } from "./Operator.ts"
import { OperatorInvitationTemplate } from "./OperatorInvitationTemplate.ts"
import { accountChanges, auditActions } from "./OperatorRecords.ts"
import type { Role } from "./Role.ts"

const sendTimeout = Duration.seconds(20)

/** Who is added, and with which role. */
export interface NewOperator {
  readonly email: Email
  readonly name: string
  readonly role: Role
}

/** What changes of an operator. What is absent stays. */
export interface OperatorPatch {
  readonly name?: string
  readonly role?: Role
  readonly disabled?: boolean
}

/** Where an invitation goes: to the operator, by email; or to the one who creates it, as a link to hand over. */
export type InvitationDelivery = "email" | "link"

/** Why there is a link in place of an email. */
export type LinkReason = "requested" | "no_email_provider" | "email_failed"

/**
 * An invited operator. The invitation signs them in once, until `expiresAt`. `link`: none if the email was handed over
 * to the provider; it is stored nowhere.
 */
export interface InvitedOperator {
  readonly operator: Operator
  readonly expiresAt: DateTime.Utc
  readonly link: Option.Option<{ readonly url: Redacted.Redacted; readonly reason: LinkReason }>
}

/** An operator, and who changes them. */
export interface OperatorTarget {
  readonly id: UserId
  readonly by: ActingOperator
}

/** The use case of managing operators. The audit log records every change. */
export class Operators extends Context.Tag("@latchkey/domain/Operators")<
  Operators,
  {
    /** Returns all operators, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Operator>, PersistenceError>

    /** Returns an operator. */
    readonly get: (id: UserId) => Effect.Effect<Operator, OperatorNotFound | PersistenceError>

    /** Returns the operator with that address, if there is one. */
    readonly findByEmail: (email: Email) => Effect.Effect<Option.Option<Operator>, PersistenceError>

    /**
     * Adds an operator, and invites them. If the email cannot be sent, the operator is added nevertheless, and the
     * invitation is returned as a link.
     */
    readonly create: (
      operator: NewOperator,
      options: { readonly by: ActingOperator; readonly delivery: InvitationDelivery }
    ) => Effect.Effect<InvitedOperator, DashboardUnavailable | OperatorEmailTaken | PersistenceError>

    /** Invites an operator again. Earlier invitations of theirs no longer work. */
    readonly invite: (
      target: OperatorTarget & { readonly delivery: InvitationDelivery }
    ) => Effect.Effect<InvitedOperator, DashboardUnavailable | OperatorNotFound | OperatorDisabled | PersistenceError>

    /**
     * Changes the name or the role, disables or enables. A role applies to sessions that are open, too. Disabling signs
     * the operator out and withdraws their invitations.
     */
    readonly update: (
      target: OperatorTarget & { readonly patch: OperatorPatch }
    ) => Effect.Effect<Operator, OperatorNotFound | LastAdminRequired | PersistenceError>

    /** Returns the number of passkeys of each operator who has any. */
    readonly countPasskeys: Effect.Effect<ReadonlyMap<UserId, number>, PersistenceError>

    /**
     * Removes the passkeys and the authenticator app of an operator, as after the loss of a device, revokes all of
     * their sessions and invitations, and queues notices. Returns how many passkeys there were. The operator needs an
     * invitation, or an account at an identity provider, to sign in again. The last admin can lose theirs:
     * `ADMIN_API_KEY` and the command line create invitations while no operator is signed in.
     */
    readonly removePasskeys: (target: OperatorTarget) => Effect.Effect<number, OperatorNotFound | PersistenceError>

    /** Deletes an operator, with everything that is stored about them. The audit log keeps their name. */
    readonly remove: (
      target: OperatorTarget
    ) => Effect.Effect<void, OperatorNotFound | LastAdminRequired | PersistenceError>
  }
>() {}

const entryOf = AuditWriter.entryOf(auditActions)

const stays = "The address and the external id stay"

const describe = ({ id, name, role }: Operator): string => `${id} name=${JSON.stringify(name)} role=${role}`

/** Fails if the change takes away the last operator who can give others access. `next`: none if it deletes `id`. */
const keepAnAdmin = (all: ReadonlyArray<Operator>, id: UserId, next: Option.Option<Operator>) => {
  const isOneNow = all.some((operator) => operator.id === id && isActiveAdmin(operator))
  const others = all.filter((operator) => operator.id !== id)
  const isLost = isOneNow && !Option.exists(next, isActiveAdmin) && !others.some(isActiveAdmin)
  return isLost ? new LastAdminRequired() : Effect.void
}

/** An invitation that was just stored. */
interface Issued {
  readonly id: DashboardInvitationId
  readonly operator: Operator
  readonly url: Redacted.Redacted
  readonly expiresAt: DateTime.Utc
}

/** Makes the function that stores an invitation of a user. Earlier ones must be withdrawn before. */
const makeIssue = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const ids = yield* IdGenerator
  const invitations = yield* DashboardInvitationTokens.make
  const template = yield* AppPart.read(OperatorInvitationTemplate)
  const tokens = yield* TokenGenerator

  return Effect.fnUntraced(function* ({ credentialVersion, id: userId }: User, operator: Operator, by: ActingOperator) {
    const id = yield* ids.next(DashboardInvitationId)
    const token = yield* tokens.generate
    const createdAt = yield* DateTime.now
    const expiresAt = DateTime.addDuration(createdAt, invitationLifetime)
    const isStored = yield* invitations.put({
      id,
      operatorId: Option.some(userId),
      tokenHash: tokens.hash(token),
      owner: Option.some({ userId, credentialVersion }),
      createdBy: by.actor,
      createdAt,
      expiresAt
    })
    if (!isStored) return yield* new OperatorDisabled()
    yield* audit(by, "operator_invited", { detail: `${id} for ${describe(operator)}` })
    return { id, operator, url: template.url(token), expiresAt } satisfies Issued
  })
})

/** Makes the function that emails an invitation, or else returns it as a link. The audit log records each link. */
const makeDeliver = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const mailer = yield* Mailer
  const template = yield* AppPart.read(OperatorInvitationTemplate)

  const sent = ({ expiresAt, id, operator, url }: Issued, by: ActingOperator) => {
    const { email, name, role } = operator
    // The name of a key says nothing to the reader.
    const content = template.render({
      name,
      role,
      invitedBy: by.operatorId === undefined ? undefined : by.name,
      url,
      expiresAt
    })
    return mailer.send({ to: email, reference: id, ...content }).pipe(
      Effect.timeout(sendTimeout),
      Effect.as(true),
      Effect.catchAllCause((cause) =>
        Effect.as(Effect.logWarning("An operator's invitation could not be sent", FailureReason.ofCause(cause)), false)
      )
    )
  }

  return Effect.fnUntraced(function* (issued: Issued, by: ActingOperator, delivery: InvitationDelivery) {
    const { expiresAt, id, operator, url } = issued
    const shown = (reason: LinkReason) =>
      Effect.as(audit(by, "operator_link_shown", { detail: `${id} for ${operator.id}, ${reason}` }), {
        operator,
        expiresAt,
        link: Option.some({ url, reason })
      })
    if (delivery === "link") return yield* shown("requested")
    if (!mailer.isConfigured) return yield* shown("no_email_provider")
    return (yield* sent(issued, by)) ? { operator, expiresAt, link: Option.none() } : yield* shown("email_failed")
  })
})

/** An operator, and the user that they are. */
interface Found {
  readonly user: User
  readonly operator: Operator
}

const toFound = (user: User): Option.Option<Found> => Option.map(ofUser(user), (operator) => ({ user, operator }))

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const deletion = yield* UserDeletion
  const deliver = yield* makeDeliver
  const factors = yield* SecondFactorRepository
  const ids = yield* IdGenerator
  const instance = yield* OperatorInstance
  const invitations = yield* DashboardInvitationTokens.make
  const issue = yield* makeIssue
  const notices = yield* AccountNotices
  const operators = yield* OperatorUsers.make
  const passkeys = yield* PasskeyRepository
  const sessions = yield* SessionRepository
  const { isAvailable } = yield* AppPart.read(OperatorInvitationTemplate)
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const get = (id: UserId) =>
    Effect.flatMap(operators.find(id), (found) => Effect.mapError(found, () => new OperatorNotFound()))

  const add = Effect.fnUntraced(function* (fields: NewOperator) {
    if (OperatorUsers.isReserved(fields.email)) return yield* new OperatorEmailTaken()
    const createdAt = yield* DateTime.now
    const user = new User({
      ...toUser({ ...fields, joinedAt: Option.none() }),
      instanceId,
      id: yield* ids.next(UserId),
      email: fields.email,
      passwordHash: Option.none(),
      // The administrator who adds them answers for the address.
      emailVerifiedAt: Option.some(createdAt),
      credentialVersion: 0,
      createdAt
    })
    yield* users.insert(user).pipe(
      Effect.catchTags({
        EmailTaken: () => new OperatorEmailTaken(),
        ExternalIdTaken: violated("It has no external id")
      })
    )
    return yield* Effect.orDie(toFound(user))
  })

  const create: (typeof Operators.Service)["create"] = Effect.fnUntraced(function* (fields, { by, delivery }) {
    if (!isAvailable) return yield* new DashboardUnavailable()
    const issued = yield* transaction.run(
      Effect.gen(function* () {
        const { operator, user } = yield* add(fields)
        yield* audit(by, "operator_created", { detail: describe(operator) })
        return yield* Effect.catchTag(issue(user, operator, by), "OperatorDisabled", violated("It was just created"))
      })
    )
    // After the transaction: a provider that is slow must not hold a connection of the database.
    return yield* deliver(issued, by, delivery)
  }, traced("Operators.create"))

  const invite: (typeof Operators.Service)["invite"] = Effect.fnUntraced(function* ({ by, delivery, id }) {
    if (!isAvailable) return yield* new DashboardUnavailable()
    const issued = yield* transaction.run(
      Effect.gen(function* () {
        const user = yield* users.findByIdForUpdate(instanceId, id)
        yield* invitations.withdrawAllOf(id)
        const found = yield* Effect.mapError(Option.flatMap(user, toFound), () => new OperatorNotFound())
        if (Option.isSome(found.operator.disabledAt)) return yield* new OperatorDisabled()
        return yield* issue(found.user, yield* get(id), by)
      })
    )
    return yield* deliver(issued, by, delivery)
  }, traced("Operators.invite"))

  /** Returns the operator, with all others locked. */
  const lock = Effect.fnUntraced(function* (id: UserId) {
    const all = (yield* operators.lockAll).flatMap((user) => Option.toArray(toFound(user)))
    const current = all.find(({ user }) => user.id === id)
    return current === undefined
      ? yield* new OperatorNotFound()
      : { all: all.map(({ operator }) => operator), current: current.operator, user: current.user }
  })

  const recordUpdate = Effect.fnUntraced(function* (current: Operator, next: Operator, by: ActingOperator) {
    const { id, name, role } = next
    const isRenamed = name !== current.name
    const changes = [
      ...(isRenamed ? [`name=${JSON.stringify(name)} was=${JSON.stringify(current.name)}`] : []),
      ...(role === current.role ? [] : [`role=${role} was=${current.role}`])
    ]
    if (changes.length > 0) yield* audit(by, "operator_updated", { detail: `${id} ${changes.join(" ")}` })
    const isDisabled = Option.isSome(next.disabledAt)
    if (isDisabled === Option.isSome(current.disabledAt)) return
    yield* audit(by, isDisabled ? "operator_disabled" : "operator_enabled", { detail: describe(next) })
  })

  /** Stores the changes. Disabling raises the version of the credentials, which ends sessions and invitations. */
  const store = Effect.fnUntraced(function* (user: User, next: Operator, current: Operator) {
    const isStored = yield* users
      .update(new User({ ...user, ...toUser(next) }), user.credentialVersion)
      .pipe(Effect.catchTags({ EmailTaken: violated(stays), ExternalIdTaken: violated(stays) }))
    if (!isStored) return yield* new OperatorNotFound()
    if (Option.isSome(next.disabledAt) === Option.isSome(current.disabledAt)) return
    yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: next.disabledAt })
  })

  const update: (typeof Operators.Service)["update"] = Effect.fnUntraced(
    function* ({ by, id, patch }) {
      const { all, current, user } = yield* lock(id)
      const { disabled = Option.isSome(current.disabledAt), name = current.name, role = current.role } = patch
      const now = yield* DateTime.now
      const disabledAt = disabled ? Option.orElse(current.disabledAt, () => Option.some(now)) : Option.none()
      const next = new Operator({ ...current, name, role, disabledAt })
      yield* keepAnAdmin(all, id, Option.some(next))
      yield* store(user, next, current)
      yield* recordUpdate(current, next, by)
      return yield* get(id)
    },
    transaction.run,
    traced("Operators.update")
  )

  const remove: (typeof Operators.Service)["remove"] = Effect.fnUntraced(
    function* ({ by, id }) {
      const { all, current } = yield* lock(id)
      yield* keepAnAdmin(all, id, Option.none())
      const removal = { by, instanceId, userId: id, audit: entryOf("operator_removed", describe(current)) }
      yield* Effect.catchTag(deletion.delete(removal), "UserNotFound", violated("A locked operator exists"))
    },
    transaction.run,
    traced("Operators.remove")
  )

  const countPasskeys = Effect.gen(function* () {
    const all = yield* operators.list
    return yield* passkeys.countOfUsers(
      instanceId,
      all.map(({ id }) => id)
    )
  }).pipe(traced("Operators.countPasskeys"))

  const removePasskeys: (typeof Operators.Service)["removePasskeys"] = Effect.fnUntraced(
    function* ({ by, id }) {
      const locked = yield* users.findByIdForUpdate(instanceId, id)
      const { operator, user } = yield* Effect.mapError(Option.flatMap(locked, toFound), () => new OperatorNotFound())
      const { credentialVersion } = user
      const removed = yield* passkeys.deleteAll(instanceId, id)
      const hadApp = yield* factors.remove({ instanceId, userId: id, credentialVersion })
      yield* sessions.revokeAll(instanceId, id)
      if (removed > 0) yield* notices.enqueue({ change: accountChanges.passkeys_reset, instance, user })
      if (hadApp) yield* notices.enqueue({ change: accountChanges.second_factor_reset, instance, user })
      const app = hadApp ? " authenticator_app=removed" : ""
      const detail = `${id} name=${JSON.stringify(operator.name)} passkeys=${removed}${app}`
      yield* audit(by, "operator_passkeys_removed", { detail })
      return removed
    },
    transaction.run,
    traced("Operators.removePasskeys")
  )

  return Operators.of({
    list: operators.list,
    get,
    findByEmail: operators.findByEmail,
    countPasskeys,
    create,
    invite,
    update,
    remove,
    removePasskeys
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(Operators, make)
