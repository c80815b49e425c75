import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import { ResetPassword } from "@latchkey/domain/password-reset/ResetPassword"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { PasswordResetApi } from "../PasswordResetApi.ts"

export const implementation = Implementation.make(
  PasswordResetApi,
  Effect.gen(function* () {
    const { request } = yield* RequestPasswordReset
    const { reset } = yield* ResetPassword
    return {
      forgotPassword: ({ body: { email }, caller, instance }) =>
        Effect.as(request({ instance, caller, email }), { body: ok }),
      resetPassword: ({ body: { password, token }, caller, cookies, instance }) =>
        Effect.map(reset({ instance, caller, linkToken: token, password }), (issued) =>
          SessionCookies.signedIn(cookies, issued)
        )
    }
  })
)
