/** The contract of accepting an invitation. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const accept = Contract.endpoint(HttpApiEndpoint.post("acceptInvitation", "/v1/auth/invitation/accept"), {
  summary: "Accept an invitation",
  description:
    "Creates an account with the token of an invitation, with a verified email address, and signs it in: sets the cookies `__client` and `__session`. A token works once, for seven days.",
  security: SessionSecurity.optional,
  body: Contract.body(Schema.Struct({ token: Schema.String }), "InvitationToken", {
    token: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M"
  }),
  success: SignInResponse,
  errors: ["invalid_token", "sign_up_closed", "magic_link_rate_limited"]
})

/** `POST /v1/auth/invitation/accept`. */
export class AcceptanceApi extends Contract.group(
  "acceptance",
  { title: "Accepting invitations", description: "Create an account with an invitation." },
  { acceptInvitation: accept }
) {}
