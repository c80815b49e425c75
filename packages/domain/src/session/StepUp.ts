/**
 * Step-up: what a sign-in and a dangerous change require of users who can reach level 2, with a passkey or a second
 * factor.
 */
import type * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { User } from "../account/UserRepository.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { UserId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import {
  add,
  assuranceLevelOf,
  type AuthenticationMethod,
  type AuthenticationMethods,
  type SecondFactorOption
} from "./AuthenticationMethod.ts"
import type { ActiveSession } from "./SessionRepository.ts"

/** 10 minutes: for how long an authentication is recent. */
export const recentLifetime = Duration.minutes(10)

/** Returns `true` if the user signed in, or authenticated again, less than ten minutes ago. */
export const isRecent = ({ authenticatedAt }: Pick<ActiveSession, "authenticatedAt">, now: DateTime.Utc): boolean =>
  DateTime.lessThan(now, DateTime.addDuration(authenticatedAt, recentLifetime))

/**
 * With what a user reaches level 2 on an instance. `passkey`: with one that signs in there. `code`: with the second
 * factor, which the instance has turned on.
 */
export interface StepUpWays {
  readonly passkey: boolean
  readonly code: boolean
}

/** The user in question. */
export type StepUpUser = Pick<User, "id" | "secondFactorAt">

/** How and when a user has authenticated. */
export type Authentication = Pick<ActiveSession, "authenticatedAt" | "methods">

/** Returns `true` if the user authenticated less than ten minutes ago, with a passkey or a second factor. */
export const isRecentAtLevel2 = (session: Authentication, now: DateTime.Utc): boolean =>
  isRecent(session, now) && assuranceLevelOf(session.methods) === 2

/**
 * Returns how and when the user of a session that takes the place of `former` has authenticated. `proof`: what they
 * have presented just now; `None` if nothing. Nothing that was verified earlier becomes recent: without a proof the
 * time stays, and a password in a session of level 2 leaves level 1.
 */
export const renewed = (
  former: Authentication,
  proof: Option.Option<AuthenticationMethod>,
  now: DateTime.Utc
): Authentication => {
  if (Option.isNone(proof)) return { methods: former.methods, authenticatedAt: former.authenticatedAt }
  const method = proof.value
  if (method === "password" && assuranceLevelOf(former.methods) === 2)
    return { methods: [method], authenticatedAt: now }
  return { methods: add(former.methods, method), authenticatedAt: now }
}

/** Decides about a session of the user. */
export type SessionCheck = (
  instance: Instance,
  user: StepUpUser,
  session: Authentication
) => Effect.Effect<boolean, PersistenceError>

/**
 * The service that every dangerous change and every page asks. What the instance does not accept counts for nothing, so
 * that no user is asked for what they cannot give: passkeys that are turned off, impossible, or bound to another RP ID,
 * and second factors that are turned off.
 */
export class StepUp extends Context.Tag("@latchkey/domain/StepUp")<
  StepUp,
  {
    /** Returns the ways that the user has. */
    readonly waysOf: (instance: Instance, user: StepUpUser) => Effect.Effect<StepUpWays, PersistenceError>

    /**
     * Returns `true` if the user has to authenticate again, with a passkey or the second factor, whatever password they
     * give: they have one, and have not used it in the last ten minutes.
     */
    readonly isNeeded: SessionCheck

    /**
     * Returns `true` if the session proves that the signed-in user is the owner of the account: they have authenticated
     * in the last ten minutes, and no weaker than they can (OWASP ASVS 5.0, 7.5.1).
     */
    readonly isConfirmed: SessionCheck

    /**
     * Returns what completes a sign-in with these methods, or `None` if nothing is missing. At level 1 that is the
     * second factor of a user who has one. On an instance that requires one, it is for all others a sign-in with the
     * passkey if they have one, and else setting up an authenticator app: a password alone must not reach level 2
     * without the passkey.
     */
    readonly missingFactor: (
      instance: Instance,
      user: StepUpUser,
      methods: AuthenticationMethods
    ) => Effect.Effect<Option.Option<Arr.NonEmptyReadonlyArray<SecondFactorOption>>, PersistenceError>
  }
>() {}

const hasCode = ({ authConfig }: Instance, { secondFactorAt }: StepUpUser): boolean =>
  authConfig.secondFactor !== "off" && Option.isSome(secondFactorAt)

/**
 * Returns `true` if the user has a passkey that signs in to the instance: passkeys are turned on and possible, and one
 * is bound to the current RP ID.
 */
export type HasUsablePasskey = (instance: Instance, userId: UserId) => Effect.Effect<boolean, PersistenceError>

/** Makes the service. `passkey/PasskeyStepUp` provides it. */
export const make = (hasUsablePasskey: HasUsablePasskey): typeof StepUp.Service => {
  const waysOf: (typeof StepUp.Service)["waysOf"] = (instance, user) =>
    Effect.map(hasUsablePasskey(instance, user.id), (passkey) => ({ passkey, code: hasCode(instance, user) }))

  const isNeeded: SessionCheck = Effect.fnUntraced(function* (instance, user, session) {
    if (isRecentAtLevel2(session, yield* DateTime.now)) return false
    return hasCode(instance, user) || (yield* hasUsablePasskey(instance, user.id))
  })

  const isConfirmed: SessionCheck = Effect.fnUntraced(function* (instance, user, session) {
    return isRecent(session, yield* DateTime.now) && !(yield* isNeeded(instance, user, session))
  })

  const missingFactor: (typeof StepUp.Service)["missingFactor"] = Effect.fnUntraced(
    function* (instance, user, methods) {
      if (assuranceLevelOf(methods) === 2) return Option.none()
      if (hasCode(instance, user)) return Option.some(["totp", "recovery_code"])
      if (instance.authConfig.secondFactor !== "required") return Option.none()
      return Option.some([(yield* hasUsablePasskey(instance, user.id)) ? "passkey" : "totp_enrollment"])
    }
  )

  return { waysOf, isNeeded, isConfirmed, missingFactor }
}
