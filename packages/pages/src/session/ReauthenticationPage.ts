/**
 * The page that confirms who a signed-in user is, before they change something important, made of the parts of their
 * ways in.
 */
import { html, type Page } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import { all, linkTo, none, strong } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Reauthentication } from "../core/WayIn.ts"
import * as FactorRecoveryPages from "../factor-recovery/FactorRecoveryPages.ts"

/** Makes the URL of the page, which leads to the return URL. `failed`: what it is told of an attempt elsewhere. */
export const url = (
  prefix: string,
  returnUrl: Option.Option<string>,
  failed: Readonly<Record<string, string>>
): string => {
  const query = new URLSearchParams(failed)
  if (Option.isSome(returnUrl)) query.set(ReturnUrl.parameter, returnUrl.value)
  return `${prefix}${Paths.reauthenticate}?${query}`
}

/** Makes the page. */
export const page = (reauthentication: Reauthentication): Page => {
  const { email, error, formTargets, instance, language, parts, prefix, recovery } = reauthentication
  const { core, reauthentication: texts } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? texts.title : core.errorTitle(texts.title),
    formTargets,
    hasRequests: parts.some(({ hasRequests = false }) => hasRequests),
    style: parts.map(({ style = "" }) => style).join(""),
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${texts.title}</h1>
${error === undefined ? none : Field.alert(error)}
<p>${texts.text(strong(email))}</p>
${all(parts.map(({ render }, index) => render(reauthentication, index === 0)))}
${FactorRecoveryPages.lost(language, `${prefix}${Paths.accountRecovery}`, recovery)}`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.backToAccount)
  })
}
