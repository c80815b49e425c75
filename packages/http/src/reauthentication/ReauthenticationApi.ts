/** The contract of authenticating again in a session. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { AuthenticationCredential } from "@latchkey/domain/passkey/Credential"
import * as Password from "@latchkey/domain/password/Password"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { CodeInput } from "../second-factor/SecondFactorApi.ts"
import { SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const reauthenticate = Contract.endpoint(HttpApiEndpoint.post("reauthenticate", "/v1/auth/reauthenticate"), {
  summary: "Authenticate again",
  description:
    "Proves that the signed-in user is still the same person, with one of `password`; `code`, a code of the authenticator app or a recovery code; and `credential`, a passkey that answers the options of `/v1/auth/passkeys/sign-in/options`. Issues a new session in the place of the presented one, with a new `authenticatedAt` and the methods of both: sets the cookies `__client` and `__session`. A password renews no session of level 2: the reply is `reauthentication_required`, and a code or a passkey does.",
  security: SessionSecurity.required,
  body: Contract.body(
    Schema.Struct({
      password: optional(Password.FromText),
      code: optional(CodeInput),
      credential: optional(AuthenticationCredential)
    }),
    "Reauthentication",
    { code: "492817" }
  ),
  success: SessionResponse,
  errors: [
    "unauthenticated",
    "reauthentication_required",
    "password_disabled",
    "passkey_disabled",
    "invalid_credentials",
    "invalid_token",
    "signin_rate_limited"
  ]
})

/** `POST /v1/auth/reauthenticate`. */
export class ReauthenticationApi extends Contract.group(
  "reauthentication",
  { title: "Reauthentication", description: "Authenticate again before a dangerous change." },
  { reauthenticate }
) {}
