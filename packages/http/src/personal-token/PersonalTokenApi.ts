/** The contract of personal access tokens, for their users. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { TokenScope } from "@latchkey/domain/instance/TokenConfig"
import { PersonalTokenId, PersonalTokenName } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { Time } from "../core/Time.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** The id of a token, for examples. */
export const exampleId = PersonalTokenId.make("pat_01a2a3c4-7d51-7e02-9c3f-5b8e1d60f4a9")

const createdAt = DateTime.unsafeMake("2026-11-29T08:40:12.605Z")

const example = {
  id: exampleId,
  name: "Nightly backup",
  scopes: ["reports:read"],
  createdAt,
  expiresAt: DateTime.add(createdAt, { days: 90 }),
  lastUsedAt: null
}

const fields = {
  id: PersonalTokenId.annotations({ description: "The id of the token. It is not secret." }),
  name: Schema.String.annotations({ description: "What the user calls it." }),
  scopes: Schema.Array(Schema.String).annotations({ description: "What it is limited to." }),
  createdAt: Time,
  expiresAt: Schema.NullOr(Time).annotations({ description: "From when on the token does not work, or `null`." }),
  lastUsedAt: Schema.NullOr(Time).annotations({
    description: "When the token was last used, up to five minutes early; `null` if it never was."
  })
}

const described = {
  identifier: "PersonalToken",
  description: "A personal access token, without the token itself.",
  examples: [example]
} as const

/** A personal access token, without the token itself. */
export const PersonalTokenResponse = Schema.Struct(fields).annotations(described)
export type PersonalTokenResponse = typeof PersonalTokenResponse.Type

/** The tokens of a user, oldest first. */
export const PersonalTokenListResponse = Schema.Struct({ tokens: Schema.Array(PersonalTokenResponse) }).annotations({
  identifier: "PersonalTokenList",
  description: "The personal access tokens of a user, oldest first: also expired ones, for thirty days.",
  examples: [{ tokens: [example] }]
})

const describedCreated = {
  identifier: "CreatedPersonalToken",
  description: "A new personal access token, with the token itself.",
  examples: [{ ...example, token: "lk_dGhpcyBpcyBub3QgYSB0b2tlbiB0aGF0IHdvcmtzLg_4hqv1c0" }]
} as const

/** A new personal access token. */
export const CreatedPersonalTokenResponse = Schema.Struct({
  ...fields,
  token: Schema.String.annotations({ description: "The token. It is not shown again." })
}).annotations(describedCreated)

/** What a new token needs. */
export const NewPersonalToken = Schema.Struct({
  name: PersonalTokenName,
  scopes: Schema.optionalWith(Schema.Array(TokenScope).pipe(Schema.maxItems(100)), { exact: true }).annotations({
    description: "What it is limited to: some of `tokenConfig.scopes` of the instance. None without it."
  }),
  expiresAt: Schema.optionalWith(
    Schema.NullOr(Time).annotations({
      description: "From when on the token does not work. Without it, the token works until it is revoked."
    }),
    { exact: true }
  )
})

const list = Contract.endpoint(HttpApiEndpoint.get("listPersonalTokens", "/v1/auth/tokens"), {
  summary: "List personal access tokens",
  description:
    "Returns the personal access tokens of the signed-in user, oldest first: also expired ones, for thirty days.",
  security: SessionSecurity.required,
  success: PersonalTokenListResponse,
  errors: ["unauthenticated"]
})

const create = Contract.endpoint(HttpApiEndpoint.post("createPersonalToken", "/v1/auth/tokens"), {
  ownPages: true,
  summary: "Create a personal access token",
  description:
    "Creates a token for a program of the signed-in user, who can have fifty. The program sends it as `Authorization: Bearer` to `GET /v1/auth/session`. It ends with the user's credentials: when all sessions end. The user must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. Pages of other origins get 403.",
  security: SessionSecurity.required,
  body: Contract.body(NewPersonalToken, "NewPersonalToken", {
    name: "Nightly backup",
    scopes: ["reports:read"],
    expiresAt: "2027-02-27T08:40:12.605Z"
  }),
  success: CreatedPersonalTokenResponse,
  statuses: [201],
  errors: ["unauthenticated", "reauthentication_required", "personal_tokens_disabled", "too_many_personal_tokens"]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const id = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the token.", examples: [exampleId] })
)

const revoke = Contract.endpoint(HttpApiEndpoint.del("revokePersonalToken")`/v1/auth/tokens/${id}`, {
  ownPages: true,
  summary: "Revoke a personal access token",
  description: "Revokes a token of the signed-in user. It does not work from now on. Pages of other origins get 403.",
  security: SessionSecurity.required,
  success: Ok,
  errors: ["unauthenticated"]
})

/** `GET` and `POST /v1/auth/tokens`, and `DELETE /v1/auth/tokens/{id}`. */
export class PersonalTokenApi extends Contract.group(
  "personalToken",
  {
    title: "Personal access tokens",
    description: "Create, list and revoke tokens for programs of users."
  },
  { listPersonalTokens: list, createPersonalToken: create, revokePersonalToken: revoke }
) {}
