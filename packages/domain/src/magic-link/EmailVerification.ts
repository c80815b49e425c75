/**
 * The rule for unverified addresses. Anyone can sign up with an address that belongs to someone else; only a link sent
 * to it verifies it. So the first verification takes the account away from the person who created it: it revokes every
 * session, forgets the known clients, and raises the credential version, which also makes concurrent sign-ins fail. It
 * deletes the password, too, and records that in `claimedAt`. This prevents account pre-hijacking (Sudhodanan and
 * Paverd, USENIX Security 2022).
 *
 * The password stays if the client holds an active session of that same user: there, the person who signed up and the
 * person who reads the email are probably the same. An attacker may have planted that session in the owner's client,
 * and so the sessions and known clients never stay. Passkeys and an authenticator app stay with the password. The owner
 * is told about them, and for seven days a new password by link removes them.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import * as ReservedEmail from "../account/ReservedEmail.ts"
import { SignInFailures } from "../account/SignInFailures.ts"
import { type PasswordHash, User, UserRepository } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { type EmailTaken, type SignUpRefused, UserNotFound } from "../account/AccountErrors.ts"
import * as SignUpRules from "../account/SignUpRules.ts"
import type { PersistenceError, SignUpClosed } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { violated } from "../core/Invariant.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { Instance } from "../instance/Instance.ts"
import * as AnnounceFactors from "../passkey/AnnounceFactors.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { UserId } from "../core/Ids.ts"

/**
 * An address whose owner opened a link sent to it, or is confirmed by an identity provider that is trusted for it, and
 * the caller that presented that. `createsUser`: whether it creates a user if there is none; `if_admitted`: as the
 * instance and the `SignUpRules` of the app say.
 */
export interface VerifiedEmail {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
  readonly createsUser: "never" | "if_admitted" | "always"
}

/** The user of a verified address. `passwordRemoved`: this was the first verification, and it deleted a password. */
export interface VerifiedUser {
  readonly user: User
  readonly passwordRemoved: boolean
}

/**
 * A user to create with a verified address. `isInvited`: by an operator, so that nothing else has to admit it.
 * `passwordHash`: of the password that its owner has chosen.
 */
export interface NewVerifiedUser {
  readonly instance: Instance
  readonly email: Email
  readonly isInvited: boolean
  readonly passwordHash: Option.Option<PasswordHash>
}

/** The rule as a service. */
export class EmailVerification extends Context.Tag("@latchkey/domain/EmailVerification")<
  EmailVerification,
  {
    /**
     * Verifies an address and returns its user. If there is none, creates one or fails with `UserNotFound`, also for an
     * address that is reserved for a user who had it before. Resets the count of failed sign-ins, and runs the
     * `AccountHooks` of the app. Call it inside a transaction, which then locks the user until it ends.
     */
    readonly verifyEmail: (verified: VerifiedEmail) => Effect.Effect<VerifiedUser, UserNotFound | PersistenceError>

    /**
     * Creates a user with a verified address, and runs the `AccountHooks` of the app. Fails with `EmailTaken` if there
     * is one, with `UserNotFound` for an address that is reserved for a user who had it before, and with `SignUpClosed`
     * or `SignUpRefused` for one that may not sign up. Call it inside a transaction.
     */
    readonly createUser: (
      user: NewVerifiedUser
    ) => Effect.Effect<User, SignUpClosed | SignUpRefused | EmailTaken | UserNotFound | PersistenceError>
  }
>() {}

/** Makes the service. */
export const make = Effect.gen(function* () {
  const announceFactors = yield* AnnounceFactors.make
  const checkAdmitted = yield* SignUpRules.makeCheck
  const checkReserved = yield* ReservedEmail.makeCheck
  const failures = yield* SignInFailures
  const events = yield* EventRecorder
  const ids = yield* IdGenerator
  const sessions = yield* SessionRepository
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository

  // Not `Sessions.find`, which may record a visit: the session ends here.
  const presentedSession = Effect.fnUntraced(function* ({ instance, caller }: VerifiedEmail) {
    if (Option.isNone(caller.sessionToken) || Option.isNone(caller.clientToken)) return Option.none()
    return yield* sessions.findActive({
      instanceId: instance.id,
      tokenHash: tokens.hash(caller.sessionToken.value),
      clientHash: tokens.hash(caller.clientToken.value),
      now: yield* DateTime.now,
      idleLifetime: instance.idleLifetime
    })
  })

  const firstVerification = Effect.fnUntraced(function* (user: User, verified: VerifiedEmail) {
    const session = yield* presentedSession(verified)
    const isSamePerson = Option.exists(session, ({ userId }) => userId === user.id)
    const changed = yield* users.verifyEmail({
      instanceId: user.instanceId,
      userId: user.id,
      now: yield* DateTime.now,
      password: isSamePerson ? "keep_password" : "drop_password"
    })
    const after = yield* Effect.catchAll(changed, violated("A user whom this transaction has locked exists"))
    const change = { user: after, by: byUser, details: { sessions: "all" } } as const
    const verifiedNow = { ...change, type: "user.verified" } as const
    yield* Option.isSome(after.claimedAt)
      ? events.record({ ...change, type: "user.claimed" }, verifiedNow)
      : events.record(verifiedNow)
    if (isSamePerson) yield* announceFactors({ ...verified, user: after })
    return { user: after, passwordRemoved: !isSamePerson && Option.isSome(user.passwordHash) }
  })

  const createUser = Effect.fnUntraced(function* ({ instance, email, isInvited, passwordHash }: NewVerifiedUser) {
    if (!isInvited) yield* checkAdmitted({ instance, email })
    const now = yield* DateTime.now
    const user = new User({
      instanceId: instance.id,
      id: yield* ids.next(UserId),
      email,
      passwordHash,
      emailVerifiedAt: Option.some(now),
      credentialVersion: 0,
      createdAt: now
    })
    yield* Effect.catchTag(
      users.insert(user),
      "ExternalIdTaken",
      violated("A user who is created with an address has no external id")
    )
    yield* Effect.catchTag(checkReserved(user), "EmailTaken", () => new UserNotFound())
    const change = { user, by: byUser } as const
    yield* events.record({ ...change, type: "user.created" }, { ...change, type: "user.verified" })
    return user
  })

  const createWithoutPassword = Effect.fnUntraced(
    function* ({ createsUser, email, instance }: VerifiedEmail) {
      if (createsUser === "never") return yield* new UserNotFound()
      const isInvited = createsUser === "always"
      return {
        user: yield* createUser({ instance, email, isInvited, passwordHash: Option.none() }),
        passwordRemoved: false
      }
    },
    Effect.catchTags({ SignUpClosed: () => new UserNotFound(), SignUpRefused: () => new UserNotFound() })
  )

  const verifyEmail = (verified: VerifiedEmail): Effect.Effect<VerifiedUser, UserNotFound | PersistenceError> =>
    Effect.gen(function* () {
      const found = yield* users.findByEmailForUpdate(verified.instance.id, verified.email)
      if (Option.isNone(found)) return yield* createWithoutPassword(verified)
      const user = found.value
      yield* failures.reset(user.instanceId, user.email)
      return Option.isSome(user.emailVerifiedAt)
        ? { user, passwordRemoved: false }
        : yield* firstVerification(user, verified)
    }).pipe(
      // A concurrent sign-up created the user: now there is one to find.
      Effect.catchTag("EmailTaken", () => verifyEmail(verified))
    )

  return EmailVerification.of({ verifyEmail, createUser })
})

/** The service as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(EmailVerification, make)
