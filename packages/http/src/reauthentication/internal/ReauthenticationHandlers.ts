import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Endpoint, type EndpointError, type RequestContext } from "../../core/Endpoint.ts"
import { jsonHandler } from "../../core/JsonEndpoint.ts"
import { problem } from "../../core/Problem.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import { notVerified } from "../../passkey/internal/notVerified.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as ReauthenticationApi from "../ReauthenticationApi.ts"

type Proof = typeof ReauthenticationApi.Reauthenticate.payload.Type

const notOne = problem("invalid_request", {
  errors: [{ field: "body", reason: "must contain exactly one of password, code and credential" }]
})

const notEnough = problem("reauthentication_required", {
  detail: "A password is not enough here: send a code or a passkey."
})

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "reauthentication">, never, Endpoint | Reauthenticate> =>
  HttpApiBuilder.group(api, "reauthentication", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const { withCode, withPasskey, withPassword } = yield* Reauthenticate

      const verify = (
        { code, credential, password }: Proof,
        { caller, instance }: RequestContext
      ): Effect.Effect<IssuedSession, EndpointError> => {
        if ([code, credential, password].filter((one) => one !== undefined).length !== 1) return notOne
        if (code !== undefined) return withCode({ instance, caller, code })
        if (credential !== undefined) {
          return Effect.catchTag(withPasskey({ instance, caller, credential }), "InvalidCredentials", notVerified)
        }
        if (password === undefined) return notOne
        return Effect.catchTags(withPassword({ instance, caller, password }), {
          InvalidCredentials: () => problem("invalid_credentials", { detail: "password is wrong." }),
          ReauthenticationRequired: () => notEnough
        })
      }

      const onReauthenticate = jsonHandler(ReauthenticationApi.Reauthenticate, (proof, context) =>
        Effect.map(verify(proof, context), (issued) => SessionCookies.issued(context.cookies, issued))
      )

      return handlers.handleRaw("reauthenticate", () => endpoint.handle(onReauthenticate))
    })
  )
