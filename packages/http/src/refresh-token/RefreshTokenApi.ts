/** The contract of refresh tokens. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { TokenAudience } from "@latchkey/domain/instance/TokenConfig"
import * as Schema from "effect/Schema"
import * as AccessTokenBody from "../core/AccessTokenBody.ts"
import * as Contract from "../core/Contract.ts"

/** The next tokens of a native client. */
export const RefreshedResponse = Schema.Struct(AccessTokenBody.nativeFields).annotations({
  identifier: "RefreshedTokens",
  description: "The next tokens of a native client.",
  examples: [
    {
      refreshToken: "lkr_…",
      accessToken: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.…",
      tokenType: "Bearer",
      expiresIn: 300
    }
  ]
})

const refresh = Contract.endpoint(HttpApiEndpoint.post("refreshTokens", "/v1/auth/token/refresh"), {
  summary: "Refresh the tokens of a native client",
  description:
    "Returns an access token and the next refresh token. The former one gets another access token for 30 seconds, and no refresh token; after that it ends the session, because someone else may have it. The audience is the first one of the instance if there is none. Pages are refused.",
  security: [],
  body: Contract.body(
    Schema.Struct({
      refreshToken: Schema.String.annotations({ description: "The newest refresh token of the client." }),
      audience: Schema.optionalWith(TokenAudience, { exact: true })
    }),
    "RefreshRequest",
    { refreshToken: "lkr_…", audience: "https://api.example.com" }
  ),
  success: RefreshedResponse,
  errors: ["invalid_token", "audience_not_allowed", "access_tokens_disabled", "signin_rate_limited"]
})

/** `POST /v1/auth/token/refresh`. */
export class RefreshTokenApi extends Contract.group(
  "refreshToken",
  { title: "Refresh tokens", description: "Keep native clients signed in, which keep no cookies." },
  { refreshTokens: refresh }
) {}
