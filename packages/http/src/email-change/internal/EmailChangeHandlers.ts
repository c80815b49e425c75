import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { ConfirmEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import { RestoreEmail } from "@latchkey/domain/email-change/RestoreEmail"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Endpoint } from "../../core/Endpoint.ts"
import { jsonHandler } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as EmailChangeApi from "../EmailChangeApi.ts"

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "emailChange">,
  never,
  ConfirmEmailChange | Endpoint | RequestEmailChange | RestoreEmail
> =>
  HttpApiBuilder.group(api, "emailChange", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const { confirm } = yield* ConfirmEmailChange
      const { request } = yield* RequestEmailChange
      const { restore } = yield* RestoreEmail

      const onRequest = jsonHandler(EmailChangeApi.ChangeEmail, (payload, context) => {
        const { caller, instance } = context
        const { email } = payload
        const currentPassword = Option.fromNullable(payload.currentPassword)
        const mayOmitCurrentPassword = endpoint.isOwnPage(context)
        return request({ instance, caller, email, currentPassword, mayOmitCurrentPassword }).pipe(
          Effect.as({ body: ok }),
          Effect.catchTag("InvalidCredentials", () =>
            problem("invalid_credentials", { detail: "currentPassword is wrong." })
          )
        )
      })

      const onConfirm = jsonHandler(EmailChangeApi.ConfirmEmail, ({ token }, { caller, cookies, instance }) =>
        Effect.map(confirm({ instance, caller, linkToken: token }), (issued) => SessionCookies.issued(cookies, issued))
      )

      const onRestore = jsonHandler(EmailChangeApi.RestoreEmail, ({ token }, { caller, instance }) =>
        Effect.as(restore({ instance, caller, linkToken: token }), { body: ok })
      )

      return handlers
        .handleRaw("changeEmail", () => endpoint.handle(onRequest))
        .handleRaw("confirmEmail", () => endpoint.handle(onConfirm))
        .handleRaw("restoreEmail", () => endpoint.handle(onRestore))
    })
  )
