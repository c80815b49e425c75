/** Reads the plain strings of a test as the API reads those of a request, and says clearly what is wrong with one. */
import type { Email } from "@latchkey/domain/core/Email"
import type { SignUp } from "@latchkey/domain/password/SignUp"
import * as Password from "@latchkey/domain/password/Password"
import { EmailInput } from "@latchkey/http/password/Credentials"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AuthTestError } from "../AuthTestError.ts"

const decodeEmail = Schema.decode(EmailInput)

export const email = (input: string): Effect.Effect<Email, AuthTestError> =>
  Effect.mapError(
    decodeEmail(input),
    () => new AuthTestError({ message: `${JSON.stringify(input)} is not an email address` })
  )

export const password = (input: string): Effect.Effect<Password.Password, AuthTestError> =>
  Effect.mapError(
    Password.parse(input),
    (reason) => new AuthTestError({ message: `A password that ${reason} is none: ${JSON.stringify(input)}` })
  )

/** The token in a link, as a browser would send it. */
export const token = (link: string): Effect.Effect<string, AuthTestError> => {
  const [, value] = /[?&]token=([^&#\s]+)/.exec(link) ?? []
  return value === undefined
    ? Effect.fail(
        new AuthTestError({ message: `There is no token in ${JSON.stringify(link)}. lastLink answers links` })
      )
    : Effect.succeed(value)
}

type SignUpFailure = Effect.Effect.Error<ReturnType<SignUp["Type"]["withPassword"]>>

/** Why there is no account now, to whoever wrote the test. */
export const explainSignUp =
  (address: Email, minLength: number) =>
  (cause: SignUpFailure): AuthTestError => {
    switch (cause._tag) {
      case "EmailTaken":
        return new AuthTestError({ message: `${address} has an account. signedInAs signs in to it`, cause })
      case "PasswordRejected": {
        const rules = cause.violations.map((rule) =>
          rule === "too_short" ? `too_short (at least ${minLength})` : rule
        )
        return new AuthTestError({
          message: `The password for ${address} breaks the policy: ${rules.join(", ")}`,
          cause
        })
      }
      default:
        return new AuthTestError({ message: `${address} cannot sign up: ${cause.message}`, cause })
    }
  }
