/** Changes that users make to their own record. */
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import { byUser } from "../../audit/AuditLog.ts"
import { User, UserRepository } from "../../account/UserRepository.ts"
import { violated } from "../../core/Invariant.ts"
import { Transaction } from "../../core/Transaction.ts"
import { EventRecorder } from "../../event/EventRecorder.ts"
import { Unauthenticated } from "../../session/SessionErrors.ts"
import { type SessionRequest, Sessions } from "../../session/Sessions.ts"

/** What users change of their own record without a proof of who they are. */
type OwnField = "language" | "name" | "userMetadata"

/** The fields after a change. */
export type OwnChange = Partial<Pick<User, OwnField>>

/**
 * Makes the function that changes the signed-in user, and records the fields that differ afterwards. It fails with
 * `Unauthenticated`, and changes nothing, if the session was revoked in the meantime.
 */
export const make = Effect.gen(function* () {
  const { authenticate } = yield* Sessions
  const events = yield* EventRecorder
  const transaction = yield* Transaction
  const users = yield* UserRepository

  /** Locks the user. The owner of the address may have claimed the account while this waited. */
  const lock = Effect.fnUntraced(function* (request: SessionRequest) {
    const { userId } = yield* authenticate(request)
    const locked = yield* users.findByIdForUpdate(request.instance.id, userId)
    yield* authenticate(request)
    return yield* Effect.mapError(locked, () => new Unauthenticated())
  })

  return Effect.fnUntraced(function* <E>(request: SessionRequest, change: (user: User) => Effect.Effect<OwnChange, E>) {
    const user = yield* lock(request)
    const next = new User({ ...user, ...(yield* change(user)) })
    const fields: ReadonlyArray<OwnField> = ["language", "name", "userMetadata"]
    const changed = fields.filter((field) => !Equal.equals(user[field], next[field]))
    if (changed.length === 0) return
    const same = violated("A user whose address and external id stay the same can be stored")
    yield* Effect.catchTags(users.update(next, user.credentialVersion), { EmailTaken: same, ExternalIdTaken: same })
    yield* events.record({ type: "user.updated", user: next, by: byUser, details: { changed } })
  }, transaction.run)
})
