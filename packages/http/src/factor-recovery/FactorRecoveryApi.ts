/**
 * The contract of recovering lost factors by email: requesting it, completing it after the waiting time, and cancelling
 * it.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../account/UserApi.ts"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const example = {
  requestedAt: DateTime.unsafeMake("2026-11-21T12:00:00.000Z"),
  availableAt: DateTime.unsafeMake("2026-11-24T12:00:00.000Z"),
  expiresAt: DateTime.unsafeMake("2026-12-01T12:00:00.000Z")
}

/**
 * A recovery that is open. `requestedAt`: when it was requested. `availableAt`: from when on the link in the email
 * completes it. `expiresAt`: until when.
 *
 * @since 0.1.0
 */
export const FactorRecoveryResponse = Schema.Struct({
  requestedAt: Time.annotations({ description: "When it was requested." }),
  availableAt: Time.annotations({ description: "From when on the link in the email completes it." }),
  expiresAt: Time.annotations({ description: "Until when the link completes it." })
}).annotations({ identifier: "FactorRecovery", description: "A recovery that is open.", examples: [example] })

/**
 * What a user can do about lost factors. `isAvailable`: whether they can request a recovery. `open`: the one that is
 * open, or `null`.
 *
 * @since 0.1.0
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

/** Reading the status while a sign-in is pending. @since 0.1.0 */
export const GetFactorRecovery = { success: FactorRecoveryStatusResponse }

/** Requesting a recovery. @since 0.1.0 */
export const BeginFactorRecovery = { success: FactorRecoveryResponse }

/** Cancelling the recovery of the signed-in user. @since 0.1.0 */
export const CancelFactorRecovery = { success: Ok }

const Token = Schema.Struct({ token: Schema.String })

/** Completing a recovery with the token of its link. @since 0.1.0 */
export const ConfirmFactorRecovery = { payload: Token, success: Ok }

/** Cancelling a recovery with the token of its link. @since 0.1.0 */
export const CancelFactorRecoveryWithLink = { payload: Token, success: Ok }

const signInPath = "/v1/auth/sign-in/second-factor/recovery"
const path = "/v1/auth/second-factor/recovery"
const token = { token: "Zk4WmXc7VbN1aQe9RtYu2iOpLs6dFgHj3KzXw8CvBnM" }

const getPending = HttpApiEndpoint.get("getPendingFactorRecovery", signInPath)
  .addSuccess(GetFactorRecovery.success)
  .addError(Problem.Unauthenticated)
  .annotate(OpenApi.Override, { security: SessionSecurity.pending })
  .annotate(OpenApi.Summary, "Get the recovery of lost factors at sign-in")
  .annotate(
    OpenApi.Description,
    "Returns whether the user of the pending sign-in can request the removal of lost factors by email, and the recovery that is open."
  )

const beginPending = HttpApiEndpoint.post("beginPendingFactorRecovery", signInPath)
  .addSuccess(BeginFactorRecovery.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.FactorRecoveryDisabled)
  .addError(Problem.EmailNotVerified)
  .addError(Problem.FactorRecoveryNotNeeded)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Override, { security: SessionSecurity.pending })
  .annotate(OpenApi.Summary, "Request a recovery of lost factors at sign-in")
  .annotate(
    OpenApi.Description,
    "Requests the removal of the authenticator app, the recovery codes and the passkeys of the user whose sign-in is pending, and sends an email with a link. The link completes it after the waiting time of the instance. While a recovery is open, returns that one and sends no other email. Has no effect while the instance requires a second factor, and without an email provider: `factor_recovery_disabled`."
  )

const begin = HttpApiEndpoint.post("beginFactorRecovery", path)
  .addSuccess(BeginFactorRecovery.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.FactorRecoveryDisabled)
  .addError(Problem.EmailNotVerified)
  .addError(Problem.FactorRecoveryNotNeeded)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Request a recovery of lost factors")
  .annotate(
    OpenApi.Description,
    "The same for the signed-in user, who would need a passkey or a code to change anything, and has lost them. Not from pages of other origins."
  )

const cancel = HttpApiEndpoint.del("cancelFactorRecovery", path)
  .addSuccess(CancelFactorRecovery.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Cancel the recovery of lost factors")
  .annotate(
    OpenApi.Description,
    "Cancels the recovery of the signed-in user, if one is open. Not from pages of other origins."
  )

const confirm = HttpApiEndpoint.post("confirmFactorRecovery", `${path}/confirm`)
  .setPayload(wire(ConfirmFactorRecovery, "FactorRecoveryToken", token))
  .addSuccess(ConfirmFactorRecovery.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.InvalidToken)
  .addError(Problem.FactorRecoveryDisabled)
  .addError(Problem.FactorRecoveryTooEarly)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Complete a recovery of lost factors")
  .annotate(
    OpenApi.Description,
    "Removes the authenticator app, the recovery codes and the passkeys of the account with the token of the link, and revokes every session. It does not sign in: the user signs in with the password or a link, and sets up others. `factor_recovery_too_early` says in `availableAt` when it is possible."
  )

const cancelWithLink = HttpApiEndpoint.post("cancelFactorRecoveryWithLink", `${path}/cancel`)
  .setPayload(wire(CancelFactorRecoveryWithLink, "FactorRecoveryToken", token))
  .addSuccess(CancelFactorRecoveryWithLink.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Cancel a recovery of lost factors with its link")
  .annotate(
    OpenApi.Description,
    "Cancels the recovery with the token of the link, without a session. All its links end."
  )

/**
 * `GET` and `POST /v1/auth/sign-in/second-factor/recovery` for pending sign-ins, `POST` and `DELETE
 * /v1/auth/second-factor/recovery` for signed-in users, and `POST /v1/auth/second-factor/recovery/confirm` and `…/cancel`
 * with the token of a link.
 *
 * @since 0.1.0
 */
export class FactorRecoveryApi extends HttpApiGroup.make("factorRecovery")
  .add(getPending)
  .add(beginPending)
  .add(begin)
  .add(cancel)
  .add(confirm)
  .add(cancelWithLink)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Recovery of lost factors")
  .annotate(
    OpenApi.Description,
    "Remove lost passkeys and a lost authenticator app by email, after a waiting time; or cancel that."
  ) {}
