/**
 * Pages that say one thing.
 *
 * @since 0.1.0
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { html } from "@latchkey/http/core/Html"
import type { Page } from "./Layout.ts"
import * as Paths from "./Paths.ts"
import type { FormError } from "./FormError.ts"
import { frame } from "./Frame.ts"

/** Whose page it is; the instance is missing in an outage. @since 0.1.0 */
export interface Place {
  readonly instance: Instance | undefined
  readonly prefix: string
}

/** For who opens a sign-in page and is signed in already. @since 0.1.0 */
export const signedIn = (place: Place, email: Email, next: string): Page =>
  frame({
    instance: place.instance,
    title: "You are signed in",
    main: html`<h1>You are signed in</h1>
<p>This browser is signed in as <strong>${email}</strong>.</p>
<p><a class="button" href="${next}">Continue</a></p>
<form method="post" action="${place.prefix}${Paths.signOut}"><button class="quiet">Sign out</button></form>`,
    footer: html`<a href="${place.prefix}${Paths.account}">Your account</a>`
  })

/** @since 0.1.0 */
export const signedOut = (place: Place): Page =>
  frame({
    instance: place.instance,
    title: "You are signed out",
    main: html`<h1>You are signed out</h1>
<p>Other browsers stay signed in. You can end those sessions on the page of your account.</p>
<p><a class="button" href="${place.prefix}${Paths.signIn}">Sign in again</a></p>`
  })

/** A form that a page of another site has sent. @since 0.1.0 */
export const foreign = (place: Place, formError: FormError, address: string): Page =>
  frame({
    instance: place.instance,
    title: "Nothing was done",
    status: formError.status,
    headers: formError.headers,
    main: html`<h1>Nothing was done</h1>
<p>For your safety: this form was not sent from our own page. If you wanted to do it, open this page and try there:</p>
<p><a href="${address}">${address}</a></p>`
  })

/** There is nothing at this address. @since 0.1.0 */
export const notFound = (place: Place): Page =>
  frame({
    instance: place.instance,
    title: "There is no such page",
    status: 404,
    main: html`<h1>There is no such page</h1>
<p>The address may have a typing error in it, or the page was somewhere else before.</p>
<p><a class="button" href="${place.prefix}${Paths.account}">Your account</a></p>`
  })

/** Something did not work, and can be tried again on the page at `path`. @since 0.1.0 */
export const failed = (place: Place, formError: FormError, path: string): Page =>
  frame({
    instance: place.instance,
    title: "That did not work",
    status: formError.status,
    headers: formError.headers,
    main: html`<h1>That did not work</h1>
<p>${formError.text}</p>
<p><a class="button" href="${place.prefix}${path}">Try again</a></p>`
  })
