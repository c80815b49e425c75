/**
 * The passkeys of the signed-in user, with the account locked and its owner checked.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isUsable, type User, UserRepository } from "../../account/UserRepository.ts"
import { Unauthenticated } from "../../core/Errors.ts"
import type { ActiveSession } from "../../session/SessionRepository.ts"
import { Sessions } from "../../session/Sessions.ts"
import { type Passkey, PasskeyRepository } from "../PasskeyRepository.ts"
import type { Request } from "./Challenges.ts"
import * as OwnerCheck from "./OwnerCheck.ts"

/** The signed-in user, with all passkeys. */
export interface Owner {
  readonly session: ActiveSession
  readonly user: User
  readonly passkeys: ReadonlyArray<Passkey>
}

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const passkeys = yield* PasskeyRepository
  const { authenticate } = yield* Sessions
  const users = yield* UserRepository

  const ownerOf = Effect.fnUntraced(function* (session: ActiveSession, found: Option.Option<User>) {
    const now = yield* DateTime.now
    const own = Option.filter(found, (user) => user.id === session.userId && isUsable(user, now))
    const user = yield* Effect.mapError(own, () => new Unauthenticated())
    const all = yield* passkeys.list(user.instanceId, user.id)
    yield* OwnerCheck.check(session, user, all.length > 0)
    return { session, user, passkeys: all } satisfies Owner
  })

  /** Returns the owner, without a lock. */
  const read = Effect.fnUntraced(function* (request: Request) {
    const session = yield* authenticate(request)
    return yield* ownerOf(session, yield* users.findById(request.instance.id, session.userId))
  })

  /**
   * Returns the owner of a session that was checked before. Call it in a transaction, which then locks the user: the
   * passkeys change no more, and a change of the credentials waits or has revoked the session.
   */
  const lock = Effect.fnUntraced(function* (request: Request, { email }: ActiveSession) {
    const found = yield* users.findByEmailForUpdate(request.instance.id, email)
    return yield* ownerOf(yield* authenticate(request), found)
  })

  return { lock, read }
})
