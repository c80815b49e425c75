import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Actor } from "../audit/AuditLog.ts"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { idOf } from "../core/Id.ts"
import { InstanceId, QueuedEmailId } from "../core/Ids.ts"

/** The id of an invitation to create an account: `inv_…`. It may be shown and logged. */
export const InvitationId = idOf("InvitationId", "inv")
export type InvitationId = typeof InvitationId.Type

/** Seven days: how long an invitation is valid after it was sent last. */
export const lifetime = Duration.days(7)

/**
 * An invitation of an address to create an account. It holds no token: those of its emails are kept as magic links are.
 *
 * - `createdBy`: the interface that it was created through.
 * - `createdAt`: when it was created; sending it again does not change that.
 * - `emailId`: its last email, by which `MailDeliveryLog` finds out what became of it.
 */
export class Invitation extends Schema.Class<Invitation>("@latchkey/domain/Invitation")({
  instanceId: InstanceId,
  id: InvitationId,
  email: Email,
  createdBy: Actor,
  createdAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf,
  emailId: QueuedEmailId
}) {}

/** The port for invitations. An address has at most one in an instance. */
export class InvitationRepository extends Context.Tag("@latchkey/domain/InvitationRepository")<
  InvitationRepository,
  {
    /**
     * Stores an invitation, and returns what is stored. If the address has one that has not expired at `createdAt`,
     * that one stays with its id, `createdBy` and `createdAt`, and gets the new `expiresAt` and `emailId`. Of
     * concurrent calls for one address all return the same id.
     */
    readonly put: (invitation: Invitation) => Effect.Effect<Invitation, PersistenceError>

    /** Returns the invitation of the address, or `None` if there is none or `now` has reached its `expiresAt`. */
    readonly find: (
      instanceId: InstanceId,
      email: Email,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<Invitation>, PersistenceError>

    /** Returns the invitation with that id, or `None` if there is none or `now` has reached its `expiresAt`. */
    readonly findById: (
      instanceId: InstanceId,
      id: InvitationId,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<Invitation>, PersistenceError>

    /** Returns up to `limit` invitations that have not expired at `now`, with ids below `before`, greatest id first. */
    readonly list: (query: {
      readonly instanceId: InstanceId
      readonly now: DateTime.Utc
      readonly before: Option.Option<InvitationId>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Invitation>, PersistenceError>

    /**
     * Deletes the invitation of the address. Returns `true` if there was one that had not expired at `now`. Of any
     * number of concurrent calls exactly one returns `true`, unless its transaction is rolled back.
     */
    readonly consume: (
      instanceId: InstanceId,
      email: Email,
      now: DateTime.Utc
    ) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the invitations of the addresses. Does nothing for an address without one. */
    readonly deleteAll: (instanceId: InstanceId, emails: ReadonlyArray<Email>) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` expired invitations of all instances. Returns how many it deleted. */
    readonly deleteExpired: (now: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
