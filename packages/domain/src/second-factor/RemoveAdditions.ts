/**
 * Removes what was added to an account while someone else may have had it: whatever signs in, or completes a sign-in,
 * and does not depend on the mailbox. What is older stays, because access to the mailbox must not be enough to remove
 * it.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AccountChange } from "../account/AccountChange.ts"
import { lifetime } from "../account/FormerEmails.ts"
import * as IdentityRecords from "../account/IdentityRecords.ts"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import { User } from "../account/UserRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import * as PasskeyRecords from "../passkey/PasskeyRecords.ts"
import { PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import { accountChanges, auditActions } from "./SecondFactorRecords.ts"
import { SecondFactorRepository } from "./SecondFactorRepository.ts"

/**
 * Returns seven days before `at`: as long as a former address can be restored. Someone who takes an account over may
 * add something first, and is noticed later.
 */
export const shortlyBefore = (at: DateTime.Utc): DateTime.Utc => DateTime.subtractDuration(at, lifetime)

/** A locked user, and since when. `caller`: the client that causes it. */
export interface Additions {
  readonly instance: Instance
  readonly user: User
  readonly caller: Pick<Caller, "languages" | "userAgent">
  readonly since: DateTime.Utc
}

/** Removes one kind. Returns the user afterwards, or `None` if there was nothing. */
type Remove = (user: User, since: DateTime.Utc) => Effect.Effect<Option.Option<User>, PersistenceError>

/**
 * Makes the function that removes what was added after `since`, tells the user by email, and records it in the audit
 * log. Returns the user afterwards, whose credential version may be higher. Call it in a transaction that has locked
 * the user and ends the sessions.
 */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make({
    ...auditActions,
    ...IdentityRecords.auditActions,
    ...PasskeyRecords.auditActions
  })
  const factors = yield* SecondFactorRepository
  const identities = yield* IdentityRepository
  const notices = yield* AccountNotices
  const passkeys = yield* PasskeyRepository

  const removePasskeys: Remove = Effect.fnUntraced(function* (user, since) {
    const { id: userId, instanceId } = user
    const all = yield* passkeys.list(instanceId, userId)
    const added = all.filter(({ createdAt }) => DateTime.greaterThan(createdAt, since))
    for (const { id } of added) {
      yield* passkeys.delete(instanceId, userId, id)
      yield* audit({ actor: "user" }, "passkey_removed", { instanceId, userId, detail: id })
    }
    return added.length > 0 ? Option.some(user) : Option.none()
  })

  const removeIdentities: Remove = Effect.fnUntraced(function* (user, since) {
    const { id: userId, instanceId } = user
    const all = yield* identities.list(instanceId, userId)
    const added = all.filter(({ createdAt }) => DateTime.greaterThan(createdAt, since))
    for (const { id } of added) {
      yield* identities.delete(instanceId, userId, id)
      yield* audit({ actor: "user" }, "identity_removed", { instanceId, userId, detail: id })
    }
    return added.length > 0 ? Option.some(user) : Option.none()
  })

  const removeApp: Remove = Effect.fnUntraced(function* (user, since) {
    const { credentialVersion, id: userId, instanceId, secondFactorAt } = user
    if (!Option.exists(secondFactorAt, (at) => DateTime.greaterThan(at, since))) return Option.none()
    yield* factors.remove({ instanceId, userId, credentialVersion })
    yield* audit({ actor: "user" }, "second_factor_removed", { instanceId, userId })
    return Option.some(new User({ ...user, secondFactorAt: Option.none(), credentialVersion: credentialVersion + 1 }))
  })

  const removeCodes: Remove = Effect.fnUntraced(function* (user, since) {
    const { id: userId, instanceId } = user
    const isRemoved = yield* factors.deleteRecoveryCodes(instanceId, userId, since)
    if (!isRemoved) return Option.none()
    yield* audit({ actor: "user" }, "recovery_codes_removed", { instanceId, userId })
    return Option.some(user)
  })

  // Whatever else a user can add to an account to get in belongs here.
  const kinds: ReadonlyArray<readonly [AccountChange, Remove]> = [
    [PasskeyRecords.accountChanges.passkey_removed, removePasskeys],
    [IdentityRecords.accountChanges.identity_removed, removeIdentities],
    [accountChanges.second_factor_removed, removeApp],
    // After the app, which is removed with its codes.
    [accountChanges.recovery_codes_removed, removeCodes]
  ]

  return Effect.fnUntraced(function* ({ caller, instance, since, user }: Additions) {
    let current = user
    for (const [change, remove] of kinds) {
      const changed = yield* remove(current, since)
      if (Option.isNone(changed)) continue
      current = changed.value
      yield* notices.enqueue({ change, instance, user: current, caller })
    }
    return current
  })
})
