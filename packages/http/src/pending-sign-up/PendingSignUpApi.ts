/** The contract of completing a sign-up, on instances that verify addresses before they create accounts. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const verify = Contract.endpoint(HttpApiEndpoint.post("verifySignUp", "/v1/auth/sign-up/verify"), {
  summary: "Complete a sign-up",
  description:
    "Creates the account of a sign-up with the token of its link, with a verified email address, and signs it in: sets the cookies `__client` and `__session`. The account has the password of the sign-up only if the request has the `__client` cookie that the sign-up set, and otherwise none. A token works once, for 60 minutes.",
  security: SessionSecurity.optional,
  body: Contract.body(Schema.Struct({ token: Schema.String }), "SignUpToken", {
    token: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M"
  }),
  success: SignInResponse,
  errors: ["invalid_token", "password_disabled", "sign_up_closed", "sign_up_refused", "magic_link_rate_limited"]
})

/** `POST /v1/auth/sign-up/verify`. */
export class PendingSignUpApi extends Contract.group(
  "pendingSignUp",
  { title: "Pending sign-ups", description: "Complete a sign-up with the link from the email." },
  { verifySignUp: verify }
) {}
