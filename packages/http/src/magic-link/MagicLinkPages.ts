/** What a browser shows after a click on a magic link. The package `pages` has styled pages; these are plain. */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Email } from "@latchkey/domain/core/Email"
import type { IssuedSession, PendingSignIn } from "@latchkey/domain/session/SessionIssuer"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RequestContext } from "../core/Endpoint.ts"
import * as Page from "../core/Page.ts"
import { formatWait, type Problem, statusOf, toHeaders, userTextOf } from "../core/Problem.ts"
import type { IncomingRequest } from "../core/RequestReader.ts"
import { isCookiesBlocked } from "../core/Submission.ts"

type MakeResponse = Effect.Effect<HttpServerResponse.HttpServerResponse>

/**
 * A magic link that the user has to confirm.
 *
 * - `email`: the address that it signs in.
 * - `current`: the address that the browser is signed in with, if that is another one.
 * - `linkToken`, `action`: what the form posts, and where.
 * - `home`: where the browser goes after signing in.
 */
export interface UnconfirmedLink {
  readonly email: Email
  readonly current: Option.Option<Email>
  readonly linkToken: string
  readonly action: string
  readonly home: string
}

/**
 * A sign-in with a magic link.
 *
 * - `home`: where the browser goes.
 * - `passwordRemoved`: as in `LinkSignInResult`. Tell the user, who has to set a new password.
 * - `deletionAt`: when the account will be deleted, because its owner has asked for it. Tell the user, who may keep it.
 *
 * With the tag `SecondFactorRequired` the user is not signed in yet: ask for the second factor.
 */
export type LinkSignIn = (Pick<IssuedSession, "_tag" | "deletionAt"> | Pick<PendingSignIn, "_tag">) & {
  readonly home: string
  readonly passwordRemoved: boolean
}

/** What a layer for `MagicLinkPages` provides. Each function makes a response to a browser. */
export interface MagicLinkPagesService {
  /** Asks the user to confirm, on a client that did not request the link: one button, which consumes it. */
  readonly confirmation: (link: UnconfirmedLink, context: RequestContext) => MakeResponse
  /** Leads to the native client that requested the link, which alone can use it. `link` has the token. */
  readonly app: (link: string, context: RequestContext) => MakeResponse
  /** Says why the link does not sign in. `context` is missing while the instance is unknown, as in an outage. */
  readonly rejected: (problem: Problem, context: RequestContext | undefined, request: IncomingRequest) => MakeResponse
  /**
   * Redirects the signed-in browser, or tells the user first that a password was removed. The cookies of the session
   * are added afterwards.
   */
  readonly signedIn: (signIn: LinkSignIn, context: RequestContext) => MakeResponse
}

/** What users read after a first verification that removed a password. */
const passwordRemovedText =
  "This account had a password from before your email address was verified. We removed the unverified password and signed out all other devices, in case someone else created it."

/** Explains to the user why a link does not sign in. */
const explain = (problem: Problem): { readonly title: string; readonly text: string } => {
  const text = userTextOf(problem)
  if (isCookiesBlocked(problem)) {
    const advice = "Allow cookies for this site, then open the link from the email again."
    return { title: "Your browser is blocking cookies", text: `You need cookies to sign in. ${advice}` }
  }
  switch (problem.code) {
    case "invalid_token":
      return { title: "This link no longer works", text }
    case "invalid_request":
      return { title: "This link is incomplete", text: "Open it from the email again." }
    case "not_found":
      return { title: "This link no longer works", text: "You can't sign in at this address." }
    case "magic_link_disabled":
    case "password_disabled":
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

const toResponse = Page.makeResponder(`
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 24px;overflow-wrap:anywhere}
button{font:inherit;padding:8px 20px}
`)

const respond = (page: Page.Page): MakeResponse => Effect.succeed(toResponse(page))

/** The plain pages. */
export const plain: MagicLinkPagesService = {
  confirmation: ({ action, current, email, home, linkToken }, { instance }) =>
    respond({
      title: `Sign in to ${instance.name}`,
      formTargets: originOf(home),
      body: Page.html`<h1>Sign in to ${instance.name}?</h1>
${Option.match(current, {
  onNone: () => Page.html`<p>You're about to sign in on this device as <strong>${email}</strong>.</p>`,
  onSome: (current) =>
    Page.html`<p>You're signed in as <strong>${current}</strong>. Continuing switches to <strong>${email}</strong>.</p>`
})}
<form method="post" action="${action}">
<input type="hidden" name="token" value="${linkToken}">
<button type="submit">${Option.isSome(current) ? "Continue" : "Sign in"}</button>
</form>`
    }),
  app: (link) =>
    respond({
      title: "Open the app",
      body: Page.html`<h1>Open the app</h1>
<p>Sign in on the device on which you asked for this link.</p>
<p><a href="${link}">Open the app</a></p>`
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
  signedIn: (signIn, { instance }) => {
    const { home, passwordRemoved } = signIn
    // The app has the page for the second factor.
    if (signIn._tag === "SecondFactorRequired") return Effect.succeed(Page.redirect(home))
    const { deletionAt } = signIn
    const next = Page.html`<p><a href="${home}">Continue to ${instance.name}</a></p>`
    if (Option.isSome(deletionAt)) {
      return respond({
        title: "You're signed in",
        body: Page.html`<h1>You're signed in</h1>
<p>Your account will be deleted on ${DateTime.formatIsoDateUtc(deletionAt.value)}.</p>
${next}`
      })
    }
    return passwordRemoved
      ? respond({
          title: "You're signed in",
          body: Page.html`<h1>You're signed in</h1>
<p>${passwordRemovedText}</p>
${next}`
        })
      : Effect.succeed(Page.redirect(home))
  }
}

/** The pages in use: `plain` by default. */
export class MagicLinkPages extends Context.Reference<MagicLinkPages>()("@latchkey/http/MagicLinkPages", {
  defaultValue: () => plain
}) {}
