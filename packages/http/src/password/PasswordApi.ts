/** The contract of sign-up, sign-in and passwords. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Password from "@latchkey/domain/password/Password"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"
import { Credentials } from "./Credentials.ts"

const credentials = Contract.body(Credentials, "Credentials", {
  email: "ada@example.com",
  password: "correct horse battery"
})

const newPassword = Contract.body(
  Schema.Struct({
    password: Password.FromText,
    currentPassword: Schema.optionalWith(Password.FromText, { exact: true })
  }),
  "NewPassword",
  { password: "another horse battery", currentPassword: "correct horse battery" }
)

const signUp = Contract.endpoint(HttpApiEndpoint.post("signUp", "/v1/auth/sign-up/email-password"), {
  summary: "Sign up",
  description:
    'Creates an account and signs it in: sets the cookies `__client` and `__session`. With `signUp.verification` `before`, sends an email instead, creates no account, sets `__client`, and replies `{ "ok": true }` for every address. If sign-up is closed, or refused for the address, the reply is the same whether or not it has an account.',
  security: SessionSecurity.optional,
  body: credentials,
  success: Schema.Union(SignInResponse, Ok),
  errors: [
    "password_too_short",
    "email_already_exists",
    "password_disabled",
    "sign_up_closed",
    "sign_up_refused",
    "signup_rate_limited"
  ]
})

const signIn = Contract.endpoint(HttpApiEndpoint.post("signIn", "/v1/auth/sign-in/email-password"), {
  summary: "Sign in with a password",
  description: "Signs in: sets the cookies `__client` and `__session`.",
  security: SessionSecurity.optional,
  body: credentials,
  success: SignInResponse,
  errors: ["invalid_credentials", "password_disabled", "signin_rate_limited"]
})

const setPassword = Contract.endpoint(HttpApiEndpoint.put("setPassword", "/v1/auth/password"), {
  summary: "Set the password",
  description:
    "Sets the password of the signed-in user, revokes every session, and issues a new one: sets the cookies `__client` and `__session`. Requires the current password, unless the user signed in with a magic link in the last ten minutes and no page of another origin sends the request.",
  security: SessionSecurity.required,
  body: newPassword,
  success: Ok,
  errors: [
    "unauthenticated",
    "password_disabled",
    "password_too_short",
    "invalid_credentials",
    "reauthentication_required",
    "signin_rate_limited"
  ]
})

/** `POST /v1/auth/sign-up/email-password`, `POST /v1/auth/sign-in/email-password` and `PUT /v1/auth/password`. */
export class PasswordApi extends Contract.group(
  "password",
  { title: "Passwords", description: "Sign up, sign in and set a password." },
  { signUp, signIn, setPassword }
) {}
