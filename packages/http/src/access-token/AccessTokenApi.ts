/** The contract of access tokens: getting one, and the keys that verify them. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { TokenAudience } from "@latchkey/domain/instance/TokenConfig"
import * as Schema from "effect/Schema"
import * as AccessTokenBody from "../core/AccessTokenBody.ts"
import * as Contract from "../core/Contract.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** An access token, as in RFC 6749, 5.1. */
export const AccessTokenResponse = Schema.Struct(AccessTokenBody.fields).annotations({
  identifier: "AccessToken",
  description: "An access token for an API.",
  examples: [{ accessToken: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.…", tokenType: "Bearer", expiresIn: 300 }]
})

const issue = Contract.endpoint(HttpApiEndpoint.post("issueAccessToken", "/v1/auth/token"), {
  summary: "Get an access token",
  description:
    "Returns a signed token, with which an API on another host knows the user for five minutes without asking Latchkey. The audience is one of `tokenConfig.audiences` of the instance. For a session, or for the personal access token of a program that sends neither our cookies nor `Origin` nor `Sec-Fetch-Site`. Latchkey itself accepts no access tokens.",
  security: [...SessionSecurity.required, { personalToken: [] }],
  body: Contract.body(Schema.Struct({ audience: TokenAudience }), "AccessTokenRequest", {
    audience: "https://api.example.com"
  }),
  success: AccessTokenResponse,
  errors: [
    "unauthenticated",
    "email_not_verified",
    "audience_not_allowed",
    "access_tokens_disabled",
    "signin_rate_limited"
  ]
})

/** Public keys (RFC 7517, 5). */
export const KeySetResponse = Schema.Struct({
  keys: Schema.Array(
    Schema.Struct({
      kty: Schema.Literal("EC"),
      crv: Schema.Literal("P-256"),
      x: Schema.String,
      y: Schema.String,
      kid: Schema.String,
      use: Schema.Literal("sig"),
      alg: Schema.Literal("ES256")
    })
  )
}).annotations({
  identifier: "KeySet",
  description: "The keys that verify access tokens of the instance (RFC 7517).",
  examples: [
    {
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
          y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
          kid: "0TJnX4pPWGWX7nJnQ9nLhJxkZ1VTM5oSGgDDGEv6Gh8",
          use: "sig",
          alg: "ES256"
        }
      ]
    }
  ]
})

const keys = Contract.endpoint(HttpApiEndpoint.get("getKeySet", "/.well-known/jwks.json"), {
  summary: "Get the keys that verify access tokens",
  description:
    "Returns the public keys of the instance, newest first, for any standard library that verifies tokens. A key is published for a day before it signs, and for a day after its last token has expired. Caches may keep the reply for five minutes.",
  security: [],
  success: KeySetResponse
})

/** `POST /v1/auth/token` and `GET /.well-known/jwks.json`. */
export class AccessTokenApi extends Contract.group(
  "accessToken",
  { title: "Access tokens", description: "Call APIs on other hosts, which verify the user without asking Latchkey." },
  { issueAccessToken: issue, getKeySet: keys }
) {}
