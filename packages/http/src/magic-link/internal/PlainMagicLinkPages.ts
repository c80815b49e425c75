/**
 * What a person sees who follows a link in a browser that did not ask for it, or a link that no longer works.
 *
 * @since 0.1.0
 */
import { html, type Page } from "../../core/Html.ts"
import { type Problem, statusOf, titleOf } from "../../core/Problem.ts"

/**
 * One button. The address is shown so that nobody is signed in to somebody else's account without noticing.
 *
 * @since 0.1.0
 */
export const confirmation = (link: {
  readonly instanceName: string
  readonly email: string
  readonly token: string
  readonly action: string
  readonly formTargets: ReadonlyArray<string>
}): Page => ({
  title: `Sign in to ${link.instanceName}`,
  formTargets: link.formTargets,
  body: html`<h1>Sign in to ${link.instanceName}</h1>
<p>You are about to sign in on this browser as <strong>${link.email}</strong>.</p>
<form method="post" action="${link.action}">
<input type="hidden" name="token" value="${link.token}">
<button type="submit" autofocus>Sign in</button>
</form>`
})

const advice: Partial<Record<Problem["code"], string>> = {
  invalid_token:
    "It or another one to the same address was used already, or it is older than 15 minutes. Ask for a new one where you wanted to sign in.",
  invalid_request: "Part of the address is missing. Open the link from the mail once more.",
  magic_link_rate_limited: "That was a bit fast. Wait a minute, then open the link once more.",
  service_unavailable: "Nothing is lost. Wait a moment, then open the link once more.",
  internal_error: "The link was not used up. Wait a moment, then open it once more.",
  forbidden_origin: "It was opened from another site. Open the link from the mail once more."
}

/** @since 0.1.0 */
export const refusal = (problem: Problem): Page => ({
  title: titleOf(problem.code),
  status: statusOf(problem.code),
  headers: problem.retryAfterSeconds === undefined ? {} : { "retry-after": String(problem.retryAfterSeconds) },
  body: html`<h1>${titleOf(problem.code)}</h1>
<p>${advice[problem.code] ?? "Ask for a new link where you wanted to sign in."}</p>`
})
