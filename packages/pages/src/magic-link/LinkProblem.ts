/**
 * Why a link in an email cannot be used, in words for users, and the page that says so.
 */
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders } from "@latchkey/http/core/Problem"
import { none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
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

/** `more`: what follows the explanation. `footer`: what leads elsewhere. */
export interface RejectedLink extends Explanation {
  readonly more?: Fragment
  readonly footer: Fragment
}

/** Makes the page of a link that cannot be used. */
export const rejectedPage = (
  { instance, language }: Omit<MessageOptions, "prefix">,
  problem: Problem,
  { footer, more = none, text, title }: RejectedLink
): Page =>
  frame({
    language,
    instance,
    title,
    status: statusOf(problem.code),
    headers: toHeaders(problem),
    main: html`<h1>${title}</h1>
<p>${text}</p>
${more}`,
    footer
  })
