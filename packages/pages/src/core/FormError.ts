/**
 * What went wrong, in words for people, and beside which field.
 *
 * @since 0.1.0
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import {
  type InvalidField,
  type Problem,
  type ProblemCode,
  statusOf,
  titleOf,
  toHeaders
} from "@latchkey/http/core/Problem"
import * as Policy from "../password/PasswordPolicyText.ts"

/** - `fields`: what is wrong with a field, by its id. @since 0.1.0 */
export interface FormError {
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A time to wait, in words. @since 0.1.0 */
export const wait = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

const again = ({ retryAfterSeconds }: Problem): string =>
  retryAfterSeconds === undefined ? "Try again in a moment." : `Try again in ${wait(retryAfterSeconds)}.`

const lookAgain = "Please look at this once more:"
const notOurForm = "That did not come from the form on this page. Nothing was done."

const sentences: Partial<Record<ProblemCode, string>> = {
  invalid_credentials: "Wrong email address or password.",
  magic_link_disabled: "No links are sent here at the moment. Sign in with your password.",
  reauthentication_required: "Your current password is needed.",
  payload_too_large: "That is too much text. Nothing was done.",
  unsupported_media_type: notOurForm,
  internal_error: "Something went wrong on our side. Nothing you typed is to blame. Try again in a moment."
}

/** The fields that the pages have. What is wrong with the request as a whole has another name. */
const isField = ({ field }: InvalidField): boolean => ["email", "password", "currentPassword"].includes(field)

const textOf = (problem: Problem): string => {
  switch (problem.code) {
    case "invalid_request":
      return problem.errors?.some(isField) ? lookAgain : notOurForm
    case "password_too_short":
    case "email_already_exists":
      return lookAgain
    case "signin_rate_limited":
      return `Too many attempts. ${again(problem)} Nothing is wrong with your account.`
    case "signup_rate_limited":
      return `Too many accounts were made from your network just now. ${again(problem)}`
    case "magic_link_rate_limited":
      return `Links were asked for too often. ${again(problem)} This has not used up a link that you have.`
    case "service_unavailable":
      return `The service is busy or cannot reach its database. Nothing is lost. ${again(problem)}`
    default:
      return sentences[problem.code] ?? `${titleOf(problem.code)}.`
  }
}

const fieldsOf = (problem: Problem, instance: Instance | undefined): Readonly<Record<string, string>> => {
  switch (problem.code) {
    case "invalid_request":
      return Object.fromEntries((problem.errors ?? []).filter(isField).map(({ field, reason }) => [field, reason]))
    case "password_too_short":
      return instance === undefined ? {} : { password: Policy.lacks(instance.passwordPolicy, problem.violations ?? []) }
    case "email_already_exists":
      return { email: "There is an account with this address already. Sign in instead." }
    default:
      return {}
  }
}

/** What to say about a problem. `instance` is missing in an outage, when it is not known. @since 0.1.0 */
export const of = (problem: Problem, instance: Instance | undefined): FormError => ({
  text: textOf(problem),
  fields: fieldsOf(problem, instance),
  status: statusOf(problem.code),
  headers: toHeaders(problem)
})
