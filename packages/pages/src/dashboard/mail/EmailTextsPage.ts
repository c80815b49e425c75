/**
 * The emails whose texts administrators can change: one list per language, which says what was changed.
 */
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Language } from "@latchkey/domain/language/Language"
import type { CustomEmailSummary } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailTextAdministration, type KindInfo } from "@latchkey/domain/operator/EmailTextAdministration"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { flag } from "../core/Elements.ts"
import { aboutOf } from "./EmailTextWords.ts"
import type { OperatorAccess } from "../operator/OperatorAccess.ts"
import { titleOf } from "./EmailDeliveriesPage.ts"
import { nameOf } from "./LanguageName.ts"

const decodeLanguage = Schema.decodeOption(Language)

export const make = Effect.fnUntraced(function* (
  { language: reader, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const emails = yield* EmailTextAdministration
  const instances = yield* InstanceDirectory
  const { time } = reader.format
  const { core, mail } = reader.texts
  const { texts: own } = mail

  const languageLinks = ({ id }: Instance, current: Language, texts: ReadonlyArray<CustomEmailSummary>) =>
    html`<nav class="within" aria-label="${own.languages}"><ul>
${all(
  emails.languages.map((language) => {
    const count = texts.filter((text) => text.language === language).length
    return html`<li><a href="${paths.emailTexts(id, language)}"${flag("aria-current=page", language === current)}>${nameOf(reader.tag, language)}${when(count > 0, () => html` (${own.changes(count)})`)}</a></li>`
  })
)}
</ul></nav>`

  const row = ({ id }: Instance, language: Language, info: KindInfo, text: CustomEmailSummary | undefined) => {
    const { kind } = info
    return html`<li><span><a class="strong" href="${paths.emailText(id, { kind, language })}">${titleOf(reader.texts, { kind })}</a>
<span class="detail">${aboutOf(reader, info)}</span></span>
${text === undefined ? html`<span class="soft">${own.default}</span>` : html`<span class="soft"><span class="tag good">${own.yours}</span> ${time(text.updatedAt)}</span>`}</li>`
  }

  const show = Effect.fnUntraced(function* ({ request }: RequestContext) {
    const instance = yield* RouteParameters.instance(instances)
    const asked = decodeLanguage(FormInput.textOf(RequestReader.query(request), "language"))
    const language = asked.pipe(
      Option.filter((tag) => emails.languages.includes(tag)),
      Option.getOrElse(() => emails.languages[0])
    )
    const texts = yield* emails.list(instance)
    const textOf = ({ kind }: KindInfo) => texts.find((text) => text.kind === kind && text.language === language)
    return page({
      title: own.title,
      description: own.intro,
      back: { href: paths.emails(instance.id), text: core.tabs.Emails },
      section: "Instances",
      of: { instance, tab: "Emails" },
      body: html`${when(emails.languages.length > 1, () => languageLinks(instance, language, texts))}
<ul class="rows card">${all(emails.kinds.map((kind) => row(instance, language, kind, textOf(kind))))}</ul>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/email-texts", handler: operator("email_texts.read", show) }
  ] satisfies ReadonlyArray<Route>
})
