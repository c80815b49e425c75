/**
 * What a browser shows when it comes back from an identity provider. The package `pages` has styled pages; these are
 * plain.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Identity } from "@latchkey/domain/account/IdentityRepository"
import type {
  ProviderSignIn,
  ReturnedVisit,
  VisitIntent
} from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { RequestContext } from "../core/Endpoint.ts"
import * as Page from "../core/Page.ts"
import { type Problem, statusOf, toHeaders, userTextOf } from "../core/Problem.ts"
import type { IncomingRequest } from "../core/RequestReader.ts"

type MakeResponse = Effect.Effect<HttpServerResponse.HttpServerResponse>

/**
 * A visit that came back.
 *
 * - `home`: where the browser goes: the return URL of the visit, or the instance's home.
 */
export interface ShownVisit extends Pick<ReturnedVisit, "intent" | "provider" | "returnTo"> {
  readonly home: string
}

/** How a visit has ended, without the tokens of the session, which are for the cookies only. */
export type VisitResult =
  | Pick<Extract<ProviderSignIn, { readonly _tag: "SignedIn" }>, "_tag" | "deletionAt" | "passwordRemoved">
  | Pick<Extract<ProviderSignIn, { readonly _tag: "SecondFactorRequired" }>, "_tag">
  | Pick<Extract<ProviderSignIn, { readonly _tag: "VerificationNeeded" }>, "_tag" | "email">
  | { readonly _tag: "Linked"; readonly identity: Identity }
  | { readonly _tag: "Reauthenticated" }

/**
 * The response of a provider, which the browser has to send again.
 *
 * - `action`, `fields`: what the form posts, and where.
 * - `formTargets`: as in `Page`.
 */
export interface RepeatedResponse {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly formTargets: ReadonlyArray<string>
}

/** What a layer for `IdentityProviderPages` provides. Each function makes a response to a browser. */
export interface IdentityProviderPagesService {
  /**
   * Sends the response of the provider again, from a page of the instance: the browser has sent no cookies with it,
   * because it came from another site.
   */
  readonly repeat: (response: RepeatedResponse, context: RequestContext) => MakeResponse
  /**
   * Says why the visit has failed. `visit` is missing if none has come back, and `context` while the instance is
   * unknown, as in an outage.
   */
  readonly rejected: (
    problem: Problem,
    context: RequestContext | undefined,
    request: IncomingRequest,
    visit?: ShownVisit
  ) => MakeResponse
  /** Redirects the browser, or tells the user first what happened. Cookies are added afterwards. */
  readonly completed: (result: VisitResult, visit: ShownVisit, context: RequestContext) => MakeResponse
}

const rejectedTitles: Readonly<Record<VisitIntent, string>> = {
  sign_in: "You're not signed in",
  link: "The account isn't connected",
  reauthenticate: "You haven't confirmed who you are"
}

const toResponse = Page.makeResponder(`
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 24px;overflow-wrap:anywhere}
button{font:inherit;padding:8px 20px}
`)

const respond = (page: Page.Page): MakeResponse => Effect.succeed(toResponse(page))

/** Makes the hidden fields of the form that sends a response again. */
export const hiddenFields = (fields: RepeatedResponse["fields"]): Page.Fragment =>
  Object.entries(fields).reduce(
    (all, [name, value]) => Page.html`${all}<input type="hidden" name="${name}" value="${value}">`,
    Page.html``
  )

/** The plain pages. */
export const plain: IdentityProviderPagesService = {
  repeat: ({ action, fields, formTargets }, { instance }) =>
    respond({
      title: `Sign in to ${instance.name}`,
      formTargets,
      body: Page.html`<h1>Sign in to ${instance.name}?</h1>
<form method="post" action="${action}">${hiddenFields(fields)}<button type="submit">Continue</button></form>`
    }),
  rejected: (problem, _context, _request, visit) => {
    const back = visit === undefined ? "" : Page.html`\n<p><a href="${visit.home}">Continue</a></p>`
    const title = rejectedTitles[visit?.intent ?? "sign_in"]
    return respond({
      title,
      status: statusOf(problem.code),
      headers: toHeaders(problem),
      body: Page.html`<h1>${title}</h1>
<p>${userTextOf(problem)}</p>${back}`
    })
  },
  completed: (result, { home }) =>
    result._tag === "VerificationNeeded"
      ? respond({
          title: "Check your email",
          body: Page.html`<h1>Check your email</h1>
<p>Open the link in the email that we've sent you to finish signing up.</p>`
        })
      : Effect.succeed(Page.redirect(home))
}

/** The pages in use: `plain` by default. */
export class IdentityProviderPages extends Context.Reference<IdentityProviderPages>()(
  "@latchkey/http/IdentityProviderPages",
  { defaultValue: () => plain }
) {}
