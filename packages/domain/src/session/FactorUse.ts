import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { User } from "../account/UserRepository.ts"
import type { PersistenceError } from "../core/Errors.ts"

/**
 * The service that is told of each use of a passkey, of an authenticator app or of a recovery code. `factor-recovery`
 * provides it: what was used is not lost.
 */
export class FactorUse extends Context.Tag("@latchkey/domain/FactorUse")<
  FactorUse,
  {
    /** Records a use, in the transaction of what it allows and after the user was locked. */
    readonly record: (instanceId: User["instanceId"], userId: User["id"]) => Effect.Effect<void, PersistenceError>
  }
>() {}
