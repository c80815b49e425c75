/**
 * Inviting people by email to create an account, as operators and their programs do. The audit log names invitations
 * by their ids, never by the address.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { FormerEmails } from "../account/FormerEmails.ts"
import { UserRepository } from "../account/UserRepository.ts"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import { EmailTaken } from "../account/AccountErrors.ts"
import { type PersistenceError, SignUpClosed } from "../core/Errors.ts"
import { InvitationImpossible, InvitationNotFound } from "./InvitationErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { Invitation, InvitationId, InvitationRepository, lifetime } from "./InvitationRepository.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { QueuedEmailId } from "../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "../mail/EmailOutbox.ts"
import { EmailKind } from "../mail/MailDeliveryLog.ts"
import { Mailer } from "../mail/Mailer.ts"
import { auditActions } from "./InvitationRecords.ts"

/** The kind of the email of an invitation. */
export const emailKind = EmailKind.make("invitation")

/** 24 hours: an email that could not be sent until then is discarded. */
export const maxAge = Duration.hours(24)

/** An instance, and the operator who invites to it. */
export interface Inviter {
  readonly instance: Instance
  readonly by: ActingOperator
}

/** The invitation, and whether it is new: otherwise the address was invited before. */
export interface CreatedInvitation {
  readonly invitation: Invitation
  readonly isNew: boolean
}

/** One page of invitations. `next`: the id to continue before; none on the last page. */
export interface InvitationPage {
  readonly invitations: ReadonlyArray<Invitation>
  readonly next: Option.Option<InvitationId>
}

/** The use case of inviting people. */
export class Invitations extends Context.Tag("@latchkey/domain/Invitations")<
  Invitations,
  {
    /** Whether an email provider is configured. */
    readonly isAvailable: boolean

    /**
     * Invites an address for seven days, and queues the email. An address with an invitation keeps it for another seven
     * days, and gets another email; links in earlier ones go on until their own seven days have passed. Fails with
     * `InvitationImpossible` without an email provider, with `SignUpClosed` in the mode `closed`, and with `EmailTaken`
     * for an address that has an account, or is reserved for a user who had it before.
     */
    readonly create: (
      request: Inviter & { readonly email: Email }
    ) => Effect.Effect<CreatedInvitation, InvitationImpossible | SignUpClosed | EmailTaken | PersistenceError>

    /** Returns up to `limit` invitations that can be accepted, newest first. `before`: the `next` of the last page. */
    readonly list: (query: {
      readonly instance: Instance
      readonly before: Option.Option<InvitationId>
      readonly limit: number
    }) => Effect.Effect<InvitationPage, PersistenceError>

    /** Withdraws an invitation: its links no longer work, and its email is not sent if it is still queued. */
    readonly withdraw: (
      request: Inviter & { readonly invitationId: InvitationId }
    ) => Effect.Effect<void, InvitationNotFound | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const formers = yield* FormerEmails
  const ids = yield* IdGenerator
  const invitations = yield* InvitationRepository
  const links = yield* MagicLinkRepository
  const { isConfigured } = yield* Mailer
  const outbox = yield* EmailOutbox
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const store = Effect.fnUntraced(function* ({ by, email, instance }: Inviter & { readonly email: Email }) {
    const now = yield* DateTime.now
    const emailId = yield* ids.next(QueuedEmailId)
    const created = new Invitation({
      instanceId: instance.id,
      id: yield* ids.next(InvitationId),
      email,
      createdBy: by.actor,
      createdAt: now,
      expiresAt: DateTime.addDuration(now, lifetime),
      emailId
    })
    const invitation = yield* invitations.put(created)
    yield* outbox.enqueue(
      new QueuedEmail({
        instanceId: instance.id,
        id: emailId,
        kind: emailKind,
        email,
        clientHash: Option.none(),
        parameters: {},
        requestedAt: now,
        expiresAt: DateTime.addDuration(now, maxAge),
        attempts: 0
      })
    )
    const isNew = invitation.id === created.id
    const detail = isNew ? invitation.id : `${invitation.id}, sent again`
    yield* audit(by, "invitation_created", { instanceId: instance.id, detail })
    return { invitation, isNew }
  }, transaction.run)

  const create: (typeof Invitations.Service)["create"] = Effect.fnUntraced(function* (request) {
    const { email, instance } = request
    if (!isConfigured) return yield* new InvitationImpossible()
    if (!instance.isOpenToInvited) return yield* new SignUpClosed()
    const former = yield* formers.find(instance.id, email, yield* DateTime.now)
    const isTaken = Option.isSome(former) || Option.isSome(yield* users.findByEmail(instance.id, email))
    if (isTaken) return yield* new EmailTaken()
    return yield* store(request)
  }, traced("Invitations.create"))

  const list: (typeof Invitations.Service)["list"] = Effect.fnUntraced(function* ({ before, instance, limit }) {
    const now = yield* DateTime.now
    const found = yield* invitations.list({ instanceId: instance.id, now, before, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      invitations: page,
      next: found.length > limit ? Option.fromNullable(page.at(-1)?.id) : Option.none()
    }
  }, traced("Invitations.list"))

  const withdraw: (typeof Invitations.Service)["withdraw"] = Effect.fnUntraced(
    function* ({ by, instance, invitationId }) {
      const at = yield* DateTime.now
      const found = yield* invitations.findById(instance.id, invitationId, at)
      const { email, emailId } = yield* Effect.mapError(found, () => new InvitationNotFound())
      // First, as in every transaction that locks links. If the address is invited again, they must not work again.
      yield* links.deleteAll(instance.id, email)
      const isWithdrawn = yield* invitations.consume(instance.id, email, at)
      if (!isWithdrawn) return yield* new InvitationNotFound()
      yield* outbox.complete(instance.id, emailId, {
        state: "discarded",
        at,
        reason: Option.some("withdrawn"),
        detail: Option.none()
      })
      yield* audit(by, "invitation_withdrawn", { instanceId: instance.id, detail: invitationId })
    },
    transaction.run,
    traced("Invitations.withdraw")
  )

  return Invitations.of({ isAvailable: isConfigured, create, list, withdraw })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(Invitations, make)
