/**
 * What operators do with instances. Finding them is `InstanceDirectory`.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ActingOperator } from "../audit/AuditLog.ts"
import {
  type HostTaken,
  type InstanceNotFound,
  type PersistenceError,
  type PlanDoesNotAllow,
  VerificationImpossible
} from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import { InstanceDirectory } from "../instance/InstanceDirectory.ts"
import type { InstancePatch, NewInstance } from "../instance/InstancePatch.ts"
import { Mailer } from "../mail/Mailer.ts"

/** The use case of managing instances. @since 0.1.0 */
export class InstanceAdministration extends Context.Tag("@latchkey/domain/InstanceAdministration")<
  InstanceAdministration,
  {
    /**
     * Adds an instance as `InstanceDirectory.create` does. Also fails with `VerificationImpossible` if it requires a
     * verified email address and no email provider is configured.
     */
    readonly create: (
      settings: NewInstance,
      by: ActingOperator
    ) => Effect.Effect<Instance, PlanDoesNotAllow | VerificationImpossible | HostTaken | PersistenceError>

    /**
     * Changes an instance as `InstanceDirectory.update` does. Also fails with `VerificationImpossible` if the patch
     * requires a verified email address and no email provider is configured.
     */
    readonly update: (
      id: InstanceId,
      patch: InstancePatch,
      by: ActingOperator
    ) => Effect.Effect<
      Instance,
      InstanceNotFound | PlanDoesNotAllow | VerificationImpossible | HostTaken | PersistenceError
    >
  }
>() {}

/** Makes the use case. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceDirectory
  const mailer = yield* Mailer

  const check = ({ sessionConfig }: InstancePatch | NewInstance) =>
    sessionConfig?.requireVerifiedEmail === true && !mailer.isConfigured ? new VerificationImpossible() : Effect.void

  return InstanceAdministration.of({
    create: (settings, by) => Effect.zipRight(check(settings), instances.create(settings, by)),
    update: (id, patch, by) => Effect.zipRight(check(patch), instances.update(id, patch, by))
  })
})

/** The use case as a layer. @since 0.1.0 */
export const layer: Layer.Layer<InstanceAdministration, never, InstanceDirectory | Mailer> = Layer.effect(
  InstanceAdministration,
  make
)
