/** What happened to users, as an app reads it in the feed: a row for each change, written in its transaction. */
import * as Schema from "effect/Schema"
import { ExternalId } from "../account/ExternalId.ts"
import { DataObject, UserName } from "../account/UserData.ts"
import { Actor } from "../audit/AuditLog.ts"
import { Email } from "../core/Email.ts"
import { idOf } from "../core/Id.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import { Timestamp } from "../core/Timestamp.ts"
import { Language } from "../language/Language.ts"

/** The id of an event: `evt_…`. It stays the same however often the event is read or delivered. */
export const EventId = idOf("EventId", "evt")
export type EventId = typeof EventId.Type

/** The user as the admin API shows it, after the change. Its JSON is what the feed has, and what stores keep. */
export const EventUser = Schema.Struct({
  id: UserId,
  email: Schema.typeSchema(Email),
  emailVerified: Schema.Boolean,
  externalId: Schema.NullOr(ExternalId),
  disabled: Schema.Boolean,
  hasPassword: Schema.Boolean,
  createdAt: Timestamp,
  secondFactorAt: Schema.NullOr(Timestamp),
  deletionAt: Schema.NullOr(Timestamp),
  language: Schema.NullOr(Language),
  name: Schema.NullOr(UserName),
  metadata: DataObject,
  userMetadata: DataObject
})
export type EventUser = typeof EventUser.Type

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Which sessions of the user a change has ended: all, or all but the one that made the change. */
const EndedSessions = Schema.Literal("all", "others")

const Named = Schema.Struct({ id: Schema.String })

/** Who did it: someone as in the audit log, or the email provider, which reports addresses that do not work. */
export const EventActor = Schema.Literal(...Actor.literals, "email_provider")
export type EventActor = typeof EventActor.Type

/** The event of a type. `fields`: what its `data` has beside the user. */
const event = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({
    id: EventId,
    type: Schema.Literal(type),
    occurredAt: Timestamp,
    instanceId: InstanceId,
    userId: UserId,
    version: Schema.Int,
    actor: EventActor,
    data: Schema.Struct({ user: Schema.NullOr(EventUser), ...fields })
  })

const sessions = optional(EndedSessions)

/** A user was created. */
export const UserCreated = event("user.created", {})
/** Fields of a user changed: `changed` has their names. */
export const UserUpdated = event("user.updated", { changed: Schema.Array(Schema.String), sessions })
/** The address of a user was verified for the first time. */
export const UserVerified = event("user.verified", { sessions })
/** The first verification took the account over from the person who had created it. */
export const UserClaimed = event("user.claimed", { sessions })
/** An operator disabled a user. */
export const UserDisabled = event("user.disabled", { sessions })
/** An operator enabled a user again. */
export const UserEnabled = event("user.enabled", {})
/** A user asked for the deletion of their account, at `user.deletionAt`. */
export const UserDeletionScheduled = event("user.deletion_scheduled", { sessions })
/** The account is kept after all. */
export const UserDeletionCancelled = event("user.deletion_cancelled", {})
/** A user was deleted. Nothing of the user is in it but the id. */
export const UserDeleted = event("user.deleted", {})
/** A user signed in. */
export const SessionCreated = event("session.created", {
  session: Schema.Struct({ id: Schema.String, methods: Schema.Array(Schema.String) })
})
/** A session ended before its time: `session`, or those that `sessions` says. */
export const SessionRevoked = event("session.revoked", { session: optional(Named), sessions })
/** The password was set, changed or removed. */
export const PasswordChanged = event("password.changed", { sessions })
/** A user added a passkey. */
export const PasskeyAdded = event("passkey.added", { passkey: Named })
/** A passkey was removed: `passkey`, or all of them. */
export const PasskeyRemoved = event("passkey.removed", { passkey: optional(Named), sessions })
/** A user added an authenticator app. */
export const SecondFactorAdded = event("second_factor.added", { sessions })
/** The authenticator app was removed. */
export const SecondFactorRemoved = event("second_factor.removed", { sessions })
/** An account at an identity provider was linked. */
export const IdentityAdded = event("identity.added", {
  identity: Schema.Struct({ id: Schema.String, issuer: Schema.String })
})
/** An account at an identity provider was unlinked. */
export const IdentityRemoved = event("identity.removed", { identity: Named, sessions })
/** A user created a personal access token. */
export const PersonalTokenCreated = event("personal_token.created", { personalToken: Named })
/** A personal access token was revoked. Those that end with all sessions get no event. */
export const PersonalTokenRevoked = event("personal_token.revoked", { personalToken: Named })
/** The provider of emails reported the address of a user: it gets no more emails. */
export const EmailSuppressed = event("email.suppressed", { reason: Schema.String })

/** An event of one of the types. Decodes and encodes what the feed and the stores have. */
export const Event = Schema.Union(
  UserCreated,
  UserUpdated,
  UserVerified,
  UserClaimed,
  UserDisabled,
  UserEnabled,
  UserDeletionScheduled,
  UserDeletionCancelled,
  UserDeleted,
  SessionCreated,
  SessionRevoked,
  PasswordChanged,
  PasskeyAdded,
  PasskeyRemoved,
  SecondFactorAdded,
  SecondFactorRemoved,
  IdentityAdded,
  IdentityRemoved,
  PersonalTokenCreated,
  PersonalTokenRevoked,
  EmailSuppressed
)
export type Event = typeof Event.Type

/** What happened, such as `user.created`. */
export type EventType = Event["type"]

/** The type of each event. */
export const EventType: Schema.Schema<EventType> = Schema.Literal(
  ...Event.members.map(({ fields }) => fields.type.literals[0])
)

/** The types of events, in the order of their documentation. */
export const eventTypes: ReadonlyArray<EventType> = Event.members.map(({ fields }) => fields.type.literals[0])

/** What the `data` of a type has beside the user. */
export type Details<Type extends EventType> = Omit<Extract<Event, { readonly type: Type }>["data"], "user">
