/** Finds the pending sign-in of a client, with its user. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isUsable, type User, UserRepository } from "../../account/UserRepository.ts"
import type { Caller } from "../../core/Caller.ts"
import { Unauthenticated } from "../../session/SessionErrors.ts"
import type { Token } from "../../core/Token.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import type { Instance } from "../../instance/Instance.ts"
import {
  type PendingSignInKey,
  PendingSignInRepository,
  type StoredPendingSignIn
} from "../../session/PendingSignInRepository.ts"

/** A client with a pending sign-in. `pendingToken`: the value of its cookie, if it sent exactly one. */
export interface PendingRequest {
  readonly instance: Instance
  readonly caller: Caller
  readonly pendingToken: Option.Option<Token>
}

/** A pending sign-in and its user, who may sign in and has the same credentials as when it began. */
export interface FoundPending {
  readonly key: PendingSignInKey
  readonly pending: StoredPendingSignIn
  readonly user: User
}

/** Makes the function. It fails with `Unauthenticated` if the client has no pending sign-in. */
export const make = Effect.gen(function* () {
  const pendings = yield* PendingSignInRepository
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository

  return Effect.fnUntraced(function* ({ caller, instance, pendingToken }: PendingRequest) {
    const now = yield* DateTime.now
    const presented = Option.all({ clientToken: caller.clientToken, pendingToken })
    const { clientToken, pendingToken: token } = yield* Effect.mapError(presented, () => new Unauthenticated())
    const key = { instanceId: instance.id, clientHash: tokens.hash(clientToken), tokenHash: tokens.hash(token), now }
    const pending = yield* Effect.mapError(yield* pendings.find(key), () => new Unauthenticated())
    const found = yield* users.findById(instance.id, pending.userId)
    const user = Option.filter(
      found,
      (user) => isUsable(user, now) && user.credentialVersion === pending.credentialVersion
    )
    return { key, pending, user: yield* Effect.mapError(user, () => new Unauthenticated()) } satisfies FoundPending
  })
})
