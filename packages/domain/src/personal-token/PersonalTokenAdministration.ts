/** Personal access tokens of a user, as operators see and revoke them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ActingOperator } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { UserId } from "../core/Ids.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import * as Revocation from "./internal/Revocation.ts"
import type { PersonalTokenNotFound } from "./PersonalTokenErrors.ts"
import { type PersonalToken, type PersonalTokenId, PersonalTokenRepository } from "./PersonalTokenRepository.ts"

/** A token of a user, and the operator who revokes it. */
export interface RevokedToken {
  readonly instance: Instance
  readonly userId: UserId
  readonly id: PersonalTokenId
  readonly by: ActingOperator
}

/** The use case of revoking personal access tokens of users. */
export class PersonalTokenAdministration extends Context.Tag("@latchkey/domain/PersonalTokenAdministration")<
  PersonalTokenAdministration,
  {
    /** Returns the tokens of a user, oldest first: also expired ones, for thirty days. None for an unknown user. */
    readonly list: (instance: Instance, userId: UserId) => Effect.Effect<ReadonlyArray<PersonalToken>, PersistenceError>

    /** Revokes a token of a user, and records it in the audit log. */
    readonly revoke: (token: RevokedToken) => Effect.Effect<void, PersonalTokenNotFound | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const revokeToken = yield* Revocation.make
  const { list } = yield* PersonalTokenRepository

  return PersonalTokenAdministration.of({
    list: (instance, userId) => list(instance.id, userId).pipe(traced("PersonalTokenAdministration.list")),
    revoke: ({ instance, ...token }) =>
      revokeToken({ ...token, instanceId: instance.id }).pipe(traced("PersonalTokenAdministration.revoke"))
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(PersonalTokenAdministration, make)
