/** What an operator changes of a user, as events. */
import * as Equal from "effect/Equal"
import * as Option from "effect/Option"
import type { User } from "../../account/UserRepository.ts"
import type { ActingOperator } from "../../audit/AuditLog.ts"
import type { Entry } from "../../audit/AuditWriter.ts"
import type { Change } from "../../event/EventRecorder.ts"

/** Returns the changes of a user who is created. `audit`: what the audit log says of it. */
export const creation = (user: User, by: ActingOperator, audit?: Entry): ReadonlyArray<Change> => {
  const created = { type: "user.created", user, by, ...(audit === undefined ? {} : { audit }) } as const
  return Option.isSome(user.emailVerifiedAt) ? [created, { type: "user.verified", user, by }] : [created]
}

const was = (before: Option.Option<unknown>, after: Option.Option<unknown>) => ({
  removed: Option.isSome(before) && Option.isNone(after),
  set: Option.isNone(before) && Option.isSome(after)
})

const updatable = ["email", "emailVerifiedAt", "externalId", "language", "name", "metadata", "userMetadata"] as const

const nameOf = (field: (typeof updatable)[number]) => (field === "emailVerifiedAt" ? "emailVerified" : field)

/** Returns the changes between two states of a user. `passwordChanged`: whether the password was set or removed. */
export const between = (
  before: User,
  user: User,
  by: ActingOperator,
  passwordChanged: boolean
): ReadonlyArray<Change> => {
  const changed = updatable.filter((field) => !Equal.equals(before[field], user[field])).map(nameOf)
  const change = { user, by }
  const ended = user.credentialVersion > before.credentialVersion ? ({ sessions: "all" } as const) : {}
  const disabled = was(before.disabledAt, user.disabledAt)
  return [
    changed.length > 0 ? { ...change, type: "user.updated" as const, details: { changed, ...ended } } : [],
    was(before.emailVerifiedAt, user.emailVerifiedAt).set ? { ...change, type: "user.verified" as const } : [],
    disabled.set ? { ...change, type: "user.disabled" as const, details: ended } : [],
    disabled.removed ? { ...change, type: "user.enabled" as const } : [],
    was(before.deletionAt, user.deletionAt).removed ? { ...change, type: "user.deletion_cancelled" as const } : [],
    passwordChanged ? { ...change, type: "password.changed" as const, details: ended } : []
  ].flat()
}
