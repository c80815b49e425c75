import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import { ResetPassword } from "@latchkey/domain/password-reset/ResetPassword"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Endpoint } from "../../core/Endpoint.ts"
import { jsonHandler } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as PasswordResetApi from "../PasswordResetApi.ts"

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "passwordReset">,
  never,
  Endpoint | RequestPasswordReset | ResetPassword
> =>
  HttpApiBuilder.group(api, "passwordReset", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const { request } = yield* RequestPasswordReset
      const { reset } = yield* ResetPassword

      const onForgot = jsonHandler(PasswordResetApi.ForgotPassword, ({ email }, { caller, instance }) =>
        Effect.as(request({ instance, caller, email }), { body: ok })
      )

      const onReset = jsonHandler(
        PasswordResetApi.ResetPassword,
        ({ password, token }, { caller, cookies, instance }) =>
          Effect.map(reset({ instance, caller, linkToken: token, password }), (issued) =>
            SessionCookies.signedIn(cookies, issued)
          )
      )

      return handlers
        .handleRaw("forgotPassword", () => endpoint.handle(onForgot))
        .handleRaw("resetPassword", () => endpoint.handle(onReset))
    })
  )
