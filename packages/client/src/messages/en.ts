/** Problems in words for users, in English. Generated from the contract by `npm run generate`. */

import { makeMessageOf, type Messages } from "./Messages.ts"

/** The texts. */
export const messages: Messages = {
  soon: "in a moment",
  invalid_request: "There is a problem with what you entered.",
  invalid_credentials: "Wrong email address or password.",
  invalid_token:
    "The link or code isn't valid. It may have expired, or a link or code sent to this address was already used.",
  password_disabled: "You can't use a password here. Sign in with a link.",
  sign_up_closed: "You can't create an account here.",
  forbidden_origin: "This request was sent from another website.",
  not_found: "We couldn't find that page.",
  payload_too_large: "That's too much text. Shorten it and try again.",
  unsupported_media_type: "We couldn't process the form. Reload the page and try again.",
  signup_rate_limited: (when) => `Too many accounts were created from your network. Try again ${when}.`,
  signin_rate_limited: (when) => `Too many sign-in attempts. Try again ${when}.`,
  magic_link_rate_limited: (when) => `Too many links requested. Try again ${when}. Earlier links still work.`,
  internal_error: "Something went wrong on our end. Try again in a moment.",
  service_unavailable: (when) => `The service is temporarily unavailable. Try again ${when}.`,
  unauthenticated: "You're not signed in.",
  reauthentication_required: "Confirm that it's you, then try again.",
  email_not_verified: "Verify your email address first.",
  password_too_short: "Your password doesn't meet the requirements.",
  no_sign_in_method: "There would be no other way to sign in to this account.",
  email_already_exists: "An account with this email already exists.",
  sign_up_refused: "You can't create an account with this email address.",
  magic_link_disabled: "Sign-in links are unavailable. Sign in with your password.",
  magic_link_code_disabled: "You can't use a code here. Sign in with the link in the email.",
  passkey_disabled: "You can't use a passkey here.",
  passkey_already_exists: "This passkey was added before.",
  too_many_passkeys: "You can have 20 passkeys at most. Remove one first.",
  identity_provider_disabled: "You can't sign in with this provider here.",
  identity_rejected: "Signing in with this provider didn't work. Try again, or sign in another way.",
  identity_provider_unavailable: (when) => `This sign-in provider isn't responding. Try again ${when}.`,
  proof_required: "You already have an account with this email address. Sign in to it, then connect the provider.",
  too_many_identities: "You can connect 20 accounts at most. Disconnect one first.",
  factor_recovery_disabled: "You can't recover your account by email here.",
  factor_recovery_not_needed: "There is nothing to recover: you can still change your account.",
  factor_recovery_too_early: "It's too early. Open the link again after the waiting time.",
  second_factor_disabled: "You can't set up an authenticator app here.",
  second_factor_exists: "You already have an authenticator app. Remove it first to set up another one.",
  device_sign_in_disabled: "You can't sign in other devices with a code here.",
  audience_not_allowed: "This app isn't set up for the service it calls.",
  access_tokens_disabled: "This app isn't set up to call other services yet.",
  network_error:
    "We couldn't reach the server. Check your connection and try again. If your connection works, the problem is on our side.",
  aborted: "The request was canceled.",
  passkey_canceled: "No passkey was used. Try again, or choose another way.",
  passkey_rejected: "You can't sign in with this passkey. Choose another way.",
  passkey_unavailable: "That didn't work. Try again in a moment, or choose another way.",
  unexpected_reply: "Something went wrong on our end. Try again in a moment."
}

/**
 * Returns a problem in words for users.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/en"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * ```
 */
export const messageOf = makeMessageOf("en", messages)
