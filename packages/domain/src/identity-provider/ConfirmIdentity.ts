/** Visits of a signed-in user to a provider, to prove that they are still the same person. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import type { TokenOwner } from "../one-time-token/OneTimeTokenRepository.ts"
import { IdentityRejected } from "./IdentityProviderErrors.ts"
import { methodOf } from "./internal/methodOf.ts"
import * as Visits from "./internal/Visits.ts"
import type { ReturnedVisit, VisitRequest } from "./SignInWithIdentityProvider.ts"

const otherAccount = new IdentityRejected({ reason: "other_account" })

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const identities = yield* IdentityRepository
  const visits = yield* Visits.make

  /** Begins a visit of the user that `owner` finds. Returns `None` if their credentials have changed. */
  const begin = <E>(request: VisitRequest, owner: Effect.Effect<TokenOwner, E>) =>
    visits.begin({ ...request, intent: "reauthenticate", owner: Effect.asSome(owner) })

  /**
   * Asks the provider who has come back, in a session of the user who has begun the visit. `recordUse` belongs to the
   * transaction that renews the session: it fails with `IdentityRejected` unless the identity is one of the user.
   */
  const confirm = Effect.fnUntraced(function* (returned: ReturnedVisit) {
    const { instance, provider } = returned
    const session = yield* visits.sessionOfOwner(returned)
    const { userId } = session
    const provided = yield* visits.confirm(returned)
    const known = yield* identities.find(instance.id, provided.key)
    const { id } = yield* Effect.mapError(known, () => otherAccount)
    const recordUse = Effect.gen(function* () {
      const isOwn = yield* identities.recordUse({ instanceId: instance.id, userId, id, at: yield* DateTime.now })
      if (!isOwn) return yield* otherAccount
    })
    return { method: methodOf(provider, provided), recordUse, session }
  })

  return { begin, confirm }
})
