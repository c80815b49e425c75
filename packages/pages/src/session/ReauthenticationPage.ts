/**
 * The page that confirms who a signed-in user is, before they change something important.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { FactorRecoveryStatus } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { recentLifetime } from "@latchkey/domain/session/StepUp"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import * as Duration from "effect/Duration"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { all, linkTo, none, strong } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as FactorRecoveryPages from "../factor-recovery/FactorRecoveryPages.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { passkeyForm } from "../core/PasskeyForm.ts"

/**
 * A way to confirm it: a passkey, a code of the authenticator app or a recovery code, the password, or a new sign-in
 * with a link.
 */
export type Way = "passkey" | "code" | "password" | "link"

/**
 * - `ways`: those that the user has, the best first.
 * - `recovery`: what the user can do who has lost the passkey or the app.
 * - `returnUrl`: the page of the change. `formTargets`: as in `Page`.
 * - `optionsUrl`: where the script gets the options for a passkey.
 */
export interface Reauthentication {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly ways: ReadonlyArray<Way>
  readonly recovery: FactorRecoveryStatus
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
  readonly optionsUrl: string
  readonly error?: FormError | undefined
}

const recentMinutes = Duration.toMinutes(recentLifetime)

const partOf = (page: Reauthentication, way: Way, isFirst: boolean): Fragment => {
  const { error, language, optionsUrl, prefix, returnUrl } = page
  const { texts } = language
  const { core, personalData, reauthentication, secondFactor } = texts
  const action = `${prefix}${Paths.reauthenticate}`
  const fields = Field.hidden(ReturnUrl.parameter, returnUrl)
  const button = (text: string) =>
    isFirst ? html`<button>${text}</button>` : html`<button class="quiet">${text}</button>`
  const form = (field: Fragment) =>
    html`<form method="post" action="${action}" novalidate>${fields}${field}${button(reauthentication.confirm)}</form>`
  switch (way) {
    case "passkey":
      return passkeyForm(texts, {
        ceremony: "get",
        action,
        options: optionsUrl,
        button: reauthentication.withPasskey,
        isQuiet: !isFirst,
        fields
      })
    case "code":
      return form(
        Field.field(texts, {
          id: "code",
          label: secondFactor.code,
          type: "text",
          autocomplete: "one-time-code",
          hint: secondFactor.codeHint,
          error: error?.fields["code"],
          isFocused: isFirst || error?.fields["code"] !== undefined
        })
      )
    case "password":
      return form(
        html`<input type="text" name="username" autocomplete="username" value="${page.email}" readonly hidden>${Field.field(
          texts,
          {
            id: "password",
            label: core.password,
            type: "password",
            autocomplete: "current-password",
            error: error?.fields["password"],
            isFocused: isFirst || error?.fields["password"] !== undefined
          }
        )}`
      )
    case "link":
      return html`<form method="post" action="${prefix}${Paths.accountLink}">${fields}
<p class="soft" id="link-hint">${personalData.signInFirst(recentMinutes)}</p>
<button class="quiet" aria-describedby="link-hint">${core.emailSignInLink}</button></form>`
  }
}

/** Makes the page. */
export const page = (reauthentication: Reauthentication): Page => {
  const { email, error, formTargets, instance, language, prefix, recovery, ways } = reauthentication
  const { core, reauthentication: texts } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? texts.title : core.errorTitle(texts.title),
    formTargets,
    hasRequests: ways.includes("passkey"),
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${texts.title}</h1>
${error === undefined ? none : Field.alert(error)}
<p>${texts.text(strong(email))}</p>
${all(ways.map((way, index) => partOf(reauthentication, way, index === 0)))}
${FactorRecoveryPages.lost(language, `${prefix}${Paths.accountRecovery}`, recovery)}`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.backToAccount)
  })
}
