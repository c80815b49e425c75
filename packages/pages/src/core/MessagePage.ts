/**
 * Pages with a short message.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { html, type Page } from "@latchkey/http/core/Page"
import * as FormError from "./FormError.ts"
import { frame } from "./Frame.ts"
import * as Paths from "./Paths.ts"

/** What every message page needs. `instance` is missing in an outage. */
export interface MessageOptions {
  readonly instance: Instance | undefined
  readonly prefix: string
}

/** Makes the page that a signed-in user sees instead of the sign-in page. `next`: where "Continue" leads. */
export const signedIn = ({ instance, prefix }: MessageOptions, email: Email, next: string): Page =>
  frame({
    instance,
    title: "You're signed in",
    main: html`<h1>You're signed in</h1>
<p>You're signed in on this device as <strong>${email}</strong>.</p>
<p><a class="button" href="${next}">Continue</a></p>
<form method="post" action="${prefix}${Paths.signOut}"><button class="quiet">Sign out</button></form>`,
    footer: html`<a href="${prefix}${Paths.account}">Your account</a>`
  })

/** Makes the page that follows signing out. */
export const signedOut = ({ instance, prefix }: MessageOptions): Page =>
  frame({
    instance,
    title: "You're signed out",
    main: html`<h1>You're signed out</h1>
<p>Your other devices stay signed in. You can sign out on them from your account page.</p>
<p><a class="button" href="${prefix}${Paths.signIn}">Sign in again</a></p>`
  })

/** Makes the page for a form that another website sent. `url`: the page to use instead. */
export const crossOrigin = (
  { instance }: MessageOptions,
  { headers, status }: FormError.FormError,
  url: string
): Page =>
  frame({
    instance,
    title: "Request blocked",
    status,
    headers,
    main: html`<h1>Request blocked</h1>
<p>This form was sent from another website, so we didn't process it. To continue, use this page:</p>
<p><a href="${url}">${url}</a></p>`
  })

/** Makes the page for a path that does not exist. */
export const notFound = ({ instance, prefix }: MessageOptions): Page =>
  frame({
    instance,
    title: "Page not found",
    status: 404,
    main: html`<h1>Page not found</h1>
<p>Check the web address, or go to your account.</p>
<p><a class="button" href="${prefix}${Paths.account}">Your account</a></p>`
  })

/** Makes the page for a host that no instance has, such as one of a deleted instance. */
export const unknownHost: Page = frame({
  instance: undefined,
  title: "Page not found",
  status: 404,
  main: html`<h1>Page not found</h1>
<p>You can't sign in at this address.</p>`
})

/** Makes the page for a request that failed and can be tried again on the page at `path`. */
export const failed = ({ instance, prefix }: MessageOptions, error: FormError.FormError, path: string): Page =>
  frame({
    instance,
    title: FormError.heading,
    status: error.status,
    headers: error.headers,
    main: html`<h1>${FormError.heading}</h1>
<p>${error.text}</p>
<p><a class="button" href="${prefix}${path}">Try again</a></p>`
  })
