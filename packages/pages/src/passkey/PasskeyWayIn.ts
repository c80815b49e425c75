/** Passkeys on the sign-in page, and to confirm who a user is. */
import * as Credential from "@latchkey/domain/passkey/Credential"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Field from "../core/Field.ts"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import { buttonTo, none } from "../core/Fragments.ts"
import { credentialName, offerField, passkeyForm, signalUnknown, signInOptionsPath } from "../core/PasskeyForm.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import { fieldsOf, lastUsed } from "../core/WayIn.ts"
import type { MakeWayIn, ReauthenticationPart, SignInPart, WayIn } from "../core/WayIn.ts"

/**
 * The part of the sign-in page. On the sign-up page it only learns what the device can do. After a passkey was rejected
 * the field for the address offers none by itself: the browser would present the same one again.
 */
export const signIn: SignInPart = {
  fields: offerField,
  isAutofilled: true,
  hasRequests: true,
  aboveForm: (form, _page, { isMain }) => {
    const { language, prefix, rejectedPasskey } = form
    const { texts } = language
    const unknown = rejectedPasskey?.unknown
    return html`${passkeyForm(texts, {
      ceremony: "get",
      action: `${prefix}${Paths.signInPasskey}`,
      options: `${prefix}${signInOptionsPath}`,
      button: texts.passkey.signIn,
      isAutofilled: rejectedPasskey === undefined || rejectedPasskey.isTooLate,
      isQuiet: !isMain,
      isMarked: true,
      beside: lastUsed(form, "passkey"),
      fields: fieldsOf(form)
    })}${unknown === undefined ? none : signalUnknown(unknown)}`
  }
}

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
export const reauthenticationForm: ReauthenticationPart["render"] = (page, isFirst) =>
  passkeyForm(page.language.texts, {
    ceremony: "get",
    action: page.action,
    options: `${page.prefix}${signInOptionsPath}`,
    button: page.language.texts.passkey.use,
    isQuiet: !isFirst,
    fields: fieldsOf(page)
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
