/** Parses the plain strings of a test as the API parses those of a request, and explains what is wrong with them. */
import type { Email } from "@latchkey/domain/core/Email"
import * as SignInCode from "@latchkey/domain/magic-link/SignInCode"
import * as Password from "@latchkey/domain/password/Password"
import type { SignUp } from "@latchkey/domain/password/SignUp"
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
    (reason) => new AuthTestError({ message: `The password ${JSON.stringify(input)} ${reason}` })
  )

export const code = (input: string): Effect.Effect<SignInCode.SignInCode, AuthTestError> =>
  Effect.mapError(
    SignInCode.parse(input),
    () => new AuthTestError({ message: `${JSON.stringify(input)} does not have six digits` })
  )

/** Returns the token in a link that `source` returned. */
export const linkToken = (
  link: string,
  source: "lastEmailChangeLink" | "lastEmailRestoreLink" | "lastMagicLink" | "lastPasswordResetLink" | "lastSignUpLink"
): Effect.Effect<string, AuthTestError> => {
  const [, value] = /[?&]token=([^&#\s]+)/.exec(link) ?? []
  const message = `${JSON.stringify(link)} contains no token. Pass a link from ${source}`
  return value === undefined ? new AuthTestError({ message }) : Effect.succeed(value)
}

type SignUpError = Effect.Effect.Error<ReturnType<SignUp["Type"]["signUp"]>>

/** Returns why the account was not created. */
export const explainSignUp =
  (address: Email, minLength: number) =>
  (cause: SignUpError): AuthTestError => {
    switch (cause._tag) {
      case "EmailTaken":
        return new AuthTestError({ message: `${address} already has an account. Sign in with signedInAs`, cause })
      case "PasswordRejected": {
        const rules = cause.violations.flatMap((rule) =>
          rule === "custom" ? (cause.reasons ?? []) : rule === "too_short" ? `too_short (at least ${minLength})` : rule
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
