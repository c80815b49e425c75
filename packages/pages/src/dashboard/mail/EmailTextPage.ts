/**
 * The text of one email in one language: a form with its placeholders, a preview, a test email, and the way back to the
 * default text.
 */
import { type CustomEmailIssue, CustomEmailNotFound } from "@latchkey/domain/mail/MailErrors"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import {
  type EmailOfInstance,
  EmailTextAdministration,
  type PlaceholderInfo
} from "@latchkey/domain/operator/EmailTextAdministration"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import { Language } from "@latchkey/domain/language/Language"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { button, notice } from "../core/Elements.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { titleOf } from "./EmailDeliveriesPage.ts"
import * as EmailTextPreview from "./EmailTextPreview.ts"
import { placeholderOf } from "./EmailTextWords.ts"
import { nameOf } from "./LanguageName.ts"

/** A text that is far too long is shown again with its mistake. Beyond this many bytes the request is refused. */
const maxBytes = 4 * 1024 * 1024

const parts = ["subject", "text", "html"] as const

/** What the forms contained when they were rejected, and why. */
interface Rejected {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly source?: EmailContent
  readonly issues?: ReadonlyArray<CustomEmailIssue>
  readonly email?: { readonly typed: string; readonly error: string }
}

const fieldOf = (
  reader: DashboardLanguage,
  part: CustomEmailIssue["part"],
  value: string,
  issues: ReadonlyArray<CustomEmailIssue>,
  isFirst: boolean
): Fragment => {
  const own = issues.filter((issue) => issue.part === part)
  const attributes = html` id="${part}" name="${part}" aria-describedby="${part}-hint${when(own.length > 0, () => html` ${part}-error`)}"${when(own.length > 0, () => html` aria-invalid="true"`)}${when(isFirst, () => html` autofocus`)} spellcheck="false" autocomplete="off"`
  const input =
    part === "subject"
      ? html`<input${attributes} type="text" value="${value}">`
      : html`<textarea${attributes} rows="${part === "text" ? "10" : "16"}">
${value}</textarea>`
  const errors = html`<ul class="error" id="${part}-error">${all(own.map((issue) => html`<li>${EmailTextPreview.sentenceOf(reader, issue)}</li>`))}</ul>`
  return html`<div class="field wide"><label for="${part}">${reader.texts.mail.text.parts[part]}</label>
<span class="hint" id="${part}-hint">${reader.texts.mail.text.hints[part]}</span>
${input}${when(own.length > 0, () => errors)}</div>`
}

const placeholderList = (reader: DashboardLanguage, placeholders: ReadonlyArray<PlaceholderInfo>): Fragment =>
  html`<dl class="facts">${all(
    placeholders.map(
      (info) =>
        html`<div><dt><code>{{${info.name}}}</code></dt><dd>${placeholderOf(reader, info)} <span class="soft">${reader.texts.mail.text.use(reader.texts.mail.text.uses[info.type])}</span></dd></div>`
    )
  )}</dl>`

const imageOriginsOf = ({ branding: { logoUrl } }: Instance): ReadonlyArray<string> =>
  logoUrl === null ? [] : [new URL(logoUrl).origin]

export const make = Effect.fnUntraced(function* (
  { language: reader, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const emails = yield* EmailTextAdministration
  const instances = yield* InstanceDirectory
  const { time } = reader.format
  const { core, mail } = reader.texts
  const { text: texts } = mail
  const { space } = reader.pages.texts.core

  /**
   * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing
   * else.
   */
  const notices: ReadonlyMap<string, string> = new Map(Object.entries(texts.notices))

  const target = Effect.all({
    instance: RouteParameters.instance(instances),
    kind: RouteParameters.parameter("kind", EmailKind, () => new CustomEmailNotFound()),
    language: RouteParameters.parameter("language", Language, () => new CustomEmailNotFound())
  })

  const pathOf = ({ instance, kind, language }: EmailOfInstance) => paths.emailText(instance.id, { kind, language })

  const editForm = (of: EmailOfInstance, source: EmailContent, issues: ReadonlyArray<CustomEmailIssue>) => {
    const first = parts.find((part) => issues.some((issue) => issue.part === part))
    return html`<form method="post" action="${pathOf(of)}">
${all(parts.map((part) => fieldOf(reader, part, source[part], issues, part === first)))}
<div class="actions"><button>${core.save}</button>
<button class="quiet" formaction="${pathOf(of)}/preview" formtarget="preview">${texts.preview}</button></div></form>`
  }

  /** For those who may not save: to preview changes only. */
  const previewForm = (of: EmailOfInstance, source: EmailContent) =>
    html`<form method="post" action="${pathOf(of)}/preview" target="preview">
${all(parts.map((part) => fieldOf(reader, part, source[part], [], false)))}
<div class="actions"><button class="quiet">${texts.preview}</button></div></form>`

  const testPart = (of: EmailOfInstance, rejected: Rejected["email"]) =>
    html`<section class="card" aria-labelledby="test"><h2 id="test">${texts.test}</h2>
${emails.canSendEmail ? testForm(of, rejected) : notice("plain", texts.noTest)}</section>`

  const resetPart = (of: EmailOfInstance) =>
    html`<section class="card" aria-labelledby="reset"><h2 id="reset">${mail.texts.default}</h2>
<p class="soft">${texts.resetIntro}</p>
${button({ action: `${pathOf(of)}/reset`, text: texts.useDefault, kind: "bad" })}</section>`

  const testForm = (of: EmailOfInstance, rejected: Rejected["email"]) =>
    html`<form method="post" action="${pathOf(of)}/test">
<div class="field"><label for="email">${core.email}</label>
<span class="hint" id="email-hint">${texts.testHint}</span>
<input id="email" name="email" type="text" inputmode="email" value="${rejected?.typed ?? ""}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="email-hint${when(rejected !== undefined, () => html` email-error`)}"${when(rejected !== undefined, () => html` aria-invalid="true" autofocus`)}>
${when(rejected !== undefined, () => html`<span class="error" id="email-error">${rejected?.error ?? ""}</span>`)}</div>
<button class="quiet">${texts.sendTest}</button></form>`

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: Rejected) {
    const of = yield* target
    const stored = yield* emails.get(of)
    const done =
      rejected === undefined ? notices.get(FormInput.textOf(RequestReader.query(request), "done")) : undefined
    const canWrite = can("email_texts.write")
    const placeholders = emails.kinds.find(({ kind }) => kind === of.kind)?.placeholders ?? []
    const state = Option.match(stored.updatedAt, {
      onNone: () => html`${texts.isDefault}${when(canWrite, () => html`${space}${texts.change}`)}`,
      onSome: (at) => texts.savedAt(time(at))
    })
    return page({
      title: texts.of(titleOf(reader.texts, of), nameOf(reader.tag, of.language)),
      status: rejected?.status ?? 200,
      headers: rejected?.headers ?? {},
      frameOrigins: ["'self'"],
      back: { href: paths.emailTexts(of.instance.id, of.language), text: mail.texts.title },
      section: "Instances",
      of: { instance: of.instance, tab: "Emails" },
      body: html`${done === undefined ? "" : notice("good", done)}
${when(rejected?.issues !== undefined, () => notice("bad", texts.rejected))}
<section class="card" aria-labelledby="text-heading"><h2 id="text-heading">${texts.heading}</h2>
<p class="soft">${state}${space}${texts.sentTo(nameOf(reader.tag, of.language))}</p>
${canWrite ? editForm(of, rejected?.source ?? stored, rejected?.issues ?? []) : previewForm(of, stored)}</section>
<section class="card" aria-labelledby="preview-heading"><h2 id="preview-heading">${texts.preview}</h2>
<iframe class="preview" name="preview" title="${texts.previewOf}" sandbox src="${pathOf(of)}/preview"></iframe></section>
<section class="card" aria-labelledby="placeholders"><h2 id="placeholders">${texts.placeholders}</h2>
<p class="soft">${texts.placeholdersIntro}</p>
${placeholderList(reader, placeholders)}</section>
${when(canWrite, () => testPart(of, rejected?.email))}
${when(canWrite && Option.isSome(stored.updatedAt), () => resetPart(of))}`
    })
  })

  const sourceIn = (form: URLSearchParams): EmailContent => ({
    subject: FormInput.textOf(form, "subject"),
    text: FormInput.textOf(form, "text"),
    html: FormInput.textOf(form, "html")
  })

  const onSave = Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
    const { by, request } = operatorRequest
    const of = yield* target
    const source = sourceIn(yield* RequestReader.form(request, maxBytes))
    return yield* emails.put({ ...of, by, source }).pipe(
      Effect.as(redirect(paths.emailText(of.instance.id, { ...of, done: "saved" }))),
      Effect.catchTag("CustomEmailRejected", ({ issues }) => show(operatorRequest, { status: 400, source, issues }))
    )
  })

  const preview = (of: EmailOfInstance, source: EmailContent) =>
    emails.preview({ ...of, source }).pipe(
      Effect.map((email) => EmailTextPreview.ofEmail(reader, email, imageOriginsOf(of.instance))),
      Effect.catchTag("CustomEmailRejected", ({ issues }) => Effect.succeed(EmailTextPreview.ofIssues(reader, issues)))
    )

  const onPreview = Effect.fnUntraced(function* ({ request }: OperatorRequest) {
    return yield* preview(yield* target, sourceIn(yield* RequestReader.form(request, maxBytes)))
  })

  const showPreview = Effect.gen(function* () {
    const of = yield* target
    return yield* preview(of, yield* emails.get(of))
  })

  const onTest = Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
    const of = yield* target
    const form = yield* RequestReader.form(operatorRequest.request)
    const typed = FormInput.textOf(form, "email")
    const email = FormInput.email(form)
    const reject = (status: number, error: string, headers = {}) =>
      show(operatorRequest, { status, headers, email: { typed, error } })
    if (Either.isLeft(email)) return yield* reject(400, FormInput.explain(reader.pages.texts, email.left))
    return yield* emails.sendTest({ ...of, by: operatorRequest.by, email: email.right }).pipe(
      Effect.as(redirect(paths.emailText(of.instance.id, { ...of, done: "sent" }))),
      Effect.catchTags({
        RateLimited: (error) => reject(429, texts.tooMany, { "retry-after": String(error.retryAfterSeconds) }),
        TestEmailImpossible: () => reject(400, texts.noProvider)
      })
    )
  })

  const onReset = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const of = yield* target
    yield* emails.reset({ ...of, by })
    return redirect(paths.emailText(of.instance.id, { ...of, done: "reset" }))
  })

  const path = "/dashboard/instances/:instance/email-texts/:kind/:language" as const
  return [
    { method: "GET", path, handler: operator("email_texts.read", (request) => show(request)) },
    { method: "POST", path, handler: operator("email_texts.write", onSave) },
    { method: "GET", path: `${path}/preview`, handler: operator("email_texts.read", () => showPreview) },
    { method: "POST", path: `${path}/preview`, handler: operator("email_texts.read", onPreview) },
    { method: "POST", path: `${path}/test`, handler: operator("email_texts.write", onTest) },
    { method: "POST", path: `${path}/reset`, handler: operator("email_texts.write", onReset) }
  ] satisfies ReadonlyArray<Route>
})
