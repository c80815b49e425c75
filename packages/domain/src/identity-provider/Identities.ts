/** Listing, linking and unlinking one's own identities. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import type { IdentityTaken } from "../account/AccountErrors.ts"
import * as IdentityRecords from "../account/IdentityRecords.ts"
import { type Identity, type IdentityId, IdentityRepository, maxIdentities } from "../account/IdentityRepository.ts"
import * as LinkIdentity from "../pending-sign-up/LinkIdentity.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { violated } from "../core/Invariant.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import * as ConfirmedOwner from "../session/ConfirmedOwner.ts"
import { type ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import {
  type ClientSecretKeyMissing,
  type IdentityProviderDisabled,
  type IdentityProviderUnavailable,
  IdentityNotFound,
  type IdentityRejected,
  LastSignInMethod,
  TooManyIdentities
} from "./IdentityProviderErrors.ts"
import { attempts } from "./IdentityProviderRecords.ts"
import * as Visits from "./internal/Visits.ts"
import type { BegunVisit, ReturnedVisit, VisitRequest } from "./SignInWithIdentityProvider.ts"

/** Why a user may not change their identities, or cannot now. */
type Refused = Unauthenticated | ReauthenticationRequired | PersistenceError

/** Why the provider does not confirm who the user is. */
type NotConfirmed = RateLimited<"sign_in"> | ClientSecretKeyMissing | IdentityProviderUnavailable | IdentityRejected

/** The use case of managing one's own identities. */
export class Identities extends Context.Tag("@latchkey/domain/Identities")<
  Identities,
  {
    /** Returns the identities of the signed-in user, oldest first. Works with providers turned off, too. */
    readonly list: (
      request: SessionRequest
    ) => Effect.Effect<ReadonlyArray<Identity>, Unauthenticated | PersistenceError>

    /**
     * Begins a visit that links an account at the provider to the signed-in user's, who has authenticated in the last
     * ten minutes, and no weaker than they can: see `StepUp`. It is void once the user's credentials change.
     */
    readonly begin: (
      request: VisitRequest
    ) => Effect.Effect<BegunVisit, Refused | NotConfirmed | IdentityProviderDisabled | TooManyIdentities>

    /**
     * Links the account that the provider has confirmed, sends a notice, and records it in the audit log. It verifies
     * nothing but itself: the email address stays as it is, and so does the session. Fails with `Unauthenticated`
     * unless the visit was begun by the signed-in user. Call it with a visit to link. While the provider is
     * out of reach, the visit is not consumed, and can come back again.
     */
    readonly add: (
      visit: ReturnedVisit
    ) => Effect.Effect<Identity, Refused | NotConfirmed | IdentityTaken | TooManyIdentities>

    /**
     * Unlinks an identity of the signed-in user, sends a notice, and records it in the audit log. Fails with
     * `LastSignInMethod` if the user could not sign in any more. Sessions stay.
     */
    readonly remove: (
      request: SessionRequest,
      id: IdentityId
    ) => Effect.Effect<void, Refused | IdentityNotFound | LastSignInMethod>
  }
>() {}

const entryOf = AuditWriter.entryOf(IdentityRecords.auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const identities = yield* IdentityRepository
  const link = yield* LinkIdentity.make
  const methods = yield* AuthenticationMethods
  const notices = yield* AccountNotices
  const owners = yield* ConfirmedOwner.make
  const record = yield* Attempt.makeRecorder(attempts)
  const { authenticate } = yield* Sessions
  const transaction = yield* Transaction
  const visits = yield* Visits.make

  const list: (typeof Identities.Service)["list"] = Effect.fnUntraced(function* (request) {
    const { userId } = yield* authenticate(request)
    return yield* identities.list(request.instance.id, userId)
  }, traced("Identities.list"))

  const checkBelowMax = Effect.fnUntraced(function* (all: ReadonlyArray<Identity>) {
    if (all.length >= maxIdentities) return yield* new TooManyIdentities()
  })

  const begin: (typeof Identities.Service)["begin"] = Effect.fnUntraced(function* (request) {
    const owner = Effect.gen(function* () {
      const { credentialVersion, id: userId } = yield* owners.read(request)
      yield* checkBelowMax(yield* identities.list(request.instance.id, userId))
      return Option.some({ userId, credentialVersion })
    })
    const begun = yield* visits.begin({ ...request, intent: "link", owner })
    return yield* Effect.mapError(begun, () => new Unauthenticated())
  }, traced("Identities.begin"))

  const store = (visit: ReturnedVisit, session: ActiveSession, confirmed: LinkIdentity.NewIdentity) =>
    Effect.gen(function* () {
      const { caller, instance } = visit
      const user = yield* owners.lock(visit, session)
      yield* checkBelowMax(yield* identities.list(instance.id, user.id))
      const identity = yield* link(user, confirmed)
      yield* notices.enqueue({ change: IdentityRecords.accountChanges.identity_added, instance, user, caller })
      return identity
    }).pipe(
      transaction.run,
      // If the client disconnects now, the user would not know whether the identity was linked.
      Effect.uninterruptible
    )

  const add: (typeof Identities.Service)["add"] = Effect.fnUntraced(
    function* (returned) {
      if (returned.intent !== "link") return yield* violated("A visit that links nothing adds no identity")()
      const session = yield* visits.sessionOfOwner(returned)
      return yield* store(returned, session, yield* visits.confirm(returned))
    },
    (attempt, returned) => record("identity_add", returned)(attempt),
    traced("Identities.add")
  )

  const removeOwn = Effect.fnUntraced(function* (request: SessionRequest, session: ActiveSession, id: IdentityId) {
    const { caller, instance } = request
    const user = yield* owners.lock(request, session)
    const isRemoved = yield* identities.delete(instance.id, user.id, id)
    if (!isRemoved) return yield* new IdentityNotFound()
    // After it: what is left must be enough.
    if (!(yield* methods.admits(instance, user))) return yield* new LastSignInMethod()
    yield* notices.enqueue({ change: IdentityRecords.accountChanges.identity_removed, instance, user, caller })
    const audit = entryOf("identity_removed", id)
    yield* events.record({ type: "identity.removed", user, by: byUser, details: { identity: { id } }, audit })
  }, transaction.run)

  const remove: (typeof Identities.Service)["remove"] = Effect.fnUntraced(
    function* (request, id) {
      yield* removeOwn(request, yield* authenticate(request), id)
    },
    (attempt, request) => record("identity_remove", request)(attempt),
    traced("Identities.remove")
  )

  return Identities.of({ list, begin, add, remove })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(Identities, make)
