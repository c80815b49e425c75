/** Passkeys on the sign-in page, and to confirm who a user is. */
import * as Credential from "@latchkey/domain/passkey/Credential"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Field from "../core/Field.ts"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import { buttonTo, none } from "../core/Fragments.ts"
import {
  credentialName,
  offerField,
  passkeyForm,
  signalUnknown,
  signInOptionsPath,
  type UnknownPasskey
} from "../core/PasskeyForm.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import { lastUsed } from "../core/WayIn.ts"
import type { MakeWayIn, ReauthenticationPart, SignInPart, WayIn } from "../core/WayIn.ts"

/**
 * What happened to a passkey before. `isRejected`: it did not sign in, so the field for the address offers none by
 * itself. `unknown`: no account has it.
 */
export interface FormerPasskey {
  readonly isRejected: boolean
  readonly unknown?: UnknownPasskey | undefined
}

/** Makes the part of the sign-in page. On the sign-up page it only learns what the device can do. */
export const makeSignIn = ({ isRejected, unknown }: FormerPasskey): SignInPart => ({
  fields: offerField,
  isAutofilled: true,
  hasRequests: true,
  aboveForm: (form, _page, { isMain }) => {
    const { language, prefix, returnUrl } = form
    const { texts } = language
    return html`${passkeyForm(texts, {
      ceremony: "get",
      action: `${prefix}${Paths.signInPasskey}`,
      options: `${prefix}${signInOptionsPath}`,
      button: texts.passkey.signIn,
      isAutofilled: !isRejected,
      isQuiet: !isMain,
      isMarked: true,
      beside: lastUsed(form, "passkey"),
      fields: Field.hidden(ReturnUrl.parameter, returnUrl)
    })}${unknown === undefined ? none : signalUnknown(unknown)}`
  }
})

/** The part of a sign-in page without a former passkey. */
export const signIn = makeSignIn({ isRejected: false })

/** Asks for a passkey where a password or a link is not enough. */
export const insteadOfFactor: NonNullable<WayIn["insteadOfFactor"]> = ({ instance, language, prefix, returnUrl }) => ({
  title: language.texts.passkey.signIn,
  text: language.texts.passkey.isRequired(instance.name),
  hasRequests: true,
  form: passkeyForm(language.texts, {
    ceremony: "get",
    action: `${prefix}${Paths.signInPasskey}`,
    options: `${prefix}${signInOptionsPath}`,
    button: language.texts.passkey.signIn,
    fields: Field.hidden(ReturnUrl.parameter, returnUrl)
  })
})

/** What the account page shows. */
export const account: Pick<WayIn, "accountPart" | "id" | "signedIn"> = {
  id: "passkey",
  signedIn: ({ texts: { passkey } }, at) => passkey.signedIn(at),
  accountPart: ({ language: { texts }, prefix }) => html`<h2>${texts.passkey.section}</h2>
<p class="row">${texts.passkey.sectionText(buttonTo(`${prefix}${Paths.accountPasskeys}`))}</p>`
}

/** Makes the part of the page that confirms who a user is. */
export const reauthenticationForm: ReauthenticationPart["render"] = ({ language, prefix, returnUrl }, isFirst) =>
  passkeyForm(language.texts, {
    ceremony: "get",
    action: `${prefix}${Paths.reauthenticate}`,
    options: `${prefix}${signInOptionsPath}`,
    button: language.texts.passkey.use,
    isQuiet: !isFirst,
    fields: Field.hidden(ReturnUrl.parameter, returnUrl)
  })

export const make: MakeWayIn = ({ hasPasskeys }) =>
  Effect.map(Reauthenticate, ({ withPasskey }) => ({
    ...account,
    isOffered: hasPasskeys,
    signIn,
    insteadOfFactor,
    reauthentication: {
      render: reauthenticationForm,
      field: credentialName,
      hasRequests: true,
      confirm: ({ caller, instance }, form) =>
        Effect.flatMap(FormInput.credential(Credential.AuthenticationCredential, form), (credential) =>
          withPasskey({ instance, caller, credential })
        ),
      errorOf: (language, problem) =>
        problem.code === "invalid_credentials"
          ? FormError.make(language, problem, {}, language.texts.passkey.notYours)
          : undefined
    }
  }))
