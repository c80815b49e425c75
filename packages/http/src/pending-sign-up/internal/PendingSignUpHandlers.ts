import { VerifySignUp } from "@latchkey/domain/pending-sign-up/VerifySignUp"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { PendingSignUpApi } from "../PendingSignUpApi.ts"

export const implementation = Implementation.make(
  PendingSignUpApi,
  Effect.map(VerifySignUp, ({ verify }) => ({
    verifySignUp: ({ body, caller, cookies, instance }) =>
      Effect.map(verify({ instance, caller, linkToken: body.token }), (issued) =>
        SessionCookies.signedIn(cookies, issued)
      )
  }))
)
