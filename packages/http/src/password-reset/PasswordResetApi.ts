/** The contract of resetting a forgotten password. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Password from "@latchkey/domain/password/Password"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { EmailInput } from "../password/Credentials.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const forgotPassword = Contract.endpoint(HttpApiEndpoint.post("forgotPassword", "/v1/auth/password/forgot"), {
  summary: "Request a link to set a new password",
  description:
    "Sends a link to set a new password, if the address has an account. The reply is the same whether or not it has one. Works with magic links turned off, too; `magic_link_disabled` means that no email provider is configured.",
  security: SessionSecurity.optional,
  body: Contract.body(Schema.Struct({ email: EmailInput }), "ForgottenPassword", { email: "ada@example.com" }),
  success: Ok,
  errors: ["magic_link_rate_limited", "password_disabled", "magic_link_disabled"]
})

const resetPassword = Contract.endpoint(HttpApiEndpoint.post("resetPassword", "/v1/auth/password/reset"), {
  summary: "Set a new password",
  description:
    "Sets a new password with the token of a link, verifies the email address, revokes every session, and issues a new one: sets the cookies `__client` and `__session`. A password that does not meet the policy does not consume the link.",
  security: SessionSecurity.optional,
  body: Contract.body(Schema.Struct({ token: Schema.String, password: Password.FromText }), "PasswordReset", {
    token: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M",
    password: "another horse battery"
  }),
  success: SignInResponse,
  errors: ["password_too_short", "invalid_token", "magic_link_rate_limited", "password_disabled", "magic_link_disabled"]
})

/** `POST /v1/auth/password/forgot` and `POST /v1/auth/password/reset`. */
export class PasswordResetApi extends Contract.group(
  "passwordReset",
  { title: "Forgotten passwords", description: "Request a link by email, and set a new password with it." },
  { forgotPassword, resetPassword }
) {}
