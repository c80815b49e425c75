/** Identity providers on the sign-in page, on the sign-up page, and to confirm who a user is. */
import { Identities } from "@latchkey/domain/identity-provider/Identities"
import { SignInWithIdentityProvider } from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import { type IdentityProvider, isIssuerOf } from "@latchkey/domain/instance/IdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all, buttonTo, none } from "../core/Fragments.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import { lastUsed } from "../core/WayIn.ts"
import type { MakeWayIn, ReauthenticationPart, SignInPart, WayIn } from "../core/WayIn.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as IdentityProblem from "./IdentityProblem.ts"
import * as ProviderMark from "../core/ProviderMark.ts"

/** What a button shows of a provider. */
export type ShownProvider = Pick<IdentityProvider, "id" | "kind" | "name">

/** Returns the providers of an instance; none in an outage. */
type ProvidersOf = (instance: Instance | undefined) => ReadonlyArray<ShownProvider>

/** Where the buttons are, and the path above those that they lead to. */
interface Place {
  readonly language: PageLanguage
  readonly prefix: string
  readonly returnUrl: string
}

/** The most providers whose buttons have a line each. More stand side by side, and show the name only. */
const maxLines = 2

const labelOf = ({ identityProvider }: PageLanguage["texts"], name: string, isShort: boolean): Fragment =>
  isShort
    ? html`<span class="unseen">${identityProvider.continueWith(name)}</span><span aria-hidden="true">${name}</span>`
    : html`<span>${identityProvider.continueWith(name)}</span>`

/**
 * Makes the buttons that lead to the providers. They are links: the Content Security Policy would have to name every
 * page that a form leads to, and no one knows those of a provider.
 */
const buttons = (
  { language, prefix, returnUrl }: Place,
  path: string,
  providers: ReadonlyArray<ShownProvider>,
  beside: (id: string) => Fragment = () => none
): Fragment => {
  const isShort = providers.length > maxLines
  return html`<div class="ways${isShort ? " tiles" : ""}">${all(
    providers.map(
      ({ id, kind, name }) =>
        html`<a class="button provider" href="${ReturnUrl.append(`${prefix}${path}/${id}`, returnUrl)}">${ProviderMark.of(kind)}${labelOf(language.texts, name, isShort)}${beside(id)}</a>`
    )
  )}</div>`
}

/** Returns the provider as a way in that the device used last. */
export const lastWayOf = (id: string): string => `identity_provider.${id}`

/** Makes the part of the two pages. */
export const makeSignIn = (providersOf: ProvidersOf): SignInPart => ({
  signsUp: true,
  isLink: true,
  style: ProviderMark.style,
  aboveForm: (form) =>
    buttons(form, Paths.signInWith, providersOf(form.instance), (id) => lastUsed(form, lastWayOf(id)))
})

const signedIn = ({ texts: { identityProvider } }: PageLanguage, at: Fragment) => identityProvider.signedIn(at)

/** What the account page shows. */
export const account: Pick<WayIn, "accountPart" | "id" | "signedIn"> = {
  id: "identity_provider",
  signedIn,
  accountPart: ({ language: { texts }, prefix }) => html`<h2>${texts.identityProvider.section}</h2>
<p class="row">${texts.identityProvider.sectionText(buttonTo(`${prefix}${Paths.accountIdentities}`))}</p>`
}

/** Makes the part of the page that confirms who a user is. `query`: of the page, which may name a visit that failed. */
export const makeReauthentication = (
  providers: ReadonlyArray<ShownProvider>,
  query = new URLSearchParams()
): ReauthenticationPart => ({
  style: ProviderMark.style,
  render: (page) => buttons(page, Paths.reauthenticateWith, providers),
  failed: (language) => IdentityProblem.errorOfConfirming(language, query, providers)
})

export const make: MakeWayIn = () =>
  Effect.gen(function* () {
    const { list } = yield* Identities
    const { providersOf } = yield* SignInWithIdentityProvider
    const enabled = (instance: Instance | undefined) => (instance === undefined ? [] : providersOf(instance))
    return {
      ...account,
      isOffered: (instance) => enabled(instance).length > 0,
      signIn: makeSignIn(enabled),
      reauthentication: ({ caller, instance, request }) =>
        Effect.map(list({ instance, caller }), (identities) => {
          const own = enabled(instance).filter((provider) =>
            identities.some(({ issuer }) => isIssuerOf(provider, issuer))
          )
          return own.length === 0 ? Option.none() : Option.some(makeReauthentication(own, RequestReader.query(request)))
        })
    }
  })

/** The method of a session whose provider is trusted with several factors. The other one is offered. */
export const makeOfSeveralFactors: MakeWayIn = () =>
  Effect.succeed({ id: "identity_provider_mfa", isOffered: () => false, signedIn })
