/**
 * Why a link in an email cannot be used, in words for users.
 */
import type { Problem } from "@latchkey/http/core/Problem"
import type { PageLanguage } from "../language/PageLanguage.ts"

export interface Explanation {
  readonly title: string
  readonly text: string
}

/**
 * What depends on the purpose of the link.
 *
 * - `blockedText`: after a form that another website sent. It gets the text of the problem.
 * - `unchecked`: the title after an outage and the like.
 */
export interface Purpose {
  readonly blockedText: (problem: string) => string
  readonly unchecked: string
}

/** Explains why a link cannot be used; by default one that signs in. */
export const explain = (language: PageLanguage, problem: Problem, purpose: Partial<Purpose> = {}): Explanation => {
  const { magicLink, message } = language.texts
  const { blockedText = magicLink.blockedText, unchecked = magicLink.unchecked } = purpose
  const text = language.problem(problem)
  switch (problem.code) {
    case "invalid_token":
      return { title: magicLink.invalid, text }
    case "invalid_request":
      return { title: magicLink.incomplete, text: magicLink.incompleteText }
    case "not_found":
      return { title: magicLink.invalid, text: message.unknownHost }
    case "magic_link_disabled":
    case "password_disabled":
      return { title: magicLink.turnedOff, text }
    case "magic_link_rate_limited":
      return { title: magicLink.tooMany, text: magicLink.tooManyText(language.when(problem.retryAfterSeconds ?? 60)) }
    case "forbidden_origin":
      return { title: message.blocked, text: blockedText(text) }
    default:
      return { title: unchecked, text: magicLink.uncheckedText(text) }
  }
}
