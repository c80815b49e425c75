/**
 * What the domain's errors look like to HTTP clients.
 *
 * @since 0.1.0
 */
import type * as Errors from "@latchkey/domain/core/Errors"
import { type Problem, type ProblemCode, problem } from "../Problem.ts"

/** The domain's errors that can reach an endpoint. @since 0.1.0 */
export type DomainError =
  | Errors.EmailTaken
  | Errors.HasherOverloaded
  | Errors.HostTaken
  | Errors.InstanceNotFound
  | Errors.InvalidCredentials
  | Errors.InvalidToken
  | Errors.MagicLinkDisabled
  | Errors.PasswordRejected
  | Errors.PersistenceError
  | Errors.PlanDoesNotAllow
  | Errors.RateLimited
  | Errors.ReauthenticationRequired
  | Errors.SessionNotFound
  | Errors.Unauthenticated
  | Errors.UserNotFound

const rateLimited: Readonly<Record<Errors.LimitedAction, ProblemCode>> = {
  sign_up: "signup_rate_limited",
  sign_in: "signin_rate_limited",
  magic_link: "magic_link_rate_limited"
}

/** An outage is always 503 and never looks like a wrong password. @since 0.1.0 */
export const fromDomain = (error: DomainError): Problem => {
  switch (error._tag) {
    case "EmailTaken":
      return problem("email_already_exists")
    case "HasherOverloaded":
      return problem("service_unavailable", { detail: "Too many sign-ins at once.", retryAfterSeconds: 1 })
    case "HostTaken":
      return problem("invalid_request", { errors: [{ field: "hosts", reason: "belongs to another instance" }] })
    case "InstanceNotFound":
      return problem("not_found", { detail: "There is no such instance." })
    case "InvalidCredentials":
      return problem("invalid_credentials")
    case "InvalidToken":
      return problem("invalid_token", { detail: "The link has been used, has expired or never existed." })
    case "MagicLinkDisabled":
      return problem("magic_link_disabled")
    case "PasswordRejected":
      return problem("password_too_short", { violations: error.violations })
    case "PersistenceError":
      return problem("service_unavailable", { retryAfterSeconds: 2 })
    case "PlanDoesNotAllow":
      return problem("plan_does_not_allow", { detail: "On the free plan only the default password policy applies." })
    case "RateLimited":
      return problem(rateLimited[error.action], { retryAfterSeconds: error.retryAfterSeconds })
    case "ReauthenticationRequired":
      return problem("reauthentication_required", {
        detail: "Send the current password, or sign in by a magic link first."
      })
    case "SessionNotFound":
      return problem("not_found", { detail: "There is no such session." })
    case "UserNotFound":
      return problem("not_found", { detail: "There is no such user." })
    case "Unauthenticated":
      return problem("unauthenticated")
  }
}
