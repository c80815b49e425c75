import { ConfirmEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import { RestoreEmail } from "@latchkey/domain/email-change/RestoreEmail"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Implementation from "../../core/Implementation.ts"
import { Endpoint } from "../../core/Endpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { EmailChangeApi } from "../EmailChangeApi.ts"

export const implementation = Implementation.make(
  EmailChangeApi,
  Effect.gen(function* () {
    const { isOwnPage } = yield* Endpoint
    const { confirm } = yield* ConfirmEmailChange
    const { request } = yield* RequestEmailChange
    const { restore } = yield* RestoreEmail
    return {
      changeEmail: ({ body, ...context }) => {
        const { caller, instance } = context
        const currentPassword = Option.fromNullable(body.currentPassword)
        const mayOmitCurrentPassword = isOwnPage(context)
        return request({ instance, caller, email: body.email, currentPassword, mayOmitCurrentPassword }).pipe(
          Effect.as({ body: ok }),
          Effect.catchTag("InvalidCredentials", () =>
            problem("invalid_credentials", { detail: "currentPassword is wrong." })
          )
        )
      },
      confirmEmail: ({ body, caller, cookies, instance }) =>
        Effect.map(confirm({ instance, caller, linkToken: body.token }), (issued) =>
          SessionCookies.issued(cookies, issued)
        ),
      restoreEmail: ({ body, caller, instance }) =>
        Effect.as(restore({ instance, caller, linkToken: body.token }), { body: ok })
    }
  })
)
