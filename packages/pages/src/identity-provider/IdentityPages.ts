/**
 * The pages of the accounts at identity providers that a user has connected, and those around a visit to a provider.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { IdentityProviderKind } from "@latchkey/domain/instance/IdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { hiddenFields, type RepeatedResponse } from "@latchkey/http/identity-provider/IdentityProviderPages"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { all, linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Owner from "../core/Owner.ts"
import * as Paths from "../core/Paths.ts"
import * as RelativeTime from "../core/RelativeTime.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import type { ShownProvider } from "./IdentityProviderWayIn.ts"
import * as ProviderMark from "../core/ProviderMark.ts"

/**
 * An identity as the page shows it.
 *
 * - `name`: of its provider, or the host of one that the instance has no more.
 * - `label`: what the user recognizes it by.
 * - `isOn`: whether users can sign in with the provider.
 */
export interface ShownIdentity {
  readonly id: string
  readonly name: string
  readonly kind: IdentityProviderKind
  readonly label: Option.Option<string>
  readonly isOn: boolean
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: Option.Option<DateTime.Utc>
}

/**
 * - `email`: of the signed-in user.
 * - `providers`: those to connect.
 * - `maxIdentities`: how many a user can have.
 * - `confirmUrl`: the page that confirms who the user is; `undefined` if they have done so.
 * - `returnUrl`: where the user goes on; empty if there is no such page.
 */
export interface Identities {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly identities: ReadonlyArray<ShownIdentity>
  readonly providers: ReadonlyArray<ShownProvider>
  readonly maxIdentities: number
  readonly confirmUrl: string | undefined
  readonly returnUrl: string
  readonly now: DateTime.Utc
  readonly notice?: string | undefined
  readonly error?: FormError | undefined
}

/**
 * What the page of connected accounts is told in the query, by the names of the parameters.
 *
 * - `connect`: the id of the provider to connect; the field of the form, too.
 * - `done`, `failed`: what the user has done, or what went wrong.
 * - `returnUrl`: as in `Identities`.
 */
interface Query {
  readonly connect?: string | undefined
  readonly done?: "added" | "removed"
  readonly failed?: string | undefined
  readonly returnUrl?: string | undefined
}

/** Returns the path of the page, below the prefix. */
export const path = ({ returnUrl, ...query }: Query): string => {
  const given = Object.entries({ ...query, [ReturnUrl.parameter]: returnUrl }).flatMap(([name, value = ""]) =>
    value === "" ? [] : [[name, value]]
  )
  return given.length === 0 ? Paths.accountIdentities : `${Paths.accountIdentities}?${new URLSearchParams(given)}`
}

const row = ({ language: { texts }, now, prefix }: Identities, shown: ShownIdentity): Fragment => {
  const { identityProvider } = texts
  const added = identityProvider.added(RelativeTime.time(texts, shown.createdAt, now))
  const times = Option.match(shown.lastUsedAt, {
    onNone: () => added,
    onSome: (at) => identityProvider.lastUsed(added, RelativeTime.time(texts, at, now))
  })
  const label = Option.match(shown.label, { onNone: () => none, onSome: (label) => html`<bdi>${label}</bdi><br>` })
  const disconnect = Option.match(shown.label, {
    onNone: () => identityProvider.disconnectNamed(shown.name),
    onSome: (label) => identityProvider.disconnectLabeled(shown.name, label)
  })
  return html`<li><div><span class="mark">${ProviderMark.of(shown.kind)}</span>${strong(shown.name)}${when(!shown.isOn, () => html` <span class="tag">${identityProvider.turnedOff}</span>`)}
<span class="hint">${label}${times}</span></div>
<form method="post" action="${prefix}${Paths.accountIdentities}/${shown.id}/remove"><button class="quiet bad small" aria-label="${disconnect}">${identityProvider.disconnect}</button></form></li>`
}

const connectForm = (
  { language, prefix, returnUrl }: Pick<Identities, "language" | "prefix" | "returnUrl">,
  { id, kind, name }: ShownProvider
): Fragment =>
  html`<form method="post" action="${prefix}${Paths.accountIdentities}">${Field.hidden("connect", id)}${Field.hidden(ReturnUrl.parameter, returnUrl)}
<button class="provider">${ProviderMark.of(kind)}<span>${language.texts.identityProvider.connect(name)}</span></button></form>`

const connectPart = (page: Identities, providers: ReadonlyArray<ShownProvider>): Fragment => {
  const { confirmUrl, identities, language, maxIdentities } = page
  if (providers.length === 0) return none
  if (identities.length >= maxIdentities) {
    return html`<p>${language.texts.identityProvider.tooMany(maxIdentities)}</p>`
  }
  if (confirmUrl !== undefined) return Owner.link(language, confirmUrl)
  return html`<div class="providers">${all(providers.map((provider) => connectForm(page, provider)))}</div>`
}

const framed = (page: Identities, title: string, main: Fragment): Page => {
  const { email, error, instance, language, notice, prefix } = page
  const { core } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? title : core.errorTitle(title),
    style: ProviderMark.style,
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${title}</h1>
${notice === undefined ? none : Field.notice(notice)}
${error === undefined ? none : Field.alert(error)}
${Owner.named(language, email)}
${main}`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.backToAccount)
  })
}

/** Makes the page of all connected accounts. */
export const page = (page: Identities): Page => {
  const { identities, language, providers, returnUrl } = page
  const { core, identityProvider } = language.texts
  const list = html`<p>${identityProvider.explanation}</p>
<ul class="rows">${all(identities.map((shown) => row(page, shown)))}</ul>`
  return framed(
    page,
    identityProvider.section,
    html`${when(returnUrl !== "", () => html`<p><a class="button" href="${returnUrl}">${core.continue}</a></p>`)}
${identities.length === 0 ? html`<p class="soft">${identityProvider.none}</p>` : list}
${connectPart({ ...page, returnUrl: "" }, providers)}`
  )
}

/** Makes the page that connects an account at one provider. */
export const connect = (page: Identities, provider: ShownProvider): Page => {
  const { identityProvider } = page.language.texts
  return framed(
    page,
    identityProvider.connectHeading(provider.name),
    html`<p>${identityProvider.connectText}</p>
${connectPart(page, [provider])}`
  )
}

/**
 * Makes the page that leads to the provider. It does so by itself, without a script: a redirect would have to be in the
 * Content Security Policy of the page before, and so would every page that the provider leads to.
 */
export const leaving = ({ instance, language }: MessageOptions, { kind, name }: ShownProvider, url: string): Page => {
  const { identityProvider } = language.texts
  const title = identityProvider.leaving(name)
  return frame({
    language,
    instance,
    title,
    style: ProviderMark.style,
    headers: { refresh: `0;url=${url}` },
    main: html`<h1>${title}</h1>
<div class="providers"><a class="button provider" href="${url}">${ProviderMark.of(kind)}<span>${identityProvider.continueWith(name)}</span></a></div>`
  })
}

/** Makes the page that sends the response of the provider again: by itself if there are scripts. */
export const repeat = (
  { instance, language }: MessageOptions,
  { action, fields, formTargets }: RepeatedResponse
): Page => {
  const { core, identityProvider } = language.texts
  return frame({
    language,
    instance,
    title: identityProvider.almostDone,
    formTargets,
    main: html`<h1>${identityProvider.almostDone}</h1>
<p>${identityProvider.almostDoneText}</p>
<form method="post" action="${action}" data-submit>${hiddenFields(fields)}
<button>${core.continue}</button></form>`
  })
}
