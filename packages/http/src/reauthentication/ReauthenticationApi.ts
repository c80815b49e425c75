/**
 * The contract of authenticating again in a session.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { AuthenticationCredential } from "@latchkey/domain/passkey/Credential"
import * as Schema from "effect/Schema"
import { wire } from "../core/JsonEndpoint.ts"
import * as Problem from "../core/Problem.ts"
import { PasswordInput } from "../password/Credentials.ts"
import { CodeInput } from "../second-factor/SecondFactorApi.ts"
import { SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Authenticating again, with exactly one of the fields. @since 0.1.0 */
export const Reauthenticate = {
  payload: Schema.Struct({
    password: optional(PasswordInput),
    code: optional(CodeInput),
    credential: optional(AuthenticationCredential)
  }),
  success: SessionResponse
}

const reauthenticate = HttpApiEndpoint.post("reauthenticate", "/v1/auth/reauthenticate")
  .setPayload(wire(Reauthenticate, "Reauthentication", { code: "492817" }))
  .addSuccess(Reauthenticate.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.Unauthenticated)
  .addError(Problem.ReauthenticationRequired)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.PasskeyDisabled)
  .addError(Problem.InvalidCredentials)
  .addError(Problem.InvalidToken)
  .addError(Problem.SignInRateLimited)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Authenticate again")
  .annotate(
    OpenApi.Description,
    "Proves that the signed-in user is still the same person, with one of `password`; `code`, a code of the authenticator app or a recovery code; and `credential`, a passkey that answers the options of `/v1/auth/passkeys/sign-in/options`. Issues a new session in the place of the presented one, with a new `authenticatedAt` and the methods of both: sets the cookies `__client` and `__session`. A password renews no session of level 2: the reply is `reauthentication_required`, and a code or a passkey does."
  )

/** `POST /v1/auth/reauthenticate`. @since 0.1.0 */
export class ReauthenticationApi extends HttpApiGroup.make("reauthentication")
  .add(reauthenticate)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Reauthentication")
  .annotate(OpenApi.Description, "Authenticate again before a dangerous change.") {}
