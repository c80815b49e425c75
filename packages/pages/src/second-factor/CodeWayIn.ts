/** Codes of the authenticator app, and recovery codes, to confirm who a user is. */
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Field from "../core/Field.ts"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import { buttonTo } from "../core/Fragments.ts"
import * as Paths from "../core/Paths.ts"
import * as WayInParts from "../core/WayIn.ts"
import type { MakeWayIn, ReauthenticationPart, WayIn } from "../core/WayIn.ts"

/** What the account page shows. */
export const account: Pick<WayIn, "accountPart" | "id"> = {
  id: "totp",
  accountPart: ({ hasSecondFactor, language, prefix }) => {
    const { isOff, isOn, section } = language.texts.secondFactor
    const link = buttonTo(`${prefix}${Paths.accountSecondFactor}`)
    return html`<h2>${section}</h2>
<p class="row">${hasSecondFactor ? isOn(link) : isOff(link)}</p>`
  }
}

/** Makes the part of the page that confirms who a user is. */
export const reauthenticationForm: ReauthenticationPart["render"] = (page, isFirst) => {
  const { error, language } = page
  const { secondFactor } = language.texts
  return WayInParts.reauthenticationForm(
    page,
    isFirst,
    Field.field(language.texts, {
      id: "code",
      label: secondFactor.code,
      type: "text",
      autocomplete: "one-time-code",
      hint: secondFactor.codeHint,
      error: error?.fields["code"],
      isFocused: isFirst || error?.fields["code"] !== undefined
    })
  )
}

export const make: MakeWayIn = () =>
  Effect.map(Reauthenticate, ({ withCode }) => ({
    ...account,
    isOffered: (instance) => instance !== undefined && instance.authConfig.secondFactor !== "off",
    reauthentication: {
      render: reauthenticationForm,
      field: "code",
      confirm: ({ caller, instance }, form) =>
        Effect.flatMap(FormInput.all({ code: FormInput.secondFactorCode(form, false) }), ({ code }) =>
          withCode({ instance, caller, code })
        ),
      errorOf: (language, problem) =>
        problem.code === "invalid_token"
          ? FormError.make(language, problem, { code: language.texts.fields.authenticatorCodeWrong })
          : undefined
    }
  }))
