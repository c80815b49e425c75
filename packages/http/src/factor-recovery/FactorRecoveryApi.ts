/**
 * The contract of recovering lost factors by email: requesting it, completing it after the waiting time, and cancelling
 * it.
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const example = {
  requestedAt: DateTime.unsafeMake("2026-11-21T12:00:00.000Z"),
  availableAt: DateTime.unsafeMake("2026-11-24T12:00:00.000Z"),
  expiresAt: DateTime.unsafeMake("2026-12-01T12:00:00.000Z")
}

/**
 * A recovery that is open. `requestedAt`: when it was requested. `availableAt`: from when on the link in the email
 * completes it. `expiresAt`: until when.
 */
export const FactorRecoveryResponse = Schema.Struct({
  requestedAt: Time.annotations({ description: "When it was requested." }),
  availableAt: Time.annotations({ description: "From when on the link in the email completes it." }),
  expiresAt: Time.annotations({ description: "Until when the link completes it." })
}).annotations({ identifier: "FactorRecovery", description: "A recovery that is open.", examples: [example] })

/**
 * What a user can do about lost factors. `isAvailable`: whether they can request a recovery. `open`: the one that is
 * open, or `null`.
 */
export const FactorRecoveryStatusResponse = Schema.Struct({
  isAvailable: Schema.Boolean.annotations({
    description:
      "Whether the user can request a recovery: the instance allows it, requires no second factor and can send emails, their address is verified, and they need a factor that they have not presented."
  }),
  open: Schema.NullOr(FactorRecoveryResponse).annotations({ description: "The recovery that is open, or `null`." })
}).annotations({
  identifier: "FactorRecoveryStatus",
  description: "What a user can do about lost passkeys and a lost authenticator app.",
  examples: [{ isAvailable: true, open: example }]
})

const Token = Schema.Struct({ token: Schema.String })

const signInPath = "/v1/auth/sign-in/second-factor/recovery"
const path = "/v1/auth/second-factor/recovery"
const token = { token: "Zk4WmXc7VbN1aQe9RtYu2iOpLs6dFgHj3KzXw8CvBnM" }

const getPending = Contract.endpoint(HttpApiEndpoint.get("getPendingFactorRecovery", signInPath), {
  summary: "Get the recovery of lost factors at sign-in",
  description:
    "Returns whether the user of the pending sign-in can request the removal of lost factors by email, and the recovery that is open.",
  security: SessionSecurity.pending,
  success: FactorRecoveryStatusResponse,
  errors: ["unauthenticated"]
})

const beginPending = Contract.endpoint(HttpApiEndpoint.post("beginPendingFactorRecovery", signInPath), {
  summary: "Request a recovery of lost factors at sign-in",
  description:
    "Requests the removal of the authenticator app, the recovery codes and the passkeys of the user whose sign-in is pending, and sends an email with a link. The link completes it after the waiting time of the instance. While a recovery is open, returns that one and sends no other email. Has no effect while the instance requires a second factor, and without an email provider: `factor_recovery_disabled`.",
  security: SessionSecurity.pending,
  success: FactorRecoveryResponse,
  errors: [
    "unauthenticated",
    "factor_recovery_disabled",
    "email_not_verified",
    "factor_recovery_not_needed",
    "magic_link_rate_limited"
  ]
})

const begin = Contract.endpoint(HttpApiEndpoint.post("beginFactorRecovery", path), {
  ownPages: true,
  summary: "Request a recovery of lost factors",
  description:
    "The same for the signed-in user, who would need a passkey or a code to change anything, and has lost them. Not from pages of other origins.",
  security: SessionSecurity.required,
  success: FactorRecoveryResponse,
  errors: [
    "unauthenticated",
    "factor_recovery_disabled",
    "email_not_verified",
    "factor_recovery_not_needed",
    "magic_link_rate_limited"
  ]
})

const cancel = Contract.endpoint(HttpApiEndpoint.del("cancelFactorRecovery", path), {
  ownPages: true,
  summary: "Cancel the recovery of lost factors",
  description: "Cancels the recovery of the signed-in user, if one is open. Not from pages of other origins.",
  security: SessionSecurity.required,
  success: Ok,
  errors: ["unauthenticated"]
})

const confirm = Contract.endpoint(HttpApiEndpoint.post("confirmFactorRecovery", `${path}/confirm`), {
  summary: "Complete a recovery of lost factors",
  description:
    "Removes the authenticator app, the recovery codes and the passkeys of the account with the token of the link, and revokes every session. It does not sign in: the user signs in with the password or a link, and sets up others. `factor_recovery_too_early` says in `availableAt` when it is possible.",
  security: SessionSecurity.optional,
  body: Contract.body(Token, "FactorRecoveryToken", token),
  success: Ok,
  errors: ["invalid_token", "factor_recovery_disabled", "factor_recovery_too_early", "magic_link_rate_limited"]
})

const cancelWithLink = Contract.endpoint(HttpApiEndpoint.post("cancelFactorRecoveryWithLink", `${path}/cancel`), {
  summary: "Cancel a recovery of lost factors with its link",
  description: "Cancels the recovery with the token of the link, without a session. All its links end.",
  security: SessionSecurity.optional,
  body: Contract.body(Token, "FactorRecoveryToken", token),
  success: Ok,
  errors: ["invalid_token", "magic_link_rate_limited"]
})

/**
 * `GET` and `POST /v1/auth/sign-in/second-factor/recovery` for pending sign-ins, `POST` and `DELETE
 * /v1/auth/second-factor/recovery` for signed-in users, and `POST /v1/auth/second-factor/recovery/confirm` and
 * `…/cancel` with the token of a link.
 */
export class FactorRecoveryApi extends Contract.group(
  "factorRecovery",
  {
    title: "Recovery of lost factors",
    description: "Remove lost passkeys and a lost authenticator app by email, after a waiting time; or cancel that."
  },
  {
    getPendingFactorRecovery: getPending,
    beginPendingFactorRecovery: beginPending,
    beginFactorRecovery: begin,
    cancelFactorRecovery: cancel,
    confirmFactorRecovery: confirm,
    cancelFactorRecoveryWithLink: cancelWithLink
  }
) {}
