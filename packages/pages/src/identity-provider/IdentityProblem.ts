/** Why a visit to an identity provider has failed, in words for users. */
import { maxIdentities } from "@latchkey/domain/account/IdentityRepository"
import type { Problem } from "@latchkey/http/core/Problem"
import type { Instance } from "@latchkey/domain/instance/Instance"
import * as FormError from "../core/FormError.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/** `name`: of the provider; missing if no visit has come back. */
const explain = (language: PageLanguage, problem: Problem, name: string | undefined): string | undefined => {
  const { identityProvider: texts } = language.texts
  if (problem.code === "invalid_token") return texts.expired
  if (name === undefined) return undefined
  switch (problem.code) {
    case "identity_rejected": {
      if (problem.reason === "access_denied") return texts.cancelled(name)
      return problem.reason === "no_email" ? texts.noEmail(name) : texts.failed(name)
    }
    case "identity_provider_unavailable":
      return texts.unavailable(name, language.when(problem.retryAfterSeconds ?? 10))
    case "proof_required":
      return texts.proofFirst(name)
    default:
      return undefined
  }
}

/** Makes the error of a sign-in. */
export const errorOf = (
  language: PageLanguage,
  problem: Problem,
  name: string | undefined,
  instance: Instance | undefined
): FormError.FormError => {
  const text = explain(language, problem, name)
  return text === undefined ? FormError.of(language, problem, instance) : FormError.make(language, problem, {}, text)
}

/** Returns what the page of connected accounts is told of a failure, in the query: a code of `explainConnecting`. */
export const codeOf = (problem: Problem): string =>
  problem.code === "identity_rejected" && problem.reason === "access_denied" ? "cancelled" : problem.code

/** Says why an account was not connected. */
export const explainConnecting = (
  { texts: { identityProvider } }: PageLanguage,
  code: string,
  name: string
): string => {
  switch (code) {
    case "cancelled":
      return identityProvider.connectCancelled(name)
    case "identity_already_exists":
      return identityProvider.taken(name)
    case "too_many_identities":
      return identityProvider.tooMany(maxIdentities)
    default:
      return identityProvider.connectFailed(name)
  }
}
