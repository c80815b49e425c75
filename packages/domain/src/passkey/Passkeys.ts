/** Listing, naming and removing one's own passkeys. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { PasskeyNotFound } from "./PasskeyErrors.ts"
import { type ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { type Passkey, type PasskeyId, PasskeyRepository } from "./PasskeyRepository.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import * as ConfirmedOwner from "../session/ConfirmedOwner.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import type { UserHandle } from "./Credential.ts"
import { accountChanges, attempts, auditActions } from "./PasskeyRecords.ts"
import * as RelyingParty from "./RelyingParty.ts"

/**
 * The passkeys of a user, and what a browser needs to tell the authenticators which of them still work (WebAuthn Level
 * 3, 5.1.10): the RP ID, the user handle, the name of the account, and the credential ids. `rpId`: none if the instance
 * can have no passkeys. `userHandle`: none if the user has never added one.
 */
export interface PasskeyList {
  readonly rpId: Option.Option<string>
  readonly userHandle: Option.Option<UserHandle>
  readonly email: Email
  readonly passkeys: ReadonlyArray<Passkey>
}

/** The use case of managing one's own passkeys. */
export class Passkeys extends Context.Tag("@latchkey/domain/Passkeys")<
  Passkeys,
  {
    /** Returns the passkeys of the signed-in user, oldest first. Works with passkeys turned off, too. */
    readonly list: (request: SessionRequest) => Effect.Effect<PasskeyList, Unauthenticated | PersistenceError>

    /** Gives a passkey of the signed-in user another name. */
    readonly rename: (
      request: SessionRequest,
      change: { readonly id: PasskeyId; readonly name: string }
    ) => Effect.Effect<void, Unauthenticated | PasskeyNotFound | PersistenceError>

    /**
     * Removes a passkey of the signed-in user, sends a notice, and records it in the audit log. Sessions stay: revoke
     * those of a lost device, too. Works with passkeys turned off. Fails with `ReauthenticationRequired` as adding one
     * does: a user with passkeys needs a recent session of assurance level 2.
     */
    readonly remove: (
      request: SessionRequest,
      id: PasskeyId
    ) => Effect.Effect<void, Unauthenticated | ReauthenticationRequired | PasskeyNotFound | PersistenceError>
  }
>() {}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const notices = yield* AccountNotices
  const owners = yield* ConfirmedOwner.make
  const passkeys = yield* PasskeyRepository
  const record = yield* Attempt.makeRecorder(attempts)
  const { authenticate } = yield* Sessions
  const transaction = yield* Transaction
  const urls = yield* PublicUrls

  const list: (typeof Passkeys.Service)["list"] = Effect.fnUntraced(function* (request) {
    const { instance } = request
    const { email, userId } = yield* authenticate(request)
    return {
      rpId: Option.map(RelyingParty.of(urls, instance), ({ id }) => id),
      userHandle: yield* passkeys.findHandle(instance.id, userId),
      email,
      passkeys: yield* passkeys.list(instance.id, userId)
    }
  }, traced("Passkeys.list"))

  const rename: (typeof Passkeys.Service)["rename"] = Effect.fnUntraced(function* (request, { id, name }) {
    const { userId } = yield* authenticate(request)
    const isRenamed = yield* passkeys.rename({ instanceId: request.instance.id, userId, id, name })
    if (!isRenamed) return yield* new PasskeyNotFound()
  }, traced("Passkeys.rename"))

  const removeOwn = Effect.fnUntraced(function* (request: SessionRequest, session: ActiveSession, id: PasskeyId) {
    const { caller, instance } = request
    const user = yield* owners.lock(request, session)
    const isRemoved = yield* passkeys.delete(instance.id, user.id, id)
    if (!isRemoved) return yield* new PasskeyNotFound()
    yield* notices.enqueue({ change: accountChanges.passkey_removed, instance, user, caller })
    const audit = entryOf("passkey_removed", id)
    yield* events.record({ type: "passkey.removed", user, by: byUser, details: { passkey: { id } }, audit })
  }, transaction.run)

  const remove: (typeof Passkeys.Service)["remove"] = Effect.fnUntraced(
    function* (request, id) {
      yield* removeOwn(request, yield* authenticate(request), id)
    },
    (attempt, request) => record("passkey_remove", request)(attempt),
    traced("Passkeys.remove")
  )

  return Passkeys.of({ list, rename, remove })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(Passkeys, make)
