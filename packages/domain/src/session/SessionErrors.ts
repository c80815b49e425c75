/** Errors about sessions. */
import * as Data from "effect/Data"
import { Outcome } from "../core/Outcome.ts"

/** There is no active session: none was presented, or it has expired, was revoked or belongs to another client. */
export class Unauthenticated extends Outcome("Unauthenticated", "unauthenticated", "Not signed in") {}

/** There is an active session, but its user has not verified their email address, and that is required. */
export class EmailNotVerified extends Outcome(
  "EmailNotVerified",
  "email_not_verified",
  "The email address is not verified"
) {}

/**
 * Setting a password, changing the email address and deleting the account require the current password, or an
 * authentication with more than a password in the last ten minutes; other changes, any authentication in the last ten
 * minutes. All of them require the second factor of users who have one. Nothing was changed.
 */
export class ReauthenticationRequired extends Outcome(
  "ReauthenticationRequired",
  "reauthentication_required",
  "Authenticate again first, or give the current password if the request takes one"
) {}

/** The user has no active session with that id. */
export class SessionNotFound extends Outcome("SessionNotFound", "not_found", "Session not found") {}

/**
 * The user's credentials changed after they were checked and before the session was issued. No session was issued. The
 * use cases turn this into an error that users can meet; their callers never see it.
 */
export class CredentialsChanged extends Data.TaggedError("CredentialsChanged") {
  override get message() {
    return "The credentials were changed concurrently"
  }
}
