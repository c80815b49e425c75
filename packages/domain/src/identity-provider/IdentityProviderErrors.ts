/** Errors about identity providers. */
import { type FailureFields, InvalidInput, Outcome, type RejectedField } from "../core/Outcome.ts"
import { maxIdentityProviders } from "../instance/IdentityProvider.ts"

/** The instance has no such identity provider, or it is turned off. */
export class IdentityProviderDisabled extends Outcome(
  "IdentityProviderDisabled",
  "identity_provider_disabled",
  "The identity provider is turned off"
) {}

/**
 * - `access_denied`: the user, or the provider, has said no.
 * - `not_verified`: what the provider returned does not verify, or is not what was asked for.
 * - `no_email`: the user has no account, and the provider has named no email address that one could have; or Latchkey
 *   cannot verify it, because no email provider is configured.
 * - `user`: the account is disabled, or deleted. Or it would be a new one, and the address is reserved for the user who
 *   had it before.
 * - `other_account`: it is not an account of the signed-in user, who was to prove that they are still the same person.
 */
export type RejectionReason = "access_denied" | "not_verified" | "no_email" | "user" | "other_account"

const rejections: Readonly<Record<RejectionReason, string>> = {
  access_denied: "The user or the identity provider has said no",
  not_verified: "The response of the identity provider does not verify",
  no_email: "The identity provider names no verified email address",
  user: "The account is disabled, or deleted",
  other_account: "The account at the identity provider is not one of the signed-in user"
}

/** The identity provider has not confirmed who the user is. Nothing was changed. */
export class IdentityRejected extends Outcome("IdentityRejected", "identity_rejected")<{
  readonly reason: RejectionReason
}> {
  override get message() {
    return rejections[this.reason]
  }
}

/**
 * The identity provider could not be reached, did not respond in time, or has too many requests in progress. Nothing
 * was changed. `provider`: its name. `cause` may contain anything; `detail` is for the log.
 */
export class IdentityProviderUnavailable extends Outcome(
  "IdentityProviderUnavailable",
  "identity_provider_unavailable"
)<FailureFields & { readonly provider: string }> {
  /** Whole seconds after which to try again. */
  readonly retryAfterSeconds = 10
  override get message() {
    return this.detail === undefined
      ? `${this.provider} does not respond`
      : `${this.provider} does not respond: ${this.detail}`
  }
}

/**
 * An account has the email address that the provider has named, and the provider alone does not prove whose it is. The
 * user has to sign in first, with one of the `methods`, and can link the identity then. Nothing was changed.
 */
export class ProofRequired extends Outcome(
  "ProofRequired",
  "proof_required",
  "An account with this email address exists: sign in, and link the identity then"
)<{ readonly methods: ReadonlyArray<string> }> {}

/** The user has no identity with that id. */
export class IdentityNotFound extends Outcome("IdentityNotFound", "not_found", "Identity not found") {}

/** The user has as many identities as a user can have. Nothing was changed. */
export class TooManyIdentities extends Outcome(
  "TooManyIdentities",
  "too_many_identities",
  "The user has as many identities as a user can have"
) {}

/** The user has no other way to sign in. Nothing was changed. */
export class LastSignInMethod extends Outcome(
  "LastSignInMethod",
  "no_sign_in_method",
  "The user has no other way to sign in"
) {}

/**
 * The secret of an identity provider cannot be decrypted: its key is not configured any more, or the settings were
 * changed in the store. `cause`: the id of the key.
 */
export class ClientSecretKeyMissing extends Outcome(
  "ClientSecretKeyMissing",
  "service_unavailable",
  "The secret of an identity provider cannot be decrypted"
)<FailureFields> {
  /** Whole seconds: an operator has to configure the key first. */
  readonly retryAfterSeconds = 60
}

/** The instance has no identity provider with that id. */
export class IdentityProviderNotFound extends Outcome(
  "IdentityProviderNotFound",
  "not_found",
  "Identity provider not found"
) {}

/** Settings of an identity provider that do not go together. `errors` names each. Nothing was changed. */
export class IdentityProviderImpossible extends Outcome(
  "IdentityProviderImpossible",
  "invalid_request",
  "The settings of the identity provider do not go together"
)<{ readonly errors: ReadonlyArray<RejectedField> }> {}

/** No server key is configured, so the secret of an identity provider could not be encrypted. Nothing was changed. */
export class ClientSecretImpossible extends InvalidInput(
  "ClientSecretImpossible",
  "The secret of the identity provider could not be encrypted",
  { field: "clientSecret", reason: "requires a server key: set SECRET_KEY and restart the service" }
) {}

/** The instance has as many identity providers as an instance can have. Nothing was changed. */
export class TooManyIdentityProviders extends InvalidInput(
  "TooManyIdentityProviders",
  "The instance has as many identity providers as an instance can have",
  { field: "identityProviders", reason: `can be at most ${maxIdentityProviders}: delete one first` }
) {}

/** Users of the instance could sign in with nothing but that identity provider. Nothing was changed. */
export class IdentityProviderRequired extends InvalidInput(
  "IdentityProviderRequired",
  "Users could not sign in without the identity provider",
  { field: "enabled", reason: "must stay: the instance has no other way to sign in. Turn on another one first" }
) {}
