/**
 * What a browser shows after a click on a magic link. The package `pages` has styled pages; these are plain.
 *
 * @since 0.1.0
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Email } from "@latchkey/domain/core/Email"
import * as Context from "effect/Context"
import type { RequestContext } from "../core/Endpoint.ts"
import * as Page from "../core/Page.ts"
import { formatWait, type Problem, statusOf, toHeaders, userTextOf } from "../core/Problem.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * A magic link that the user has to confirm.
 *
 * - `email`: the address that it signs in.
 * - `linkToken`, `action`: what the form posts, and where.
 * - `home`: where the browser goes after signing in.
 *
 * @since 0.1.0
 */
export interface UnconfirmedLink {
  readonly email: Email
  readonly linkToken: string
  readonly action: string
  readonly home: string
}

/** What a layer for `MagicLinkPages` provides. Each function makes a response to a browser. @since 0.1.0 */
export interface MagicLinkPagesService {
  /** Asks the user to confirm, on a client that did not request the link: one button, which consumes it. */
  readonly confirmation: (link: UnconfirmedLink, context: RequestContext) => Response
  /** Says why the link does not sign in. `context` is missing while the instance is unknown, as in an outage. */
  readonly rejected: (problem: Problem, context: RequestContext | undefined) => Response
  /** Redirects the signed-in browser. The cookies of the session are added afterwards. */
  readonly signedIn: (home: string, context: RequestContext) => Response
}

/**
 * Masks the local part of an address: `a•••@example.com`. Someone who looks over the user's shoulder cannot read it, and
 * the user recognizes it.
 *
 * @since 0.1.0
 */
export const maskEmail = (email: Email): string => email.replace(/^(.)[^@]*/, "$1•••")

/** Explains to the user why a link does not sign in. @since 0.1.0 */
export const explain = (problem: Problem): { readonly title: string; readonly text: string } => {
  const text = userTextOf(problem)
  switch (problem.code) {
    case "invalid_token":
      return { title: "This link no longer works", text }
    case "invalid_request":
      return { title: "This link is incomplete", text: "Open it from the email again." }
    case "magic_link_disabled":
      return { title: "This link doesn't work", text }
    case "magic_link_rate_limited": {
      const wait = formatWait(problem.retryAfterSeconds ?? 60)
      return { title: "Too many attempts", text: `Your link still works. Try again in ${wait}.` }
    }
    case "forbidden_origin":
      return { title: "Request blocked", text: `${text} To sign in, open the link from the email.` }
    default:
      return { title: "We couldn't check your link", text: `${text} Open the link from the email again.` }
  }
}

const originOf = (url: string): ReadonlyArray<string> => (URL.canParse(url) ? [new URL(url).origin] : [])

const respond = Page.makeResponder(`
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 24px;overflow-wrap:anywhere}
button{font:inherit;padding:8px 20px}
`)

/** The plain pages. @since 0.1.0 */
export const plain: MagicLinkPagesService = {
  confirmation: ({ action, email, home, linkToken }, { instance }) =>
    respond({
      title: `Sign in to ${instance.name}`,
      formTargets: originOf(home),
      body: Page.html`<h1>Sign in to ${instance.name}?</h1>
<p>You're about to sign in on this device as <strong>${maskEmail(email)}</strong>.</p>
<form method="post" action="${action}">
<input type="hidden" name="token" value="${linkToken}">
<button type="submit">Sign in</button>
</form>`
    }),
  rejected: (problem) => {
    const { text, title } = explain(problem)
    return respond({
      title,
      status: statusOf(problem.code),
      headers: toHeaders(problem),
      body: Page.html`<h1>${title}</h1>
<p>${text}</p>`
    })
  },
  signedIn: Page.redirect
}

/** The pages in use: `plain` by default. @since 0.1.0 */
export class MagicLinkPages extends Context.Reference<MagicLinkPages>()("@latchkey/http/MagicLinkPages", {
  defaultValue: () => plain
}) {}
