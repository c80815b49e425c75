/** Gives a user an account at an identity provider to sign in with. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import { auditActions } from "../account/IdentityRecords.ts"
import { Identity, IdentityId, IdentityRepository } from "../account/IdentityRepository.ts"
import type { User } from "../account/UserRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { EventRecorder } from "../event/EventRecorder.ts"

/** An account that the identity provider has confirmed. */
export type NewIdentity = Pick<Identity, "label"> & { readonly key: Pick<Identity, "issuer" | "subject"> }

const entryOf = AuditWriter.entryOf(auditActions)

/**
 * Makes the function that links the identity and records it in the audit log. It returns the identity, and fails with
 * `IdentityTaken` if a user has it. Call it in a transaction that has locked the user, or created it.
 */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const identities = yield* IdentityRepository
  const ids = yield* IdGenerator

  return Effect.fnUntraced(function* (user: Pick<User, "id" | "instanceId">, { key, label }: NewIdentity) {
    const { id: userId, instanceId } = user
    const now = yield* DateTime.now
    const identity = new Identity({
      instanceId,
      id: yield* ids.next(IdentityId),
      userId,
      ...key,
      label,
      createdAt: now,
      lastUsedAt: Option.some(now)
    })
    yield* identities.insert(identity)
    const details = { identity: { id: identity.id, issuer: key.issuer } }
    const audit = entryOf("identity_added", `${identity.id} ${key.issuer}`)
    yield* events.record({ type: "identity.added", user, by: byUser, details, audit })
    return identity
  })
})
