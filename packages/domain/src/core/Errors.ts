/**
 * Everything that can go wrong, as values. Outcomes a person can meet are nouns or past participles; machinery ends in
 * `Error`. Each message is fixed text: the fields of an error never reach a log by way of its message.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Violation } from "../instance/PasswordPolicy.ts"

/**
 * Sign-in failed, or the current password was wrong when setting another. The same for an unknown address, an account
 * without a password, a disabled one and a wrong password.
 *
 * @since 0.1.0
 */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>("@latchkey/domain/InvalidCredentials")(
  "InvalidCredentials",
  {}
) {
  override get message() {
    return "The email address or the password is wrong"
  }
}

/** Sign-up with an address that has an account in this instance. Nothing was changed. @since 0.1.0 */
export class EmailTaken extends Schema.TaggedError<EmailTaken>("@latchkey/domain/EmailTaken")("EmailTaken", {}) {
  override get message() {
    return "The email address already has an account"
  }
}

/**
 * The password breaks the instance's policy; `violations` names every rule it breaks, not just the first.
 *
 * @since 0.1.0
 */
export class PasswordRejected extends Schema.TaggedError<PasswordRejected>("@latchkey/domain/PasswordRejected")(
  "PasswordRejected",
  { violations: Schema.Array(Violation) }
) {
  override get message() {
    return "The password does not satisfy the password policy"
  }
}

/**
 * What a person did too often: each is one code of the HTTP API (`signup_rate_limited`, `signin_rate_limited`,
 * `magic_link_rate_limited`).
 *
 * @since 0.1.0
 */
export const LimitedAction = Schema.Literal("sign_up", "sign_in", "magic_link")
/** @since 0.1.0 */
export type LimitedAction = typeof LimitedAction.Type

/**
 * A sliding window is full, and nothing was counted. There is room again in `retryAfterSeconds`: whole seconds, at
 * least one, if nobody else takes it. `action` says what there was too much of.
 *
 * @since 0.1.0
 */
export class RateLimited extends Schema.TaggedError<RateLimited>("@latchkey/domain/RateLimited")("RateLimited", {
  action: LimitedAction,
  retryAfterSeconds: Schema.Int
}) {
  override get message() {
    return "Too many attempts"
  }
}

/** The instance has magic links switched off, or no mail provider is configured. @since 0.1.0 */
export class MagicLinkDisabled extends Schema.TaggedError<MagicLinkDisabled>("@latchkey/domain/MagicLinkDisabled")(
  "MagicLinkDisabled",
  {}
) {
  override get message() {
    return "Magic links are switched off"
  }
}

/** The token of a link was used, has expired or never existed. Which of them is not said. @since 0.1.0 */
export class InvalidToken extends Schema.TaggedError<InvalidToken>("@latchkey/domain/InvalidToken")(
  "InvalidToken",
  {}
) {
  override get message() {
    return "The link has been used, has expired or never existed"
  }
}

/**
 * There is no live session: none was presented, or it is over, was ended, or belongs to another browser.
 *
 * @since 0.1.0
 */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>("@latchkey/domain/Unauthenticated")(
  "Unauthenticated",
  {}
) {
  override get message() {
    return "Not signed in"
  }
}

/**
 * To set a password, the current one has to be given too, or the session has to come from a link of the last minutes.
 * Nothing was changed.
 *
 * @since 0.1.0
 */
export class ReauthenticationRequired extends Schema.TaggedError<ReauthenticationRequired>(
  "@latchkey/domain/ReauthenticationRequired"
)("ReauthenticationRequired", {}) {
  override get message() {
    return "Give the current password, or sign in by a link first"
  }
}

/** The user has no live session of that id. @since 0.1.0 */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>("@latchkey/domain/SessionNotFound")(
  "SessionNotFound",
  {}
) {
  override get message() {
    return "There is no such session"
  }
}

/** The instance has no user of that id. @since 0.1.0 */
export class UserNotFound extends Schema.TaggedError<UserNotFound>("@latchkey/domain/UserNotFound")(
  "UserNotFound",
  {}
) {
  override get message() {
    return "There is no such user"
  }
}

/**
 * The user's credentials changed between checking them and making the session. None was made. The use cases turn it
 * into what people can meet: no caller of theirs sees it.
 *
 * @since 0.1.0
 */
export class CredentialsChanged extends Schema.TaggedError<CredentialsChanged>("@latchkey/domain/CredentialsChanged")(
  "CredentialsChanged",
  {}
) {
  override get message() {
    return "The credentials changed meanwhile"
  }
}

/** The instance's plan does not include a password policy of its own. Nothing was changed. @since 0.1.0 */
export class PlanDoesNotAllow extends Schema.TaggedError<PlanDoesNotAllow>("@latchkey/domain/PlanDoesNotAllow")(
  "PlanDoesNotAllow",
  {}
) {
  override get message() {
    return "The plan includes the default password policy only"
  }
}

/** No instance has that id; or none claims the host, and there is no `default` either. @since 0.1.0 */
export class InstanceNotFound extends Schema.TaggedError<InstanceNotFound>("@latchkey/domain/InstanceNotFound")(
  "InstanceNotFound",
  {}
) {
  override get message() {
    return "There is no such instance"
  }
}

/** Another instance has that host already, and a host can belong to one only. Nothing was changed. @since 0.1.0 */
export class HostTaken extends Schema.TaggedError<HostTaken>("@latchkey/domain/HostTaken")("HostTaken", {}) {
  override get message() {
    return "A host belongs to another instance"
  }
}

/**
 * What an adapter knows of a failure and anybody may read: it is logged. The adapter vouches for it that there is no
 * address, no password and no token in it, which nobody can vouch for in a `cause`.
 */
const detail = Schema.optional(Schema.String)

/**
 * The store cannot be reached, did not answer, or answered what nobody expected. Whether a write arrived is not
 * known. `detail` may be logged; `cause` is for debugging and may hold anything.
 *
 * @since 0.1.0
 */
export class PersistenceError extends Schema.TaggedError<PersistenceError>("@latchkey/domain/PersistenceError")(
  "PersistenceError",
  { cause: Schema.Defect, detail }
) {
  override get message() {
    return this.detail === undefined ? "The store is unavailable" : `The store is unavailable: ${this.detail}`
  }
}

/**
 * More passwords are waiting to be hashed than can be hashed in time. Nothing was hashed; the next second may have
 * room.
 *
 * @since 0.1.0
 */
export class HasherOverloaded extends Schema.TaggedError<HasherOverloaded>("@latchkey/domain/HasherOverloaded")(
  "HasherOverloaded",
  {}
) {
  override get message() {
    return "Too many passwords are waiting to be checked"
  }
}

/**
 * The mail was not handed over. `transient` is worth another try, and may have been delivered after all; `permanent`
 * is not. `detail` may be logged; `cause` is for debugging and may hold the mail.
 *
 * @since 0.1.0
 */
export class MailerError extends Schema.TaggedError<MailerError>("@latchkey/domain/MailerError")("MailerError", {
  reason: Schema.Literal("transient", "permanent"),
  cause: Schema.Defect,
  detail
}) {
  override get message() {
    return "The mail was not accepted"
  }
}
