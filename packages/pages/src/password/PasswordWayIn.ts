/** Passwords on the sign-in page, on the sign-up page, and to confirm who a user is. */
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import type { Fragment } from "@latchkey/http/core/Page"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import { linkTo } from "../core/Fragments.ts"
import * as PasswordPolicyText from "../core/PasswordPolicyText.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as WayInParts from "../core/WayIn.ts"
import type { FormPage, MakeWayIn, ReauthenticationPart, SignInForm, SignInPart, WayIn } from "../core/WayIn.ts"

const newPassword = ({ instance, language }: SignInForm) =>
  instance === undefined
    ? {}
    : {
        hint: PasswordPolicyText.describe(language.texts, instance.passwordPolicy),
        rules: PasswordPolicyText.rules(instance.passwordPolicy)
      }

const field = (form: SignInForm, page: FormPage, link: Fragment | undefined): Fragment => {
  const { error, language } = form
  const isGeneral = error !== undefined && Object.keys(error.fields).length === 0
  return Field.field(language.texts, {
    id: "password",
    label: language.texts.core.password,
    type: "password",
    autocomplete: page === "sign-in" ? "current-password" : "new-password",
    error: error?.fields["password"],
    describedBy: isGeneral ? Field.alertId : undefined,
    isFocused: hasFocus(form),
    ...(link === undefined ? {} : { link }),
    ...(page === "sign-in" ? {} : newPassword(form))
  })
}

/** Returns `true` if it is the first invalid field, or if the address is there already. */
const hasFocus = ({ email, error, isEditing = false }: SignInForm): boolean =>
  !isEditing && error?.fields["email"] === undefined && (error?.fields["password"] !== undefined || email !== "")

const forgottenLink = ({ language, prefix, returnUrl }: SignInForm): Fragment =>
  linkTo(ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, returnUrl))(language.texts.password.forgotten)

/** Makes the part of the two pages. `hasResets`: whether users can request a link to set a new password. */
export const makeSignIn = (hasResets: (form: SignInForm) => boolean): SignInPart => ({
  inForm: {
    path: (page) => (page === "sign-in" ? Paths.signIn : Paths.signUp),
    hasFocus,
    render: (form, page) => {
      const { core, password } = form.language.texts
      return page === "sign-in"
        ? html`${field(form, page, hasResets(form) ? forgottenLink(form) : undefined)}
<button>${core.signIn}${WayInParts.lastUsed(form, "password")}</button>
`
        : html`${field(form, page, undefined)}
<button>${password.createAccount}</button>
`
    }
  }
})

/** What the account page shows. */
export const account: Pick<WayIn, "id" | "signedIn"> = {
  id: "password",
  signedIn: ({ texts: { password } }, at) => password.signedIn(at)
}

/** Makes the part of the page that confirms who a user is. */
export const reauthenticationForm: ReauthenticationPart["render"] = (page, isFirst) => {
  const { email, error, language } = page
  return WayInParts.reauthenticationForm(
    page,
    isFirst,
    html`<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>${Field.field(
      language.texts,
      {
        id: "password",
        label: language.texts.core.password,
        type: "password",
        autocomplete: "current-password",
        error: error?.fields["password"],
        isFocused: isFirst || error?.fields["password"] !== undefined
      }
    )}`
  )
}

export const make: MakeWayIn = ({ hasPasswordResets }) =>
  Effect.map(Reauthenticate, ({ withPassword }) => ({
    ...account,
    isOffered: (instance) => instance?.authConfig.password ?? true,
    signIn: makeSignIn(({ instance }) => hasPasswordResets(instance)),
    reauthentication: {
      isPossibleFor: ({ authConfig }, { passwordHash }) => authConfig.password && Option.isSome(passwordHash),
      render: reauthenticationForm,
      field: "password",
      confirm: ({ caller, instance }, form) =>
        Effect.flatMap(
          FormInput.all({ password: FormInput.password(form, "password", "passwordMissing") }),
          ({ password }) => withPassword({ instance, caller, password })
        ),
      errorOf: (language, problem) =>
        problem.code === "invalid_credentials"
          ? FormError.make(language, problem, { password: language.texts.fields.currentPasswordWrong })
          : undefined
    }
  }))
