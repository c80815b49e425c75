/** The owner of the signed-in account, who has authenticated recently and may change how they sign in. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isUsable, type User, UserRepository } from "../account/UserRepository.ts"
import { ReauthenticationRequired, Unauthenticated } from "./SessionErrors.ts"
import type { ActiveSession } from "./SessionRepository.ts"
import { type SessionRequest, Sessions } from "./Sessions.ts"
import { StepUp } from "./StepUp.ts"

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const users = yield* UserRepository

  const ownerOf = Effect.fnUntraced(function* (
    { instance }: SessionRequest,
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
  const read = Effect.fnUntraced(function* (request: SessionRequest) {
    const session = yield* authenticate(request)
    return yield* ownerOf(request, session, yield* users.findById(request.instance.id, session.userId))
  })

  /** Returns `true` if `read` would return the owner of a session that was checked before. */
  const isConfirmed = Effect.fnUntraced(function* (request: SessionRequest, session: ActiveSession) {
    const found = yield* users.findById(request.instance.id, session.userId)
    return yield* ownerOf(request, session, found).pipe(
      Effect.as(true),
      Effect.catchTag("ReauthenticationRequired", () => Effect.succeed(false))
    )
  })

  /**
   * Returns the owner of a session that was checked before. Call it in a transaction, which then locks the user: how
   * they sign in changes no more, and a change of the credentials waits or has revoked the session.
   */
  const lock = Effect.fnUntraced(function* (request: SessionRequest, { userId }: ActiveSession) {
    const found = yield* users.findByIdForUpdate(request.instance.id, userId)
    return yield* ownerOf(request, yield* authenticate(request), found)
  })

  return { isConfirmed, lock, read }
})
