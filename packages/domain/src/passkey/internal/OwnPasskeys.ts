/**
 * The owner of the signed-in account, who may change its passkeys.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isUsable, type User, UserRepository } from "../../account/UserRepository.ts"
import { ReauthenticationRequired, Unauthenticated } from "../../session/SessionErrors.ts"
import type { ActiveSession } from "../../session/SessionRepository.ts"
import { Sessions } from "../../session/Sessions.ts"
import { StepUp } from "../../session/StepUp.ts"
import type { Request } from "./Challenges.ts"

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const users = yield* UserRepository

  const ownerOf = Effect.fnUntraced(function* (
    { instance }: Request,
    session: ActiveSession,
    found: Option.Option<User>
  ) {
    const now = yield* DateTime.now
    const own = Option.filter(found, (user) => user.id === session.userId && isUsable(user, now))
    const user = yield* Effect.mapError(own, () => new Unauthenticated())
    const isConfirmed = yield* stepUp.isConfirmed(instance, user, session)
    return isConfirmed ? user : yield* new ReauthenticationRequired()
  })

  /** Returns the owner, without a lock. */
  const read = Effect.fnUntraced(function* (request: Request) {
    const session = yield* authenticate(request)
    return yield* ownerOf(request, session, yield* users.findById(request.instance.id, session.userId))
  })

  /**
   * Returns the owner of a session that was checked before. Call it in a transaction, which then locks the user: the
   * passkeys change no more, and a change of the credentials waits or has revoked the session.
   */
  const lock = Effect.fnUntraced(function* (request: Request, { userId }: ActiveSession) {
    const found = yield* users.findByIdForUpdate(request.instance.id, userId)
    return yield* ownerOf(request, yield* authenticate(request), found)
  })

  return { lock, read }
})
