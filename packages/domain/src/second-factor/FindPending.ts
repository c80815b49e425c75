/** Finds the pending sign-in of a client, with its user. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isUsable, type User, UserRepository } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import { Unauthenticated } from "../session/SessionErrors.ts"
import type { Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import type { MethodIds } from "../instance/AuthenticationMethods.ts"
import * as PendingSignIns from "../session/PendingSignIns.ts"

/** A client with a pending sign-in. `pendingToken`: the value of its cookie, if it sent exactly one. */
export interface PendingRequest {
  readonly instance: Instance
  readonly caller: Caller
  readonly pendingToken: Option.Option<Token>
}

/**
 * A pending sign-in with the methods so far, and its user, who can sign in and has the same credentials as when it
 * began.
 */
export interface FoundPending {
  readonly key: OneTimeTokens.Key
  readonly methods: MethodIds
  readonly user: User
}

const orUnauthenticated = Effect.mapError(() => new Unauthenticated())

/** Makes the function. It fails with `Unauthenticated` if the client has no pending sign-in. */
export const make = Effect.gen(function* () {
  const pendings = yield* OneTimeTokens.make(PendingSignIns.kind)
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository

  return Effect.fnUntraced(function* ({ caller, instance, pendingToken }: PendingRequest) {
    const now = yield* DateTime.now
    const presented = Option.all({ client: caller.clientToken, token: pendingToken })
    const { client, token } = yield* orUnauthenticated(presented)
    const key = { instanceId: instance.id, subject: tokens.hash(client), tokenHash: tokens.hash(token) }
    const { data: methods, owner } = yield* orUnauthenticated(yield* pendings.find(key))
    const { credentialVersion, userId } = yield* orUnauthenticated(owner)
    const found = yield* users.findById(instance.id, userId)
    const user = Option.filter(found, (user) => isUsable(user, now) && user.credentialVersion === credentialVersion)
    return { key, methods, user: yield* orUnauthenticated(user) } satisfies FoundPending
  })
})
