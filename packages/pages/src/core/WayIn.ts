/**
 * What a way in shows on the pages for users. Each room that is a way in makes its own from the site, and so can an
 * app; no page names them.
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { UseCases } from "@latchkey/domain/Domain"
import type { FactorRecoveryStatus } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import type { MethodId } from "@latchkey/domain/instance/AuthenticationMethods"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { Unauthenticated } from "@latchkey/domain/session/SessionErrors"
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import type { EndpointError, RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as Field from "./Field.ts"
import { none } from "./Fragments.ts"
import * as FormError from "./FormError.ts"
import * as ReturnUrl from "./ReturnUrl.ts"
import type { RejectedPasskey } from "./PasskeySignIn.ts"
import type { Layout } from "./Site.ts"

/**
 * Where a page leads afterwards. `returnUrl`: empty if there is none. `kept`: what each of its forms sends in addition,
 * such as what was typed before.
 */
export interface Continuation {
  readonly returnUrl: string
  readonly kept?: Fragment
}

/** Makes the fields with it, which every form of the page sends. */
export const fieldsOf = ({ kept = none, returnUrl }: Continuation): Fragment =>
  html`${Field.hidden(ReturnUrl.parameter, returnUrl)}${kept}`

/**
 * The sign-in page or the sign-up page.
 *
 * - `path`: where it is.
 * - `instance`: missing in an outage.
 * - `parts`: the parts of the ways in that the instance offers.
 * - `email`: what the user typed; empty at first.
 * - `isEditing`: whether the user wants to change the address.
 * - `returnUrl`: empty if there is none.
 * - `kept`: as in `Continuation`.
 * - `lastWay`: the way in that the device used last, as in `LastWayCookie`. The page marks it.
 * - `rejectedPasskey`: a passkey that did not sign in before.
 * - `formTargets`: as in `Page`.
 */
export interface SignInForm extends Continuation {
  readonly language: PageLanguage
  readonly instance: Instance | undefined
  readonly prefix: string
  readonly parts: ReadonlyArray<SignInPart>
  readonly email: string
  readonly isEditing?: boolean
  readonly lastWay?: string | undefined
  readonly rejectedPasskey?: RejectedPasskey | undefined
  readonly formTargets: ReadonlyArray<string>
  readonly error?: FormError.FormError | undefined
}

/** A page with a form for an email address: signing in, or signing up. */
export type FormPage = "sign-in" | "sign-up"

/** Makes a part of the page. */
export type RenderPart<Option> = (form: SignInForm, page: FormPage, option: Option) => Fragment

/**
 * The part of the sign-in page and the sign-up page.
 *
 * - `aboveForm`: what stands above the form with the email address, and needs none: a button. `isMain`: whether it is
 *   the main button of the page, because there is no such form. `signsUp`: whether it stands on the sign-up page, too.
 * - `inForm`: its part of that form. `path`: where the form is sent if it is the first way in it. `hasFocus`: whether
 *   another field than the address has the focus.
 * - `fields`: what the form sends in addition.
 * - `isAutofilled`: whether the browser offers it in the field for the address of the sign-in page, too.
 * - `isLink`: whether it sends no form, so that what the page has `kept` would be lost.
 * - `hasRequests`: as in `Page`, for the sign-in page.
 * - `style`: as in `FramedPage`.
 */
export interface SignInPart {
  readonly aboveForm?: RenderPart<{ readonly isMain: boolean }>
  readonly inForm?: {
    readonly path: (page: FormPage) => string
    readonly render: RenderPart<{ readonly isFirst: boolean }>
    readonly hasFocus?: (form: SignInForm) => boolean
  }
  readonly signsUp?: boolean
  readonly fields?: Fragment
  readonly isAutofilled?: boolean
  readonly isLink?: boolean
  readonly hasRequests?: boolean
  readonly style?: string
}

/** Marks the way in that the device used last, on its button. */
export const lastUsed = ({ language, lastWay }: SignInForm, way: string): Fragment =>
  lastWay === way ? html` <span class="last">${language.texts.core.lastUsed}</span>` : none

/**
 * The forms that confirm who a signed-in user is. `action`: where they are sent. `returnUrl`: the page of the change.
 */
export interface ReauthenticationForms extends Continuation {
  readonly language: PageLanguage
  readonly prefix: string
  readonly action: string
  readonly email: string
  readonly error?: FormError.FormError | undefined
}

/**
 * The page with these forms.
 *
 * - `parts`: those of the ways that the user has, the best first.
 * - `recovery`: what the user can do who has lost the passkey or the app.
 * - `formTargets`: as in `Page`.
 */
export interface Reauthentication extends ReauthenticationForms {
  readonly instance: Instance
  readonly email: Email
  readonly parts: ReadonlyArray<ReauthenticationPart>
  readonly recovery: FactorRecoveryStatus
  readonly formTargets: ReadonlyArray<string>
}

/**
 * The part of the page that confirms who a user is. A method of level 2 is offered to users who have it, and others
 * only to users who have none.
 *
 * - `isPossibleFor`: for a method of level 1: whether the user can use it.
 * - `field`: the name of the field that its form sends.
 * - `confirm`: authenticates the user again with what the form holds.
 * - `errorOf`: what the page says of a problem, if it is not the usual text.
 * - `failed`: what the page says of an attempt elsewhere that has led back to it.
 * - `hasRequests`: as in `Page`. `style`: as in `FramedPage`.
 */
export interface ReauthenticationPart {
  readonly isPossibleFor?: (instance: Instance, user: User) => boolean
  readonly render: (page: ReauthenticationForms, isFirst: boolean) => Fragment
  readonly field?: string
  readonly confirm?: (context: RequestContext, form: URLSearchParams) => Effect.Effect<IssuedSession, EndpointError>
  readonly errorOf?: (language: PageLanguage, problem: Problem) => FormError.FormError | undefined
  readonly failed?: (language: PageLanguage) => FormError.FormError | undefined
  readonly hasRequests?: boolean
  readonly style?: string
}

/** Makes the part of a method of level 1 for a user. None for a user who cannot use it. */
export type MakeReauthentication = (
  context: RequestContext,
  user: User
) => Effect.Effect<Option.Option<ReauthenticationPart>, Unauthenticated | PersistenceError>

/** Makes the form of such a part around its field, with a button. */
export const reauthenticationForm = (page: ReauthenticationForms, isFirst: boolean, field: Fragment): Fragment => {
  const { confirm } = page.language.texts.reauthentication
  return html`<form method="post" action="${page.action}" novalidate>${fieldsOf(page)}${field}${isFirst ? html`<button>${confirm}</button>` : html`<button class="quiet">${confirm}</button>`}</form>`
}

const problems = ["invalid_credentials", "invalid_request", "invalid_token", "password_disabled", "signin_rate_limited"]

/** Returns `true` for a problem that the page of these forms shows itself. */
export const isOfReauthentication = ({ code }: Problem): boolean => problems.includes(code)

/** Returns what that page says of such a problem. `part`: the one whose form was sent, if it is known. */
export const reauthenticationError = (
  part: ReauthenticationPart | undefined,
  problem: Problem,
  { instance, language }: { readonly instance: Instance; readonly language: PageLanguage }
): FormError.FormError => part?.errorOf?.(language, problem) ?? FormError.of(language, problem, instance)

/** The page of a sign-in that lacks a second factor. `returnUrl`: empty if there is none. */
export interface SecondFactorView {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly returnUrl: string
}

/** What that page asks for. `hasRequests`: as in `Page`. */
export interface InsteadOfFactor {
  readonly title: string
  readonly text: string
  readonly form: Fragment
  readonly hasRequests?: boolean
}

/** The account page, for its sections. `hasSecondFactor`: whether the user has one. */
export interface AccountView {
  readonly language: PageLanguage
  readonly prefix: string
  readonly hasSecondFactor: boolean
}

/**
 * A way in.
 *
 * - `id`: of its method.
 * - `isOffered`: whether the pages of the instance offer it, which is unknown in an outage.
 * - `signedIn`: says that a session was signed in with it, at a time such as "2 hours ago".
 * - `accountPart`: its section of the account page.
 * - `reauthentication`: its part of the page that confirms who a user is, or the function that makes it.
 * - `insteadOfFactor`: asks users who have it for it, where a password or a link is not enough. Every method of level 2
 *   that begins sign-ins needs it.
 */
export interface WayIn {
  readonly id: MethodId
  readonly isOffered: (instance: Instance | undefined) => boolean
  readonly signedIn?: (language: PageLanguage, at: Fragment) => Fragment
  readonly accountPart?: (view: AccountView) => Fragment
  readonly signIn?: SignInPart
  readonly reauthentication?: ReauthenticationPart | MakeReauthentication
  readonly insteadOfFactor?: (view: SecondFactorView) => InsteadOfFactor
}

/** Makes a way in for the pages. */
export type MakeWayIn = (layout: Layout) => Effect.Effect<WayIn, never, UseCases>

/** What the methods show that an app adds: none by default. Provide it to `Pages.layerRoutes`. */
export class OwnWaysIn extends Context.Reference<OwnWaysIn>()("@latchkey/pages/OwnWaysIn", {
  defaultValue: (): ReadonlyArray<MakeWayIn> => []
}) {}
