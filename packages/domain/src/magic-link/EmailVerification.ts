/**
 * The rule for unverified addresses. Anyone can sign up with an address that belongs to someone else; only a link sent to
 * it verifies it. So the first verification takes the account away from the person who created it: it deletes the
 * password, revokes every session and raises the credential version, which also makes concurrent sign-ins fail. This
 * prevents account pre-hijacking (Sudhodanan and Paverd, USENIX Security 2022). The exception is a client that holds an
 * active session of that same user: there, the person who signed up and the person who reads the email are the same.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { User, UserRepository } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { PersistenceError } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { Sessions } from "../session/Sessions.ts"

/** An address whose owner opened a link sent to it, and the caller that presented the link. @since 0.1.0 */
export interface VerifiedEmail {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
}

/**
 * The user of a verified address. `passwordRemoved`: this was the first verification, and it deleted a password.
 *
 * @since 0.1.0
 */
export interface VerifiedUser {
  readonly user: User
  readonly passwordRemoved: boolean
}

/** The rule as a service. @since 0.1.0 */
export class EmailVerification extends Context.Tag("@latchkey/domain/EmailVerification")<
  EmailVerification,
  {
    /**
     * Verifies an address and returns its user, creating one if there is none. Call it inside a transaction, which then
     * locks the user until it ends.
     */
    readonly verifyEmail: (verified: VerifiedEmail) => Effect.Effect<VerifiedUser, PersistenceError>
  }
>() {}

/** Makes the service. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const ids = yield* IdGenerator
  const notices = yield* AccountNotices
  const repository = yield* SessionRepository
  const sessions = yield* Sessions
  const users = yield* UserRepository

  const firstVerification = Effect.fnUntraced(function* (user: User, { instance, caller }: VerifiedEmail) {
    const session = yield* sessions.find({ instance, caller })
    const isSamePerson = Option.exists(session, ({ userId }) => userId === user.id)
    const found = yield* users.verifyEmail({
      instanceId: user.instanceId,
      userId: user.id,
      now: yield* DateTime.now,
      password: isSamePerson ? "keep_password" : "drop_password"
    })
    if (!isSamePerson) yield* repository.revokeAll(user.instanceId, user.id)
    const verified = yield* Effect.mapError(found, (cause) => new PersistenceError({ cause }))
    const passwordRemoved = !isSamePerson && Option.isSome(user.passwordHash)
    if (passwordRemoved) yield* notices.enqueue({ change: "account_claimed", instance, user: verified, caller })
    return { user: verified, passwordRemoved }
  })

  const createUser = Effect.fnUntraced(function* ({ instance, email }: VerifiedEmail) {
    const now = yield* DateTime.now
    const user = new User({
      instanceId: instance.id,
      id: yield* ids.user,
      email,
      passwordHash: Option.none(),
      emailVerifiedAt: Option.some(now),
      credentialVersion: 0,
      createdAt: now
    })
    yield* users.insert(user)
    return { user, passwordRemoved: false }
  })

  const verifyEmail = (verified: VerifiedEmail): Effect.Effect<VerifiedUser, PersistenceError> =>
    Effect.gen(function* () {
      const found = yield* users.findByEmailForUpdate(verified.instance.id, verified.email)
      if (Option.isNone(found)) return yield* createUser(verified)
      const user = found.value
      return Option.isSome(user.emailVerifiedAt)
        ? { user, passwordRemoved: false }
        : yield* firstVerification(user, verified)
    }).pipe(
      // A concurrent sign-up created the user: now there is one to find.
      Effect.catchTag("EmailTaken", () => verifyEmail(verified))
    )

  return EmailVerification.of({ verifyEmail })
})

/** The service as a layer. `Domain.layer` includes it. @since 0.1.0 */
export const layer: Layer.Layer<
  EmailVerification,
  never,
  AccountNotices | IdGenerator | SessionRepository | Sessions | UserRepository
> = Layer.effect(EmailVerification, make)
