/** Visits of a signed-in user to a provider, to prove that they are still the same person. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import type { UserId } from "../core/Ids.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import type { TokenOwner } from "../one-time-token/OneTimeTokenRepository.ts"
import * as Connections from "./Connections.ts"
import { IdentityRejected } from "./IdentityProviderErrors.ts"
import { identityProviderVisitPerIp } from "./IdentityProviderLimits.ts"
import { methodOf } from "./internal/methodOf.ts"
import * as Visits from "./internal/Visits.ts"
import type { ReturnedVisit, VisitRequest } from "./SignInWithIdentityProvider.ts"

const otherAccount = new IdentityRejected({ reason: "other_account" })

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const { find } = yield* Connections.make
  const identities = yield* IdentityRepository
  const limiter = yield* RateLimiter
  const visits = yield* Visits.make

  /** Begins a visit of the user. Returns `None` if their credentials have changed. */
  const begin = Effect.fnUntraced(function* (request: VisitRequest, owner: TokenOwner) {
    yield* limiter.consume(request.instance, identityProviderVisitPerIp.keys(request.caller))
    const provider = yield* find(request.instance, request.provider)
    return yield* visits.begin({ ...request, intent: "reauthenticate", owner: Option.some(owner) }, provider)
  })

  /**
   * Asks the provider who has come back. `recordUse` belongs to the transaction that renews the session: it fails with
   * `IdentityRejected` unless the identity is one of the user.
   */
  const confirm = Effect.fnUntraced(function* (returned: ReturnedVisit, userId: UserId) {
    const { instance, provider } = returned
    const provided = yield* visits.confirm(returned)
    const known = yield* identities.find(instance.id, provided.key)
    const { id } = yield* Effect.mapError(known, () => otherAccount)
    const recordUse = Effect.gen(function* () {
      const isOwn = yield* identities.recordUse({ instanceId: instance.id, userId, id, at: yield* DateTime.now })
      if (!isOwn) return yield* otherAccount
    })
    return { method: methodOf(provider, provided), recordUse }
  })

  return { begin, confirm }
})
