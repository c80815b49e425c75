/** Signing in with the passkey that a form sends. */
import type { InvalidCredentials } from "@latchkey/domain/core/Errors"
import { AuthenticationCredential } from "@latchkey/domain/passkey/Credential"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormInput from "./FormInput.ts"
import type { UnknownPasskey } from "./PasskeyForm.ts"

/**
 * What happened to a passkey before. `isTooLate`: the page was open for too long, so that the same passkey may sign in
 * now. `unknown`: what the browser is told of it, if no account has it.
 */
export interface RejectedPasskey {
  readonly isTooLate: boolean
  readonly unknown?: UnknownPasskey | undefined
}

/** The passkey did not sign in. `error`: what the API would say. */
export class PasskeyRejected extends Data.TaggedError("PasskeyRejected")<
  RejectedPasskey & { readonly error: InvalidCredentials }
> {}

/** Makes the function that signs in. */
export const make = Effect.map(SignInWithPasskey, ({ rpIdOf, signIn }) => {
  const rejected = (error: InvalidCredentials, unknown?: UnknownPasskey) =>
    new PasskeyRejected({ error, isTooLate: error.of === "challenge", unknown })

  return Effect.fnUntraced(function* ({ caller, instance }: RequestContext, form: URLSearchParams) {
    const decoded = FormInput.credential(AuthenticationCredential, form)
    const credential = yield* Effect.mapError(decoded, (error) => rejected(error))
    const unknown = Option.map(rpIdOf(instance), (rpId) => ({ rpId, credentialId: credential.id }))
    return yield* Effect.catchTag(signIn({ instance, caller, credential }), "InvalidCredentials", (error) =>
      rejected(error, error.of === "unknown_passkey" ? Option.getOrUndefined(unknown) : undefined)
    )
  })
})
