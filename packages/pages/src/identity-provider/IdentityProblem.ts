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

/** Returns what a page is told of a failure, in the query: a code of `explainConnecting`, or of `errorOfConfirming`. */
export const codeOf = ({ code, reason }: Problem): string => {
  if (code !== "identity_rejected") return code
  if (reason === "access_denied") return "cancelled"
  return reason === "other_account" ? reason : code
}

const explainConfirming = (language: PageLanguage, code: string, name: string): string => {
  const { identityProvider: texts } = language.texts
  switch (code) {
    case "cancelled":
      return texts.cancelled(name)
    case "other_account":
      return texts.otherAccount(name)
    case "identity_provider_unavailable":
      return texts.unavailable(name, language.when(10))
    default:
      return texts.failed(name)
  }
}

/** Returns the parameters that tell the page that confirms who a user is of a failed visit to the provider. */
export const queryOfConfirming = (problem: Problem, provider: string) => ({ with: provider, failed: codeOf(problem) })

/** Makes the error of that page. None if the query names no failed visit to one of the providers. */
export const errorOfConfirming = (
  language: PageLanguage,
  query: URLSearchParams,
  providers: ReadonlyArray<{ readonly id: string; readonly name: string }>
): FormError.FormError | undefined => {
  const provider = providers.find(({ id }) => id === query.get("with"))
  const code = query.get("failed")
  if (provider === undefined || code === null) return undefined
  const text = explainConfirming(language, code, provider.name)
  return { code: "identity_rejected", text, fields: {}, status: 200, headers: {} }
}

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
