/**
 * Pages with a short message.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { html, type Page } from "@latchkey/http/core/Page"
import type { PageLanguage } from "../language/PageLanguage.ts"
import type { FormError } from "./FormError.ts"
import { none, strong } from "./Fragments.ts"
import { frame } from "./Frame.ts"
import * as Paths from "./Paths.ts"

/** What every message page needs. `instance` is missing in an outage. */
export interface MessageOptions {
  readonly language: PageLanguage
  readonly instance: Instance | undefined
  readonly prefix: string
}

/**
 * - `email`: of the signed-in user.
 * - `next`: where "Continue" leads.
 * - `about`: why the user sees the page, if it is not the one that they asked for.
 * - `status`: 200 by default.
 */
export interface SignedIn extends MessageOptions {
  readonly email: Email
  readonly next: string
  readonly about?: string
  readonly status?: number
}

/** Makes the page that a signed-in user sees instead of the sign-in page, or of a link that no longer works. */
export const signedIn = ({ about, email, instance, language, next, prefix, status }: SignedIn): Page => {
  const { core, message } = language.texts
  return frame({
    language,
    instance,
    status,
    title: message.signedIn,
    main: html`<h1>${message.signedIn}</h1>
${about === undefined ? none : html`<p>${about}</p>`}
<p>${message.signedInAs(strong(email))}</p>
<p><a class="button" href="${next}">${core.continue}</a></p>
<form method="post" action="${prefix}${Paths.signOut}"><button class="quiet">${core.signOut}</button></form>`,
    footer: html`<a href="${prefix}${Paths.account}">${core.account}</a>`
  })
}

/** Makes the page that follows signing out. */
export const signedOut = ({ instance, language, prefix }: MessageOptions): Page => {
  const { message } = language.texts
  return frame({
    language,
    instance,
    title: message.signedOut,
    main: html`<h1>${message.signedOut}</h1>
<p>${message.otherDevices}</p>
<p><a class="button" href="${prefix}${Paths.signIn}">${message.signInAgain}</a></p>`
  })
}

/** Makes the page for a form that another website sent. `url`: the page to use instead. */
export const crossOrigin = (
  { instance, language }: MessageOptions,
  { headers, status }: FormError,
  url: string
): Page => {
  const { message } = language.texts
  return frame({
    language,
    instance,
    title: message.blocked,
    status,
    headers,
    main: html`<h1>${message.blocked}</h1>
<p>${message.blockedText}</p>
<p><a href="${url}"><bdi>${url}</bdi></a></p>`
  })
}

/** Makes the page for a browser that keeps no cookies. `url`: where the user tries again. */
export const cookiesBlocked = ({ instance, language }: MessageOptions, url: string): Page => {
  const { core, message } = language.texts
  return frame({
    language,
    instance,
    title: message.cookiesBlocked,
    status: 400,
    main: html`<h1>${message.cookiesBlocked}</h1>
<p>${message.cookiesBlockedText}</p>
<p><a class="button" href="${url}">${core.tryAgain}</a></p>`
  })
}

/** Makes the page for a path that does not exist. */
export const notFound = ({ instance, language, prefix }: MessageOptions): Page => {
  const { core, message } = language.texts
  return frame({
    language,
    instance,
    title: message.notFound,
    status: 404,
    main: html`<h1>${message.notFound}</h1>
<p>${message.notFoundText}</p>
<p><a class="button" href="${prefix}${Paths.account}">${core.account}</a></p>`
  })
}

/** Makes the page for a host that no instance has, such as one of a deleted instance. */
export const unknownHost = (language: PageLanguage): Page => {
  const { message } = language.texts
  return frame({
    language,
    instance: undefined,
    title: message.notFound,
    status: 404,
    main: html`<h1>${message.notFound}</h1>
<p>${message.unknownHost}</p>`
  })
}

/** Makes the page for a request that failed and can be tried again on the page at `path`. */
export const failed = ({ instance, language, prefix }: MessageOptions, error: FormError, path: string): Page => {
  const { core } = language.texts
  return frame({
    language,
    instance,
    title: core.problemHeading,
    status: error.status,
    headers: error.headers,
    main: html`<h1>${core.problemHeading}</h1>
<p>${error.text}</p>
<p><a class="button" href="${prefix}${path}">${core.tryAgain}</a></p>`
  })
}
