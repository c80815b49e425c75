/** The pages that sign other devices in: the code, the question whether to sign the device in, and what follows. */
import type { Email } from "@latchkey/domain/core/Email"
import type { DeviceRequest } from "@latchkey/domain/device-sign-in/DeviceCodes"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { html, type Page } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as DeviceName from "../core/DeviceName.ts"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { linkTo, none, strong } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Owner from "../core/Owner.ts"
import * as Paths from "../core/Paths.ts"
import * as RelativeTime from "../core/RelativeTime.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/** What every page needs. `email`: of the signed-in user. */
interface Options {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
}

/** `typed`: what the field shows. */
export interface AskedCode extends Options {
  readonly typed: string
  readonly error?: FormError | undefined
}

/** Makes the page that asks for the code. It changes nothing, so its form is a link. */
export const ask = ({ email, error, instance, language, prefix, typed }: AskedCode): Page => {
  const { core, deviceSignIn } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? deviceSignIn.title : core.errorTitle(deviceSignIn.title),
    status: error?.status,
    headers: error?.headers ?? {},
    style: "#code{font-family:var(--font-code);letter-spacing:.08em;text-transform:uppercase}",
    main: html`<h1>${deviceSignIn.title}</h1>
${error === undefined ? none : Field.alert(error)}
${Owner.named(language, email)}
<p>${deviceSignIn.explanation}</p>
<form method="get" action="${prefix}${Paths.device}" novalidate>
${Field.field(language.texts, {
  id: "code",
  label: deviceSignIn.code,
  type: "text",
  autocomplete: "off",
  hint: deviceSignIn.codeHint,
  value: typed,
  error: error?.fields["code"],
  isFocused: true
})}
<button>${core.continue}</button></form>`
  })
}

/** `confirmUrl`: the page that confirms who the user is; `undefined` if they have done so. */
export interface AskedDevice extends Options {
  readonly device: DeviceRequest
  readonly userCode: UserCode.UserCode
  readonly confirmUrl: string | undefined
  readonly now: DateTime.Utc
}

/** Makes the page that asks whether to sign the device in. */
export const confirm = ({
  confirmUrl,
  device,
  email,
  instance,
  language,
  now,
  prefix,
  userCode
}: AskedDevice): Page => {
  const { deviceSignIn } = language.texts
  const deviceName = Option.orElseSome(device.name, () => "")
  const name = DeviceName.ofSession(language, { ...device, deviceName })
  const code = Field.hidden("code", userCode)
  return frame({
    language,
    instance,
    title: deviceSignIn.confirm,
    style:
      ".code{display:block;margin:var(--space-2) 0 0;padding:var(--space-3);border-radius:var(--radius);text-align:center;white-space:nowrap;background:var(--hover);font:600 var(--text-xl)/1.25 var(--font-code);letter-spacing:.08em}",
    main: html`<h1>${deviceSignIn.confirm}</h1>
<p>${deviceSignIn.device(strong(name))}
<span class="hint">${deviceSignIn.started(
      html`<bdi>${device.ipAddress}</bdi>`,
      RelativeTime.time(language.texts, device.requestedAt, now)
    )}</span></p>
<p>${deviceSignIn.check(html`<bdi class="code">${UserCode.format(userCode)}</bdi>`)}</p>
${Owner.named(language, email)}
<p class="notice warn" id="warning">${deviceSignIn.warning}</p>
${
  confirmUrl === undefined
    ? html`<form method="post" action="${prefix}${Paths.deviceApprove}">${code}
<button aria-describedby="warning">${deviceSignIn.approve}</button></form>`
    : Owner.link(language, confirmUrl)
}
<form method="post" action="${prefix}${Paths.deviceDeny}">${code}
<button class="quiet">${deviceSignIn.cancel}</button></form>`
  })
}

/** What the user has decided. */
export type Outcome = "approved" | "denied"

/** Makes the page that follows. */
export const decided = ({
  instance,
  language,
  outcome,
  prefix
}: Omit<Options, "email"> & { outcome: Outcome }): Page => {
  const { core, deviceSignIn } = language.texts
  return frame({
    language,
    instance,
    title: deviceSignIn[outcome],
    main: html`<h1>${deviceSignIn[outcome]}</h1>
<p>${outcome === "approved" ? deviceSignIn.approvedText : deviceSignIn.deniedText}</p>`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.account)
  })
}
