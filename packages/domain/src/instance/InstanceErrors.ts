/** Errors about instances and their settings. */
import { InvalidInput, Outcome, type RejectedField } from "../core/Outcome.ts"

/** The instance's plan does not include a custom password policy. Nothing was changed. */
export class PlanDoesNotAllow extends Outcome(
  "PlanDoesNotAllow",
  "plan_does_not_allow",
  "The plan includes the default password policy only"
) {}

const withoutVerification = {
  sessions: {
    field: "sessionConfig.requireVerifiedEmail",
    reason: "requires magic links and an email provider, because a link verifies the address"
  },
  sign_up: {
    field: "signUp.verification",
    reason: "requires an email provider, because a link verifies the address"
  }
} as const

/**
 * The instance would require a verified email address, and no user could verify one: no email provider is configured,
 * or apps' sessions require it and magic links are turned off. `of`: what would require it. Nothing was changed.
 */
export class VerificationImpossible extends Outcome(
  "VerificationImpossible",
  "invalid_request",
  "Users could not verify their email address"
)<{ readonly of: "sessions" | "sign_up" }> {
  constructor(fields: { readonly of?: "sessions" | "sign_up" } = {}) {
    super({ of: "sessions", ...fields })
  }
  /** What the request got wrong. */
  get errors(): ReadonlyArray<RejectedField> {
    return [withoutVerification[this.of]]
  }
}

/**
 * No user of the instance could sign in: every sign-in method is turned off, or only magic links are on and no email
 * provider is configured. Nothing was changed.
 */
export class SignInImpossible extends InvalidInput("SignInImpossible", "Users could not sign in", {
  field: "authConfig.password",
  reason:
    "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider"
}) {}

/** The app defines its instances in code: it cannot add one, or change or delete one of them, while it runs. */
export class InstancesInCode extends InvalidInput("InstancesInCode", "The app defines its instances in code", {
  field: "instance",
  reason: "is defined in the code of the app: change it there, and start the app again"
}) {}

/** No instance has that id, or it is deleted; or no instance has the host, and there is no `default` instance. */
export class InstanceNotFound extends Outcome("InstanceNotFound", "not_found", "Instance not found") {}

/** The `default` instance cannot be deleted: it has every host that no instance claims. */
export class DefaultInstanceRequired extends Outcome(
  "DefaultInstanceRequired",
  "default_instance_required",
  "The default instance has every host that no instance claims, so it cannot be deleted"
) {}

/**
 * Another instance already has that host, and a host belongs to one instance only. A deleted instance has its hosts
 * until its data is removed. Nothing was changed.
 */
export class HostTaken extends InvalidInput("HostTaken", "A host belongs to another instance", {
  field: "hosts",
  reason: "belongs to another instance"
}) {}
