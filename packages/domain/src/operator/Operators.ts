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
  type OperatorEmailTaken,
  OperatorNotFound
} from "./OperatorErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { OperatorId } from "../core/Ids.ts"
import { OperatorInvitationId, OperatorRepository } from "./OperatorRepository.ts"
import * as AppPart from "../core/AppPart.ts"
import * as FailureReason from "../core/FailureReason.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { Mailer } from "../mail/Mailer.ts"
import * as DashboardTokens from "./internal/DashboardTokens.ts"
import { isActiveAdmin, Operator } from "./Operator.ts"
import { OperatorAccounts } from "./OperatorAccounts.ts"
import { OperatorInvitationTemplate } from "./OperatorInvitationTemplate.ts"
import { OperatorPasskeyRepository } from "./OperatorPasskeyRepository.ts"
import { auditActions } from "./OperatorRecords.ts"
import type { Role } from "./Role.ts"

/** One day: how long the invitation of an operator is valid. */
export const invitationLifetime = Duration.days(1)

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
  readonly id: OperatorId
  readonly by: ActingOperator
}

/** The use case of managing operators. The audit log records every change. */
export class Operators extends Context.Tag("@latchkey/domain/Operators")<
  Operators,
  {
    /** Returns all operators, ordered by id. */
    readonly list: Effect.Effect<ReadonlyArray<Operator>, PersistenceError>

    /** Returns an operator. */
    readonly get: (id: OperatorId) => Effect.Effect<Operator, OperatorNotFound | PersistenceError>

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

    /** Deletes an operator, with their passkeys, sessions and invitations. The audit log keeps their name. */
    readonly remove: (
      target: OperatorTarget
    ) => Effect.Effect<void, OperatorNotFound | LastAdminRequired | PersistenceError>
  }
>() {}

const describe = ({ id, name, role }: Operator): string => `${id} name=${JSON.stringify(name)} role=${role}`

/** Fails if the change takes away the last operator who can give others access. `next`: none if it deletes `id`. */
const keepAnAdmin = (all: ReadonlyArray<Operator>, id: OperatorId, next: Option.Option<Operator>) => {
  const isOneNow = all.some((operator) => operator.id === id && isActiveAdmin(operator))
  const others = all.filter((operator) => operator.id !== id)
  const isLost = isOneNow && !Option.exists(next, isActiveAdmin) && !others.some(isActiveAdmin)
  return isLost ? new LastAdminRequired() : Effect.void
}

/** An invitation that was just stored. */
interface Issued {
  readonly id: OperatorInvitationId
  readonly operator: Operator
  readonly url: Redacted.Redacted
  readonly expiresAt: DateTime.Utc
}

/** Makes the function that stores an invitation. Earlier ones must be withdrawn before. */
const makeIssue = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const hashes = yield* DashboardTokens.make
  const ids = yield* IdGenerator
  const operators = yield* OperatorRepository
  const template = yield* AppPart.read(OperatorInvitationTemplate)
  const tokens = yield* TokenGenerator

  return Effect.fnUntraced(function* (operator: Operator, by: ActingOperator) {
    const id = yield* ids.next(OperatorInvitationId)
    const token = yield* tokens.generate
    const createdAt = yield* DateTime.now
    const expiresAt = DateTime.addDuration(createdAt, invitationLifetime)
    yield* operators.insertInvitation({
      id,
      operatorId: Option.some(operator.id),
      tokenHash: hashes.named(token),
      createdBy: by.actor,
      createdAt,
      expiresAt
    })
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

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const accounts = yield* OperatorAccounts
  const audit = yield* AuditWriter.make(auditActions)
  const deliver = yield* makeDeliver
  const ids = yield* IdGenerator
  const issue = yield* makeIssue
  const operators = yield* OperatorRepository
  const passkeys = yield* OperatorPasskeyRepository
  const { isAvailable } = yield* AppPart.read(OperatorInvitationTemplate)
  const transaction = yield* Transaction

  const get = (id: OperatorId) =>
    Effect.flatMap(accounts.findById(id), (found) => Effect.mapError(found, () => new OperatorNotFound()))

  const create: (typeof Operators.Service)["create"] = Effect.fnUntraced(function* (fields, { by, delivery }) {
    if (!isAvailable) return yield* new DashboardUnavailable()
    const issued = yield* transaction.run(
      Effect.gen(function* () {
        const never = { joinedAt: Option.none(), signedInAt: Option.none(), disabledAt: Option.none() }
        const operator = new Operator({
          ...fields,
          ...never,
          id: yield* ids.next(OperatorId),
          createdAt: yield* DateTime.now
        })
        yield* accounts.insert(operator)
        yield* audit(by, "operator_created", { detail: describe(operator) })
        return yield* issue(operator, by)
      })
    )
    // After the transaction: a provider that is slow must not hold a connection of the database.
    return yield* deliver(issued, by, delivery)
  }, traced("Operators.create"))

  const invite: (typeof Operators.Service)["invite"] = Effect.fnUntraced(function* ({ by, delivery, id }) {
    if (!isAvailable) return yield* new DashboardUnavailable()
    const issued = yield* transaction.run(
      Effect.gen(function* () {
        const operator = yield* get(id)
        if (Option.isSome(operator.disabledAt)) return yield* new OperatorDisabled()
        yield* operators.withdrawInvitationsOf(id)
        return yield* issue(operator, by)
      })
    )
    return yield* deliver(issued, by, delivery)
  }, traced("Operators.invite"))

  /** Returns the operator, with all others locked. */
  const lock = Effect.fnUntraced(function* (id: OperatorId) {
    const all = yield* accounts.listForUpdate
    const current = all.find((operator) => operator.id === id)
    return current === undefined ? yield* new OperatorNotFound() : { all, current }
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

  const update: (typeof Operators.Service)["update"] = Effect.fnUntraced(
    function* ({ by, id, patch }) {
      // Before the operators are locked: a sign-in with an invitation locks in this order.
      if (patch.disabled === true) yield* operators.withdrawInvitationsOf(id)
      const { all, current } = yield* lock(id)
      const { disabled = Option.isSome(current.disabledAt), name = current.name, role = current.role } = patch
      const now = yield* DateTime.now
      const disabledAt = disabled ? Option.orElse(current.disabledAt, () => Option.some(now)) : Option.none()
      const next = new Operator({ ...current, name, role, disabledAt })
      yield* keepAnAdmin(all, id, Option.some(next))
      yield* accounts.update(next)
      if (disabled) yield* operators.revokeSessionsOf(id)
      yield* recordUpdate(current, next, by)
      return next
    },
    transaction.run,
    traced("Operators.update")
  )

  const remove: (typeof Operators.Service)["remove"] = Effect.fnUntraced(
    function* ({ by, id }) {
      yield* operators.withdrawInvitationsOf(id)
      const { all, current } = yield* lock(id)
      yield* keepAnAdmin(all, id, Option.none())
      yield* passkeys.deleteAll(id)
      yield* operators.revokeSessionsOf(id)
      yield* accounts.delete(id)
      yield* audit(by, "operator_removed", { detail: describe(current) })
    },
    transaction.run,
    traced("Operators.remove")
  )

  return Operators.of({ list: accounts.list, get, findByEmail: accounts.findByEmail, create, invite, update, remove })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(Operators, make)
