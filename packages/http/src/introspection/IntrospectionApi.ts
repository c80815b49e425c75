/** The contract of what is the same for all kinds of tokens: asking whether one works (RFC 7662), and ending one (RFC 7009). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { UserId } from "@latchkey/domain/core/Ids"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import * as RequestReader from "../core/RequestReader.ts"

const exampleUser = UserId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3")

const token = Contract.body(
  Schema.Struct({
    token: Schema.String.annotations({ description: "The token." }),
    token_type_hint: Schema.optionalWith(Schema.String, { exact: true }).annotations({
      description: "The kind of the token. Latchkey needs no hint, and reads none: the token says what it is."
    })
  }),
  "PresentedToken",
  { token: "lk_…" },
  { form: (fields) => RequestReader.eachOnce(fields, ["token", "token_type_hint"]) }
)

const seconds = Schema.Int.annotations({ description: "Seconds since 1970." })
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/**
 * What Latchkey says of a token that works (RFC 7662, 2.2).
 *
 * - `exp`: absent if the token works until it is revoked.
 * - `aud`: the API that an access token is for.
 * - `scope`: what the token is limited to, separated by spaces. Absent for the access token of a session.
 * - `sid`, `amr`, `acr`: of the session of an access token.
 */
const IntrospectedToken = Schema.Struct({
  active: Schema.Literal(true),
  token_type: Schema.Literal("Bearer"),
  sub: UserId.annotations({ description: "The id of the user. It never changes." }),
  client_id: Schema.String.annotations({ description: "The instance, or the id of the personal access token." }),
  iss: Schema.String.annotations({ description: "The origin of the instance." }),
  iat: seconds,
  jti: Schema.String.annotations({ description: "The id of the token. It is not secret." }),
  email_verified: Schema.Boolean,
  exp: optional(seconds),
  aud: optional(Schema.String),
  scope: optional(Schema.String),
  sid: optional(Schema.String),
  amr: optional(Schema.Array(Schema.String)),
  acr: optional(Schema.String)
}).annotations({
  identifier: "IntrospectedToken",
  description: "A token that works now.",
  examples: [
    {
      active: true,
      token_type: "Bearer",
      sub: exampleUser,
      client_id: "pat_01a2a3c4-7d51-7e02-9c3f-5b8e1d60f4a9",
      iss: "https://auth.example.com",
      iat: 1795947600,
      jti: "pat_01a2a3c4-7d51-7e02-9c3f-5b8e1d60f4a9",
      email_verified: false,
      exp: 1803723600,
      scope: "reports:read"
    }
  ]
})

/** What Latchkey says of everything that does not work. */
const InactiveToken = Schema.Struct({ active: Schema.Literal(false) }).annotations({
  identifier: "InactiveToken",
  description: "A token that does not work, or none at all.",
  examples: [{ active: false }]
})

/** Whether a token works, and what it says then. */
export const IntrospectionResponse = Schema.Union(IntrospectedToken, InactiveToken)
export type IntrospectionResponse = typeof IntrospectionResponse.Type

const introspect = Contract.endpoint(HttpApiEndpoint.post("introspectToken", "/v1/auth/introspect"), {
  summary: "Ask whether a token works",
  description:
    "Tells an API whether an access token or a personal access token works now (RFC 7662). The session, the personal access token and the user of an access token must be active, too. Needs an API key, of any role. `active` is `false` for everything that does not work.",
  permission: "users.read",
  body: token,
  success: IntrospectionResponse
})

/** `POST /v1/auth/introspect`. */
export class IntrospectionApi extends Contract.group(
  "introspection",
  { title: "Token introspection", description: "Whether a token works, for APIs that cannot wait until it expires." },
  { introspectToken: introspect }
) {}

const revoke = Contract.endpoint(HttpApiEndpoint.post("revokeToken", "/v1/auth/revoke"), {
  summary: "End a token",
  description:
    "Ends a personal access token (RFC 7009). To have it is enough. Replies in the same way to a token that does not work. Access tokens cannot be revoked.",
  security: [],
  body: token,
  success: Ok,
  errors: ["unsupported_token_type", "signin_rate_limited"]
})

/** `POST /v1/auth/revoke`. */
export class RevocationApi extends Contract.group(
  "revocation",
  { title: "Token revocation", description: "Ends a token: to have it is enough." },
  { revokeToken: revoke }
) {}
