import { RevokeToken } from "@latchkey/domain/introspection/RevokeToken"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { RevocationApi } from "../IntrospectionApi.ts"

export const implementation = Implementation.make(
  RevocationApi,
  Effect.map(RevokeToken, ({ revoke }) => ({
    revokeToken: ({ body: { token }, caller, instance }) =>
      Effect.as(revoke({ instance, caller, presented: Redacted.make(token) }), { body: ok })
  }))
)
