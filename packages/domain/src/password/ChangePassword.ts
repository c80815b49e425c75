/** Changing a password, and setting one after signing in with a magic link. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import { SignInFailures } from "../account/SignInFailures.ts"
import { type PasswordHash, User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import { type Caller, widestNetwork } from "../core/Caller.ts"
import { type InvalidCredentials, PasswordDisabled, type PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { HasherOverloaded, PasswordRejected } from "./PasswordErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { type ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { type IssuedSession, SessionIssuer, whileLocked } from "../session/SessionIssuer.ts"
import { type ActiveSession, SessionRepository } from "../session/SessionRepository.ts"
import { Sessions } from "../session/Sessions.ts"
import { recentLifetime, StepUp } from "../session/StepUp.ts"
import type { Password } from "./Password.ts"
import { type HashingPlace, PasswordHasher } from "./PasswordHasher.ts"
import { accountChanges, attempts } from "./PasswordRecords.ts"
import * as OwnerProof from "./OwnerProof.ts"
import * as PasswordViolations from "./PasswordViolations.ts"

/**
 * A request to set a password.
 *
 * - `currentPassword`: none if it was not given.
 * - `mayOmitCurrentPassword`: whether a recent sign-in with a link is enough instead. `false` for requests from pages
 *   of other origins, even allowed ones: a script that an attacker injects into an app could otherwise take the account
 *   over.
 */
export interface PasswordChange {
  readonly instance: Instance
  readonly caller: Caller
  readonly password: Password
  readonly currentPassword: Option.Option<Password>
  readonly mayOmitCurrentPassword: boolean
}

/** Whether the signed-in user has a password, and whether setting another one requires the current one. */
export interface PasswordStatus {
  readonly hasPassword: boolean
  readonly needsCurrentPassword: boolean
}

/** Ten minutes: how long after signing in with a link no current password is required. */
export const recentLinkLifetime: Duration.Duration = recentLifetime

/** The use case of setting a password. */
export class ChangePassword extends Context.Tag("@latchkey/domain/ChangePassword")<
  ChangePassword,
  {
    /** Returns the password status of the session's user. Fails with `Unauthenticated` if the user no longer exists. */
    readonly status: (request: {
      readonly instance: Instance
      readonly session: ActiveSession
    }) => Effect.Effect<PasswordStatus, Unauthenticated | PersistenceError>

    /**
     * Sets the password of the signed-in user. Fails with `PasswordDisabled`, before any lookup, if the instance has
     * passwords turned off. The current password must be right if it is given. Fails with `ReauthenticationRequired` if
     * it is missing, unless the request may omit it and the user authenticated in the last ten minutes with a link, a
     * passkey or a second factor (OWASP ASVS 5.0, 6.2.3). Users with a passkey or a second factor have to have used one
     * in the last ten minutes, whatever password they give: see `StepUp`.
     *
     * Revokes every session of the user, forgets the known clients, ends open links of the address, and makes
     * concurrent sign-ins with the former credentials fail. Issues a new session with new tokens (7.2.4), so that
     * stolen copies of the cookies stop working. Fails with `Unauthenticated`, and changes nothing, if the presented
     * session was revoked in the meantime. Limited like a sign-in; a success refunds what it consumed of the account's
     * limit. A wrong current password counts as a failed sign-in, and a success resets their count. Only a signed-in
     * user takes a place in the hashing queue: fails with `HasherOverloaded` after the session was checked, and before
     * all else.
     */
    readonly change: (
      request: PasswordChange
    ) => Effect.Effect<
      IssuedSession,
      | PasswordDisabled
      | Unauthenticated
      | RateLimited<"sign_in">
      | PasswordRejected
      | ReauthenticationRequired
      | InvalidCredentials
      | HasherOverloaded
      | PersistenceError
    >
  }
>() {}

interface AllowedChange extends Pick<PasswordChange, "instance" | "caller"> {
  readonly session: ActiveSession
  readonly next: PasswordHash
}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const checkPassword = yield* PasswordViolations.makeCheck
  const hashAllowed = yield* PasswordViolations.makeHashAllowed
  const record = yield* Attempt.makeRecorder(attempts)
  const events = yield* EventRecorder
  const failures = yield* SignInFailures
  const hasher = yield* PasswordHasher
  const issuer = yield* SessionIssuer
  const links = yield* MagicLinkRepository
  const notices = yield* AccountNotices
  const owner = yield* OwnerProof.make
  const sessions = yield* SessionRepository
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const status: (typeof ChangePassword.Service)["status"] = Effect.fnUntraced(function* ({ instance, session }) {
    const found = yield* users.findById(instance.id, session.userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    const needsCurrentPassword = !OwnerProof.isRecentProof(stepUp, session, yield* DateTime.now)
    return { hasPassword: Option.isSome(user.passwordHash), needsCurrentPassword }
  }, traced("ChangePassword.status"))

  const replace = Effect.fnUntraced(
    function* ({ instance, caller, session, next }: AllowedChange) {
      // First, as in every transaction that locks links and users.
      yield* links.deleteAll(instance.id, session.email)
      const found = yield* users.findByIdForUpdate(instance.id, session.userId)
      const isSame = ({ email }: User) => email === session.email
      const user = yield* Effect.mapError(Option.filter(found, isSame), () => new Unauthenticated())
      const { credentialVersion, id: userId } = user
      // Hashing took a while. If the session is still active, the credentials are still those that were checked.
      const wasActive = yield* sessions.revokeById(instance.id, userId, session.id)
      if (!wasActive) return yield* new Unauthenticated()
      yield* users.setPasswordHash({ instanceId: instance.id, userId, credentialVersion, next })
      const changed = new User({ ...user, passwordHash: Option.some(next), credentialVersion: credentialVersion + 1 })
      const change = Option.isSome(user.passwordHash) ? accountChanges.password_changed : accountChanges.password_set
      yield* notices.enqueue({ change, instance, user, caller })
      yield* events.record({ type: "password.changed", user: changed, by: byUser, details: { sessions: "all" } })
      yield* failures.reset(instance.id, user.email)
      const isLevel2 = stepUp.isRecentAtLevel2(session, yield* DateTime.now)
      return yield* isLevel2
        ? issuer.renew({ instance, user: changed, caller, former: session, proof: Option.none() })
        : // Without the former methods: a link that was enough in place of a password must not be enough once more.
          issuer.grant({ instance, user: changed, methods: ["password"], caller })
    },
    transaction.run,
    // If the client disconnects now, the user would not know which password is set.
    Effect.uninterruptible,
    whileLocked
  )

  const changeFrom = Effect.fnUntraced(function* (
    place: HashingPlace,
    session: ActiveSession,
    { instance, caller, password, currentPassword, mayOmitCurrentPassword }: PasswordChange
  ) {
    const { refund, user } = yield* owner.limit({ instance, caller, session })
    yield* checkPassword({ instance, email: session.email, password })
    yield* owner.check(place, user, { instance, session, currentPassword, mayOmitCurrentPassword })
    const next = yield* hashAllowed(password, place.hash(password))
    const issued = yield* replace({ instance, caller, session, next })
    yield* refund
    return issued
  })

  const change = Effect.fnUntraced(
    function* (request: PasswordChange) {
      if (!request.instance.authConfig.password) return yield* new PasswordDisabled()
      const session = yield* authenticate(request)
      const fairnessKey = widestNetwork(request.caller)
      return yield* hasher.withPlace({ fairnessKey }, (place) => changeFrom(place, session, request))
    },
    (attempt, request) => record("password_set", request)(attempt),
    traced("ChangePassword.change")
  )

  return ChangePassword.of({ status, change })
})

/** The use case as a layer. */
export const layer = Layer.effect(ChangePassword, make)
