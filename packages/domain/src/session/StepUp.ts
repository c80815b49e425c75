/**
 * Step-up: what a sign-in and a dangerous change require of users who can reach level 2, with a passkey or a second
 * factor.
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import {
  type AuthenticationMethod,
  AuthenticationMethods,
  type MethodIds,
  type MethodUser
} from "../instance/AuthenticationMethods.ts"
import type { Instance } from "../instance/Instance.ts"
import type { ActiveSession } from "./SessionRepository.ts"

/** 10 minutes: for how long an authentication is recent. */
export const recentLifetime = Duration.minutes(10)

/** Returns `true` if the user signed in, or authenticated again, less than ten minutes ago. */
export const isRecent = ({ authenticatedAt }: Pick<ActiveSession, "authenticatedAt">, now: DateTime.Utc): boolean =>
  DateTime.lessThan(now, DateTime.addDuration(authenticatedAt, recentLifetime))

/** The user in question. */
export type StepUpUser = Pick<MethodUser, "id" | "secondFactorAt">

/** How and when a user has authenticated. */
export type Authentication = Pick<ActiveSession, "authenticatedAt" | "methods">

/**
 * What completes a pending sign-in: the id of a second factor, or how to set one up. For users who have none, on an
 * instance that requires one, also the id of a method of level 2 to sign in with.
 */
export type SecondFactorOption = string

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
    /** Returns the methods with which the user reaches level 2 on the instance. */
    readonly waysOf: (
      instance: Instance,
      user: StepUpUser
    ) => Effect.Effect<ReadonlyArray<AuthenticationMethod>, PersistenceError>

    /** Returns `true` if the user authenticated less than ten minutes ago, at level 2. */
    readonly isRecentAtLevel2: (session: Authentication, now: DateTime.Utc) => boolean

    /**
     * Returns `true` if the user has to authenticate again, with a method of level 2, whatever password they give: they
     * have one, and have not used it in the last ten minutes.
     */
    readonly isNeeded: SessionCheck

    /**
     * Returns `true` if the session proves that the signed-in user is the owner of the account: they have authenticated
     * in the last ten minutes, and no weaker than they can (OWASP ASVS 5.0, 7.5.1).
     */
    readonly isConfirmed: SessionCheck

    /**
     * Returns what completes a sign-in with these methods, or `None` if nothing is missing. At level 1 those are the
     * second factors of a user who has any. On an instance that requires one, it is for all others a sign-in with
     * another method of level 2 if they have one, and else setting up a second factor: a password alone must not reach
     * level 2 without the passkey.
     */
    readonly missingFactor: (
      instance: Instance,
      user: StepUpUser,
      methods: MethodIds
    ) => Effect.Effect<Option.Option<Arr.NonEmptyReadonlyArray<SecondFactorOption>>, PersistenceError>
  }
>() {}

const idOf = ({ id }: AuthenticationMethod) => id

/** Makes the service. */
export const make = Effect.gen(function* () {
  const { all, levelOf } = yield* AuthenticationMethods
  const [others, secondFactors] = Arr.partition(
    all.filter(({ stepsUp }) => stepsUp !== undefined),
    ({ isSecondFactor = false }) => isSecondFactor
  )
  // A look at second factors costs no query.
  const stepUps = [...secondFactors, ...others]
  // One is in the room of second factors.
  const enrollments = secondFactors.flatMap(
    ({ enrollment = [] }) => enrollment
  ) as unknown as Arr.NonEmptyReadonlyArray<SecondFactorOption>

  const has =
    (instance: Instance, user: StepUpUser) =>
    ({ stepsUp }: AuthenticationMethod) =>
      stepsUp === undefined ? Effect.succeed(false) : stepsUp(instance, user)

  const waysOf: (typeof StepUp.Service)["waysOf"] = (instance, user) => Effect.filter(stepUps, has(instance, user))

  const isRecentAtLevel2: (typeof StepUp.Service)["isRecentAtLevel2"] = (session, now) =>
    isRecent(session, now) && levelOf(session.methods) === 2

  const isNeeded: SessionCheck = Effect.fnUntraced(function* (instance, user, session) {
    if (isRecentAtLevel2(session, yield* DateTime.now)) return false
    return yield* Effect.exists(stepUps, has(instance, user))
  })

  const isConfirmed: SessionCheck = Effect.fnUntraced(function* (instance, user, session) {
    return isRecent(session, yield* DateTime.now) && !(yield* isNeeded(instance, user, session))
  })

  const missingFactor: (typeof StepUp.Service)["missingFactor"] = Effect.fnUntraced(
    function* (instance, user, methods) {
      if (levelOf(methods) === 2) return Option.none()
      const owned = yield* Effect.filter(secondFactors, has(instance, user))
      if (Arr.isNonEmptyReadonlyArray(owned)) return Option.some(Arr.map(owned, idOf))
      if (instance.authConfig.secondFactor !== "required") return Option.none()
      const better = yield* Effect.filter(others, has(instance, user))
      return Option.some(Arr.isNonEmptyReadonlyArray(better) ? Arr.map(better, idOf) : enrollments)
    }
  )

  return StepUp.of({ waysOf, isRecentAtLevel2, isNeeded, isConfirmed, missingFactor })
})

/** The service as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(StepUp, make)
