/** Signing keys of an instance, as operators see and replace them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import type { AccessTokensDisabled } from "./AccessTokenErrors.ts"
import { auditActions } from "./AccessTokenRecords.ts"
import { type SigningKey, SigningKeyRepository } from "./SigningKeyRepository.ts"
import * as SigningKeys from "./SigningKeys.ts"

/** A key that others can verify with: without the part that signs. */
export type PublicSigningKey = Omit<SigningKey, "privateKey">

/** An instance whose key is to be replaced, and by whom. */
export interface Rotation {
  readonly instance: Instance
  readonly urgency: SigningKeys.Urgency
  readonly by: ActingOperator
}

/** The use case of managing signing keys. */
export class SigningKeyAdministration extends Context.Tag("@latchkey/domain/SigningKeyAdministration")<
  SigningKeyAdministration,
  {
    /** Returns the keys of an instance, newest first. */
    readonly list: (instance: Instance) => Effect.Effect<ReadonlyArray<PublicSigningKey>, PersistenceError>

    /**
     * Creates the next key, and records it in the audit log. It signs after a day; or immediately, if others may know
     * the present one, which is then deleted with all others. Other processes sign with the new one within ten
     * seconds, and APIs refuse tokens of the others once they have fetched the keys again.
     */
    readonly rotate: (rotation: Rotation) => Effect.Effect<PublicSigningKey, AccessTokensDisabled | PersistenceError>
  }
>() {}

const publicOf = ({ privateKey: _, ...key }: SigningKey): PublicSigningKey => key

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const keys = yield* SigningKeys.SigningKeys
  const stored = yield* SigningKeyRepository
  const transaction = yield* Transaction

  const rotate: (typeof SigningKeyAdministration.Service)["rotate"] = Effect.fnUntraced(
    function* ({ by, instance, urgency }) {
      const key = yield* keys.rotate(instance.id, urgency)
      if (urgency === "immediately") yield* stored.deleteUpTo(instance.id, key.number - 1)
      yield* audit(by, "signing_key_rotated", { instanceId: instance.id, detail: `${key.id} ${urgency}` })
      return publicOf(key)
    },
    transaction.run,
    traced("SigningKeyAdministration.rotate")
  )

  return SigningKeyAdministration.of({
    list: ({ id }) => Effect.map(stored.list(id), (all) => all.map(publicOf)),
    rotate
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SigningKeyAdministration, make)
