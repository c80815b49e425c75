/**
 * Problems as a form shows them: a text, and the errors of single fields.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type InvalidField, type Problem, type ProblemCode, statusOf, toHeaders } from "@latchkey/http/core/Problem"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as FormInput from "./FormInput.ts"
import * as PasswordPolicyText from "./PasswordPolicyText.ts"

/** `code`: of the problem. `fields`: the error of each invalid field, by its id. `headers`: of the response. */
export interface FormError {
  readonly code: ProblemCode
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Makes the error of a problem. `text` is the heading of the summary if fields are invalid. */
export const make = (
  language: PageLanguage,
  problem: Problem,
  fields: FormError["fields"] = {},
  text = Object.keys(fields).length === 0 ? language.problem(problem) : language.texts.core.problemHeading
): FormError => ({ code: problem.code, text, fields, status: statusOf(problem.code), headers: toHeaders(problem) })

/** Returns `true` for a field of a form. A problem can also name the body as a whole. */
const isField = ({ field }: InvalidField): boolean =>
  ["code", "email", "password", "currentPassword", "name"].includes(field)

const fieldsOf = (language: PageLanguage, problem: Problem, instance: Instance | undefined): FormError["fields"] => {
  const { texts } = language
  switch (problem.code) {
    case "invalid_request":
      return Object.fromEntries(
        (problem.errors ?? []).filter(isField).map(({ field, reason }) => [field, FormInput.explain(texts, reason)])
      )
    case "password_too_short":
      return instance === undefined
        ? {}
        : {
            password: PasswordPolicyText.explain(
              texts,
              instance.passwordPolicy,
              problem.violations ?? [],
              problem.reasons
            )
          }
    case "email_already_exists":
      return { email: language.problem(problem) }
    case "sign_up_refused":
      return { email: [language.problem(problem), ...(problem.reasons ?? [])].join(texts.core.space) }
    default:
      return {}
  }
}

/** Makes the error of a problem, beside the fields that it is about. `instance` is missing in an outage. */
export const of = (language: PageLanguage, problem: Problem, instance: Instance | undefined): FormError =>
  make(language, problem, fieldsOf(language, problem, instance))

/**
 * How the form of a signed-in user asks for a proof. `isNeeded`: `false` if only a request from elsewhere lacks it.
 * `hasPassword`: whether the current password is one. `sentFromElsewhere`, `linkTooOld`: what the user reads then.
 */
interface AskedProof {
  readonly isNeeded: boolean
  readonly hasPassword: boolean
  readonly sentFromElsewhere: string
  readonly linkTooOld: string
}

/** Makes the error of a form that asks for the current password, or for a recent link. */
export const ofProof = (
  language: PageLanguage,
  problem: Problem,
  instance: Instance,
  { hasPassword, isNeeded, linkTooOld, sentFromElsewhere }: AskedProof
): FormError => {
  const { currentPasswordMissing, currentPasswordWrong } = language.texts.fields
  switch (problem.code) {
    case "invalid_credentials":
      return make(language, problem, { currentPassword: currentPasswordWrong })
    case "reauthentication_required":
      if (!isNeeded) return make(language, problem, {}, sentFromElsewhere)
      return hasPassword
        ? make(language, problem, { currentPassword: currentPasswordMissing })
        : make(language, problem, {}, linkTooOld)
    default:
      return of(language, problem, instance)
  }
}
