import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Implementation from "../../core/Implementation.ts"
import { Endpoint } from "../../core/Endpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { PasswordApi } from "../PasswordApi.ts"

/** The handlers of `PasswordApi`. */
export const implementation = Implementation.make(
  PasswordApi,
  Effect.gen(function* () {
    const endpoint = yield* Endpoint
    const { change } = yield* ChangePassword
    const { checkOverload: checkSignIn, signIn } = yield* SignInWithPassword
    const { checkOverload: checkSignUp, signUp } = yield* SignUp
    return {
      signUp: {
        before: checkSignUp,
        handle: ({ body: { email, password }, caller, cookies, instance }) =>
          Effect.map(signUp({ instance, caller, email, password }), (result) =>
            result._tag === "SignedUp"
              ? SessionCookies.signedIn(cookies, result.issued)
              : { body: ok, mapResponse: SessionCookies.setClient(cookies, result.clientToken) }
          )
      },
      signIn: {
        before: checkSignIn,
        handle: ({ body: { email, password }, caller, cookies, instance }) =>
          Effect.map(signIn({ instance, caller, email, password }), (issued) =>
            SessionCookies.signedIn(cookies, issued)
          )
      },
      setPassword: (context) => {
        const { body, caller, cookies, instance } = context
        const currentPassword = Option.fromNullable(body.currentPassword)
        const mayOmitCurrentPassword = endpoint.isOwnPage(context)
        const { password } = body
        return change({ instance, caller, password, currentPassword, mayOmitCurrentPassword }).pipe(
          Effect.map((issued) => ({ body: ok, mapResponse: SessionCookies.setSession(cookies, issued) })),
          Effect.catchTag("InvalidCredentials", () =>
            problem("invalid_credentials", { detail: "currentPassword is wrong." })
          )
        )
      }
    }
  })
)
