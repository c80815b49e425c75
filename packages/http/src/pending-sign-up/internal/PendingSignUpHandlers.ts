import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { VerifySignUp } from "@latchkey/domain/pending-sign-up/VerifySignUp"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Endpoint } from "../../core/Endpoint.ts"
import { jsonHandler } from "../../core/JsonEndpoint.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as PendingSignUpApi from "../PendingSignUpApi.ts"

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "pendingSignUp">, never, Endpoint | VerifySignUp> =>
  HttpApiBuilder.group(api, "pendingSignUp", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const { verify } = yield* VerifySignUp

      const onVerify = jsonHandler(PendingSignUpApi.VerifySignUp, ({ token }, { caller, cookies, instance }) =>
        Effect.map(verify({ instance, caller, linkToken: token }), (issued) => SessionCookies.signedIn(cookies, issued))
      )

      return handlers.handleRaw("verifySignUp", () => endpoint.handle(onVerify))
    })
  )
