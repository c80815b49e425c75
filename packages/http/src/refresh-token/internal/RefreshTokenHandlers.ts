import { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as AccessTokenBody from "../../core/AccessTokenBody.ts"
import * as Implementation from "../../core/Implementation.ts"
import * as NativeClient from "../../core/NativeClient.ts"
import { problem } from "../../core/Problem.ts"
import { RefreshTokenApi } from "../RefreshTokenApi.ts"

const invalid = problem("invalid_token", {
  detail: "The refresh token is wrong, was used before, or its session has ended.",
  challenge: 'Bearer error="invalid_token"'
})

export const implementation = Implementation.make(
  RefreshTokenApi,
  Effect.map(RefreshTokens, ({ refresh }) => ({
    refreshTokens: {
      before: ({ request }) => (NativeClient.isOfPage(request.headers) ? problem("forbidden_origin") : Effect.void),
      handle: ({ body, caller, instance }) =>
        refresh({
          instance,
          caller,
          presented: Redacted.make(body.refreshToken),
          audience: Option.fromNullable(body.audience)
        }).pipe(
          Effect.map((tokens) => ({ body: AccessTokenBody.ofNative(tokens) })),
          Effect.catchTag("Unauthenticated", () => invalid)
        )
    }
  }))
)
