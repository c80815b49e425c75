/** The contract of changing the email address. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Password from "@latchkey/domain/password/Password"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { EmailInput } from "../password/Credentials.ts"
import { SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const Token = Schema.Struct({ token: Schema.String })

const changeEmail = Contract.endpoint(HttpApiEndpoint.post("changeEmail", "/v1/auth/email"), {
  summary: "Request a change of the email address",
  description:
    "Sends a link to the new address. The reply is the same whether or not the address is free; nothing is sent to one that is taken. Requires the current password, unless the user signed in with a magic link in the last ten minutes and no page of another origin sends the request. Works with magic links turned off, too; `magic_link_disabled` means that no email provider is configured.",
  security: SessionSecurity.required,
  body: Contract.body(
    Schema.Struct({
      email: EmailInput,
      currentPassword: Schema.optionalWith(Password.FromText, { exact: true })
    }),
    "NewEmail",
    { email: "ada@new.example", currentPassword: "correct horse battery" }
  ),
  success: Ok,
  errors: [
    "unauthenticated",
    "invalid_credentials",
    "reauthentication_required",
    "password_disabled",
    "magic_link_disabled",
    "magic_link_rate_limited",
    "signin_rate_limited"
  ]
})

const confirmEmail = Contract.endpoint(HttpApiEndpoint.post("confirmEmail", "/v1/auth/email/confirm"), {
  summary: "Change the email address",
  description:
    "Changes the address with the token of the link, in a session of the user who requested it. Revokes every session, and issues a new one: sets the cookies `__client` and `__session`. A former address that was verified gets a link that restores it for seven days.",
  security: SessionSecurity.required,
  body: Contract.body(Token, "EmailConfirmation", { token: "b9XqT2mLw0ZcR5vJ8sKdFy1uHnE4gPi7oAxQ3tCjVkM" }),
  success: SessionResponse,
  errors: ["unauthenticated", "invalid_token", "email_already_exists", "magic_link_rate_limited"]
})

const restoreEmail = Contract.endpoint(HttpApiEndpoint.post("restoreEmail", "/v1/auth/email/restore"), {
  summary: "Restore the former email address",
  description:
    "Restores the address that the link was sent to, deletes the password, and revokes every session. It does not sign in: the user then signs in with a link, or sets a new password with one.",
  security: SessionSecurity.optional,
  body: Contract.body(Token, "EmailRestoration", { token: "Qw8ZrT3yUi0PaSdF5gHjKl2xCvB7nMeR4tYoIp1LkJg" }),
  success: Ok,
  errors: ["invalid_token", "magic_link_rate_limited"]
})

/** `POST /v1/auth/email`, `POST /v1/auth/email/confirm` and `POST /v1/auth/email/restore`. */
export class EmailChangeApi extends Contract.group(
  "emailChange",
  {
    title: "Changes of the email address",
    description: "Request a change, confirm it by email, and restore the former address."
  },
  { changeEmail, confirmEmail, restoreEmail }
) {}
