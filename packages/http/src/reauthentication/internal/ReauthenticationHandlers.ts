import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import { problem } from "../../core/Problem.ts"
import { notVerified } from "../../passkey/notVerified.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { ReauthenticationApi } from "../ReauthenticationApi.ts"

const notOne = problem("invalid_request", {
  errors: [{ field: "body", reason: "must contain exactly one of password, code and credential" }]
})

const notEnough = problem("reauthentication_required", {
  detail: "A password is not enough here: send a code or a passkey."
})

export const implementation = Implementation.make(
  ReauthenticationApi,
  Effect.map(Reauthenticate, ({ withCode, withPasskey, withPassword }) => ({
    reauthenticate: ({ body: { code, credential, password }, caller, cookies, instance }) => {
      const verify = Effect.gen(function* () {
        if ([code, credential, password].filter((one) => one !== undefined).length !== 1) return yield* notOne
        if (code !== undefined) return yield* withCode({ instance, caller, code })
        if (credential !== undefined) {
          return yield* Effect.catchTag(
            withPasskey({ instance, caller, credential }),
            "InvalidCredentials",
            notVerified
          )
        }
        if (password === undefined) return yield* notOne
        return yield* Effect.catchTags(withPassword({ instance, caller, password }), {
          InvalidCredentials: () => problem("invalid_credentials", { detail: "password is wrong." }),
          ReauthenticationRequired: () => notEnough
        })
      })
      return Effect.map(verify, (issued) => SessionCookies.issued(cookies, issued))
    }
  }))
)
