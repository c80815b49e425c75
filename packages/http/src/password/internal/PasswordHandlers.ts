import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Endpoint, type EndpointError, type Handler, type RequestContext } from "../../core/Endpoint.ts"
import { jsonHandler } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as PasswordApi from "../PasswordApi.ts"

/** Makes a handler that reads the body only after the check: reading it costs more than a refusal. */
const after =
  <R>(check: (context: RequestContext) => Effect.Effect<void, EndpointError>, handler: Handler<R>): Handler<R> =>
  (context) =>
    Effect.zipRight(check(context), handler(context))

/** Makes the handler of sign-in. */
export const makeSignIn = Effect.gen(function* () {
  const signIn = yield* SignInWithPassword
  const onSignIn = jsonHandler(PasswordApi.SignIn, ({ email, password }, { caller, cookies, instance }) =>
    Effect.map(signIn.signIn({ instance, caller, email, password }), (issued) =>
      SessionCookies.signedIn(cookies, issued)
    )
  )
  return after(signIn.checkOverload, onSignIn)
})

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "password">,
  never,
  ChangePassword | Endpoint | SignInWithPassword | SignUp
> =>
  HttpApiBuilder.group(api, "password", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const { change } = yield* ChangePassword
      const onSignIn = yield* makeSignIn
      const signUp = yield* SignUp

      const onSignUp = jsonHandler(PasswordApi.SignUp, ({ email, password }, { caller, cookies, instance }) =>
        Effect.map(signUp.signUp({ instance, caller, email, password }), (result) =>
          result._tag === "SignedUp"
            ? SessionCookies.signedIn(cookies, result.issued)
            : { body: ok, dress: SessionCookies.setClient(cookies, result.clientToken) }
        )
      )

      const onSetPassword = jsonHandler(PasswordApi.SetPassword, (payload, context) => {
        const { caller, cookies, instance } = context
        const { password } = payload
        const currentPassword = Option.fromNullable(payload.currentPassword)
        const mayOmitCurrentPassword = endpoint.isOwnPage(context)
        return change({ instance, caller, password, currentPassword, mayOmitCurrentPassword }).pipe(
          Effect.map((issued) => ({ body: ok, dress: SessionCookies.setSession(cookies, issued) })),
          Effect.catchTag("InvalidCredentials", () =>
            problem("invalid_credentials", { detail: "currentPassword is wrong." })
          )
        )
      })

      return handlers
        .handleRaw("signUp", () => endpoint.handle(after(signUp.checkOverload, onSignUp)))
        .handleRaw("signIn", () => endpoint.handle(onSignIn))
        .handleRaw("setPassword", () => endpoint.handle(onSetPassword))
    })
  )
