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
  const rejected =
    ({ instance }: RequestContext, credentialId: string) =>
    (error: InvalidCredentials) => {
      const rpId = error.of === "unknown_passkey" ? rpIdOf(instance) : Option.none()
      const unknown = Option.getOrUndefined(Option.map(rpId, (rpId) => ({ rpId, credentialId })))
      return new PasskeyRejected({ error, isTooLate: error.of === "challenge", unknown })
    }

  return (context: RequestContext, form: URLSearchParams) =>
    Effect.gen(function* () {
      const { caller, instance } = context
      const credential = yield* FormInput.credential(AuthenticationCredential, form)
      return yield* Effect.catchTag(signIn({ instance, caller, credential }), "InvalidCredentials", (error) =>
        Effect.fail(rejected(context, credential.id)(error))
      )
    }).pipe(Effect.catchTag("InvalidCredentials", (error) => new PasskeyRejected({ error, isTooLate: false })))
})
