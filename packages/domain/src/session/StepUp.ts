/**
 * What a dangerous change requires of a session: a recent authentication, and no weaker one than the user has.
 *
 * @since 0.1.0
 */
import type * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { User } from "../account/UserRepository.ts"
import type { Instance } from "../instance/Instance.ts"
import {
  type AssuranceLevel,
  assuranceLevelOf,
  type AuthenticationMethods,
  type SecondFactorOption
} from "./AuthenticationMethod.ts"
import type { ActiveSession } from "./SessionRepository.ts"

/** 10 minutes: for how long an authentication is recent. @since 0.1.0 */
export const recentLifetime = Duration.minutes(10)

/** Returns `true` if the user signed in, or authenticated again, less than ten minutes ago. @since 0.1.0 */
export const isRecent = ({ authenticatedAt }: Pick<ActiveSession, "authenticatedAt">, now: DateTime.Utc): boolean =>
  DateTime.lessThan(now, DateTime.addDuration(authenticatedAt, recentLifetime))

/** Returns `true` if the instance asks the user for a second factor, because the user has one. @since 0.1.0 */
export const hasSecondFactor = (instance: Instance, { secondFactorAt }: Pick<User, "secondFactorAt">): boolean =>
  instance.authConfig.secondFactor !== "off" && Option.isSome(secondFactorAt)

/** Returns the level that a change requires: 2 for users who have a way to reach it, and else 1. @since 0.1.0 */
export const requiredLevel = (instance: Instance, user: Pick<User, "secondFactorAt">): AssuranceLevel =>
  hasSecondFactor(instance, user) ? 2 : 1

/** Returns `true` if the session has the level that the user's changes require. @since 0.1.0 */
export const isOfRequiredLevel = (
  instance: Instance,
  user: Pick<User, "secondFactorAt">,
  { methods }: Pick<ActiveSession, "methods">
): boolean => assuranceLevelOf(methods) >= requiredLevel(instance, user)

/** Returns `true` if the session is recent, and has the level that the user's changes require. @since 0.1.0 */
export const isSufficient = (
  instance: Instance,
  user: Pick<User, "secondFactorAt">,
  session: Pick<ActiveSession, "authenticatedAt" | "methods">,
  now: DateTime.Utc
): boolean => isRecent(session, now) && isOfRequiredLevel(instance, user, session)

/**
 * Returns what completes a sign-in with these methods, or `None` if nothing is missing: at level 1, a second factor of
 * users who have one, and setting one up for all others on an instance that requires it.
 *
 * @since 0.1.0
 */
export const missingFactor = (
  instance: Instance,
  user: Pick<User, "secondFactorAt">,
  methods: AuthenticationMethods
): Option.Option<Arr.NonEmptyReadonlyArray<SecondFactorOption>> => {
  if (assuranceLevelOf(methods) === 2 || instance.authConfig.secondFactor === "off") return Option.none()
  if (Option.isSome(user.secondFactorAt)) return Option.some(["totp", "recovery_code"])
  return instance.authConfig.secondFactor === "required" ? Option.some(["totp_enrollment"]) : Option.none()
}
