/** What operators do with instances. Finding them is `InstanceDirectory`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserRepository } from "../account/UserRepository.ts"
import type { ActingOperator } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import {
  type DefaultInstanceRequired,
  type HostTaken,
  type InstanceNotFound,
  type InstancesInCode,
  SignInImpossible,
  VerificationImpossible
} from "../instance/InstanceErrors.ts"
import { AudiencesImpossible } from "../access-token/AccessTokenErrors.ts"
import { CodesImpossible } from "../magic-link/MagicLinkErrors.ts"
import { PasskeyRpIdImpossible, PasskeyRpIdInUse } from "../passkey/PasskeyErrors.ts"
import { SecondFactorImpossible } from "../second-factor/SecondFactorErrors.ts"
import type { InstanceId } from "../core/Ids.ts"
import * as AppPart from "../core/AppPart.ts"
import { SecretKeys } from "../core/SecretKeys.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import { defaultId, type Instance } from "../instance/Instance.ts"
import { type ImpossibleSettings, InstanceDirectory } from "../instance/InstanceDirectory.ts"
import type { InstancePatch, NewInstance } from "../instance/InstancePatch.ts"
import * as InstancePatches from "../instance/InstancePatch.ts"
import { type DeletedInstance, InstanceRepository } from "../instance/InstanceRepository.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { Mailer } from "../mail/Mailer.ts"
import { PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import * as RelyingParty from "../passkey/RelyingParty.ts"
import * as PasswordViolations from "../password/PasswordViolations.ts"

/** A deleted instance, and how many of its users are still stored. */
export interface RemainingInstance extends DeletedInstance {
  readonly users: number
}

/** The use case of managing instances. */
export class InstanceAdministration extends Context.Tag("@latchkey/domain/InstanceAdministration")<
  InstanceAdministration,
  {
    /**
     * Adds an instance as `InstanceDirectory.create` does. Also fails with `VerificationImpossible` if it requires a
     * verified email address, for sessions of apps or before accounts are created, and no email provider is configured;
     * then also with `SignInImpossible` if it has passwords turned off. Fails with `CodesImpossible` if it has codes
     * turned on and no server key is configured, and with `SecondFactorImpossible` if it has a second factor turned on.
     * Fails with `AudiencesImpossible` if it has audiences of access tokens and no server key is configured, and with
     * `PasskeyRpIdImpossible` if pages of the instance could not use its RP ID.
     */
    readonly create: (
      settings: NewInstance,
      by: ActingOperator
    ) => Effect.Effect<
      Instance,
      | ImpossibleSettings
      | AudiencesImpossible
      | CodesImpossible
      | PasskeyRpIdImpossible
      | SecondFactorImpossible
      | HostTaken
      | InstancesInCode
      | PersistenceError
    >

    /**
     * Changes an instance as `InstanceDirectory.update` does. Also fails with `VerificationImpossible` if the patch
     * requires a verified email address, for either, and no email provider is configured; then also with
     * `SignInImpossible` if the patch turns passwords off. Fails with `CodesImpossible` if the patch turns codes on and
     * no server key is configured, and with `SecondFactorImpossible` if it turns a second factor on.
     * Fails with `AudiencesImpossible` if it adds audiences and no server key is configured, with
     * `PasskeyRpIdImpossible` if pages of the instance could not use its RP ID, and with `PasskeyRpIdInUse`
     * if the patch changes the RP ID, by itself or with the first host, while users have passkeys for another one.
     */
    readonly update: (
      id: InstanceId,
      patch: InstancePatch,
      by: ActingOperator
    ) => Effect.Effect<
      Instance,
      | InstanceNotFound
      | ImpossibleSettings
      | AudiencesImpossible
      | CodesImpossible
      | PasskeyRpIdImpossible
      | PasskeyRpIdInUse
      | SecondFactorImpossible
      | HostTaken
      | InstancesInCode
      | PersistenceError
    >

    /**
     * Returns every rule of the policy that a password breaks, for any account. Stores nothing, and applies neither the
     * rules nor the breached passwords of the app.
     */
    readonly testPassword: PasswordViolations.Violations

    /** Returns how many users an instance has, and would lose by its deletion. */
    readonly countUsers: (id: InstanceId) => Effect.Effect<number, PersistenceError>

    /** Deletes an instance as `InstanceDirectory.delete` does. */
    readonly delete: (
      id: InstanceId,
      by: ActingOperator
    ) => Effect.Effect<void, DefaultInstanceRequired | InstanceNotFound | InstancesInCode | PersistenceError>

    /** Returns the deleted instances whose data is not removed completely, ordered by id. */
    readonly listDeleted: Effect.Effect<ReadonlyArray<RemainingInstance>, PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceDirectory
  const { isSignInPossible } = yield* AuthenticationMethods
  const keys = yield* AppPart.read(SecretKeys)
  const mailer = yield* Mailer
  const passkeys = yield* PasskeyRepository
  const repository = yield* InstanceRepository
  const testPassword = yield* PasswordViolations.makeViolations
  const urls = yield* PublicUrls
  const users = yield* UserRepository

  /** Rejects what needs a key if there is none, or emails if none can be sent. `next`: the instance with the settings. */
  const check = Effect.fnUntraced(function* <E>(
    settings: InstancePatch | NewInstance,
    next: Effect.Effect<Instance, E>
  ) {
    const { authConfig, emailConfig, sessionConfig, signUp, tokenConfig } = settings
    if (emailConfig?.magicLinkCodes === true && !keys.isConfigured) return yield* new CodesImpossible()
    if ((authConfig?.secondFactor ?? "off") !== "off" && !keys.isConfigured) return yield* new SecondFactorImpossible()
    if ((tokenConfig?.audiences ?? []).length > 0 && !keys.isConfigured) return yield* new AudiencesImpossible()
    if (mailer.isConfigured) return
    if (authConfig?.password === false && !isSignInPossible(yield* next, false)) return yield* new SignInImpossible()
    if (sessionConfig?.requireVerifiedEmail === true) return yield* new VerificationImpossible()
    if (signUp?.verification === "before") return yield* new VerificationImpossible({ of: "sign_up" })
  })

  /**
   * Rejects an RP ID that pages of the instance could not use. An IP address can have none: it only turns passkeys off.
   */
  const checkRpId = (next: Instance) =>
    next.passkeyConfig.rpId !== null && Option.isNone(RelyingParty.of(urls, next))
      ? new PasskeyRpIdImpossible()
      : Effect.void

  /** Rejects a change of the RP ID that would leave passkeys of users without effect. */
  const checkPasskeys = Effect.fnUntraced(function* (id: InstanceId, patch: InstancePatch) {
    if (patch.hosts === undefined && patch.passkeyConfig === undefined) return
    const current = yield* instances.get(id)
    const next = InstancePatches.apply(current, patch)
    yield* checkRpId(next)
    const [before, after] = [RelyingParty.rpIdOf(urls, current), RelyingParty.rpIdOf(urls, next)]
    if (before === after) return
    const isInUse = yield* passkeys.hasOtherRpId(id, after)
    if (isInUse) return yield* new PasskeyRpIdInUse()
  })

  const withUsers = (instance: DeletedInstance) =>
    Effect.map(users.count(instance.id), (count) => ({ ...instance, users: count }))

  return InstanceAdministration.of({
    create: (settings, by) =>
      Effect.suspend(() => {
        const next = InstancePatches.create(defaultId, settings)
        return check(settings, Effect.succeed(next)).pipe(
          Effect.zipRight(checkRpId(next)),
          Effect.zipRight(instances.create(settings, by))
        )
      }),
    update: (id, patch, by) =>
      check(
        patch,
        Effect.map(instances.get(id), (current) => InstancePatches.apply(current, patch))
      ).pipe(Effect.zipRight(checkPasskeys(id, patch)), Effect.zipRight(instances.update(id, patch, by))),
    testPassword,
    countUsers: users.count,
    delete: instances.delete,
    listDeleted: Effect.flatMap(repository.listDeleted, (deleted) => Effect.forEach(deleted, withUsers))
  })
})

/** The use case as a layer. */
export const layer = Layer.effect(InstanceAdministration, make)
