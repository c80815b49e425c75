import * as Effect from "effect/Effect"
import { InvalidCredentials } from "../../core/Errors.ts"
import type { CredentialRejected } from "../WebAuthn.ts"

/** Makes one error of everything that does not verify. The log says why, at the level Debug. */
export const orInvalid = <A>(verified: Effect.Effect<A, CredentialRejected>): Effect.Effect<A, InvalidCredentials> =>
  verified.pipe(
    Effect.tapError(({ message }) => Effect.logDebug(message)),
    Effect.mapError(() => new InvalidCredentials())
  )
