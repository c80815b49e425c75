import { IntrospectToken } from "@latchkey/domain/introspection/IntrospectToken"
import type { ActiveToken } from "@latchkey/domain/introspection/TokenKinds"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Implementation from "../../core/Implementation.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { IntrospectionApi, type IntrospectionResponse } from "../IntrospectionApi.ts"

const seconds = ({ epochMillis }: DateTime.Utc): number => Math.floor(epochMillis / 1000)

const toResponse = (token: ActiveToken): IntrospectionResponse => ({
  active: true,
  token_type: "Bearer",
  sub: token.userId,
  client_id: token.clientId,
  iss: token.issuer,
  iat: seconds(token.issuedAt),
  jti: token.tokenId,
  email_verified: token.emailVerified,
  ...Option.match(token.expiresAt, { onNone: () => ({}), onSome: (at) => ({ exp: seconds(at) }) }),
  ...Option.match(token.audience, { onNone: () => ({}), onSome: (aud) => ({ aud }) }),
  ...Option.match(token.scopes, { onNone: () => ({}), onSome: (scopes) => ({ scope: scopes.join(" ") }) }),
  ...Option.match(token.session, { onNone: () => ({}), onSome: ({ acr, amr, id: sid }) => ({ sid, amr, acr }) })
})

export const implementation = Implementation.makeGuarded(
  IntrospectionApi,
  AdminAccess.guard,
  Effect.map(IntrospectToken, ({ introspect }) => ({
    introspectToken: ({ body: { token }, instance }) =>
      Effect.map(
        introspect({ instance, presented: Redacted.make(token) }),
        Option.match({
          onNone: () => ({ body: { active: false } as const }),
          onSome: (active) => ({ body: toResponse(active) })
        })
      )
  }))
)
