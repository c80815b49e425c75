/** Tokens in the body of a reply, as in RFC 6749, 5.1. */
import type { AccessToken } from "@latchkey/domain/access-token/AccessTokens"
import type { NativeTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The fields of an access token. */
export const fields = {
  accessToken: Schema.String.annotations({ description: "The token, signed with ES256 (RFC 9068)." }),
  tokenType: Schema.Literal("Bearer"),
  expiresIn: Schema.Int.annotations({ description: "Seconds until the token expires: 300 at most." })
}

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The fields of a reply to a native client. */
export const nativeFields = {
  refreshToken: optional(Schema.String).annotations({
    description: "For native clients: what gets the next access token, and is replaced by each use."
  }),
  accessToken: optional(fields.accessToken).annotations({
    description: "For native clients: a token for the first audience of the instance, signed with ES256 (RFC 9068)."
  }),
  tokenType: optional(fields.tokenType),
  expiresIn: optional(fields.expiresIn).annotations({
    description: "For native clients: seconds until the access token expires: 300 at most."
  })
}

/** Returns the fields of an access token. */
export const of = ({ accessToken, lifetime }: AccessToken) => ({
  accessToken: Redacted.value(accessToken),
  tokenType: "Bearer" as const,
  expiresIn: Duration.toSeconds(lifetime)
})

/** Returns the fields of those tokens that there are. */
export const ofNative = ({ accessToken, refreshToken }: NativeTokens) => ({
  ...(Option.isSome(refreshToken) ? { refreshToken: Redacted.value(refreshToken.value) } : {}),
  ...(Option.isSome(accessToken) ? of(accessToken.value) : {})
})
