/** Sign-in links on the sign-in page, on the sign-up page, and to confirm who a user is. */
import { recentLifetime } from "@latchkey/domain/session/StepUp"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { none } from "../core/Fragments.ts"
import * as Paths from "../core/Paths.ts"
import { fieldsOf, lastUsed } from "../core/WayIn.ts"
import type { FormPage, MakeWayIn, ReauthenticationPart, SignInForm, SignInPart, WayIn } from "../core/WayIn.ts"
import { signUpSource, sourceName } from "../sign-in/SignInPages.ts"

const recentMinutes = Duration.toMinutes(recentLifetime)

/** What the button sends, so that the same page is shown again after a problem. */
const source = (page: FormPage): Fragment =>
  page === "sign-up" ? html` name="${sourceName}" value="${signUpSource}"` : none

/** Makes the button of a form that sends the address for a link. */
const ownButton = (form: SignInForm, page: FormPage, hint: string): Fragment =>
  html`<button${source(page)} aria-describedby="link-hint">${form.language.texts.core.emailSignInLink}${lastUsed(form, "magic_link")}</button>
<p class="under soft" id="link-hint">${hint}</p>`

/** Makes the button in a form for something else. */
const otherButton = (form: SignInForm, page: FormPage, hint: string): Fragment => {
  const { language, prefix } = form
  const { core, magicLink } = language.texts
  return html`<button class="quiet" formaction="${prefix}${Paths.signInLink}"${source(page)} aria-describedby="link-hint">${core.emailSignInLink}${lastUsed(form, "magic_link")}</button>
<p class="under soft" id="link-hint">${magicLink.noPasswordNeeded}${core.space}${hint}</p>`
}

/** The part of the two pages. */
export const signIn: SignInPart = {
  inForm: {
    path: () => Paths.signInLink,
    render: (form, page, { isFirst }) => {
      const { signInHint, signUpHint } = form.language.texts.magicLink
      const button = isFirst ? ownButton : otherButton
      return button(form, page, page === "sign-in" ? signInHint : signUpHint)
    }
  }
}

/** What the account page shows. */
export const account: Pick<WayIn, "id" | "signedIn"> = {
  id: "magic_link",
  signedIn: ({ texts: { magicLink } }, at) => magicLink.signedIn(at)
}

/** Makes the part of the page that confirms who a user is. */
export const reauthenticationForm: ReauthenticationPart["render"] = (page) => {
  const { core, personalData } = page.language.texts
  return html`<form method="post" action="${page.prefix}${Paths.accountLink}">${fieldsOf(page)}
<p class="soft" id="link-hint">${personalData.signInFirst(recentMinutes)}</p>
<button class="quiet" aria-describedby="link-hint">${core.emailSignInLink}</button></form>`
}

export const make: MakeWayIn = ({ hasLinks }) =>
  Effect.succeed({
    ...account,
    isOffered: hasLinks,
    signIn,
    reauthentication: { isPossibleFor: hasLinks, render: reauthenticationForm }
  })
