/**
 * The addresses that get no emails of an instance, fifty per page, each with a button that lifts its suppression.
 */
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import { SuppressedEmails } from "@latchkey/domain/mail/SuppressedEmails"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { EmailSuppressionNotFound } from "@latchkey/domain/mail/MailErrors"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import * as Csv from "../core/Csv.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, notice, tag } from "../core/Elements.ts"
import * as Paging from "../core/Paging.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"

const pageSize = 50

const parseId = Schema.decodeOption(QueuedEmailId)

const csvColumns: ReadonlyArray<Csv.CsvColumn<EmailSuppression>> = [
  ["email", ({ email }) => email],
  ["reason", ({ reason }) => reason],
  ["detail", ({ detail }) => detail],
  ["suppressed_at", ({ suppressedAt }) => DateTime.formatIso(suppressedAt)],
  ["email_id", ({ emailId }) => emailId]
]

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const suppressed = yield* SuppressedEmails
  const { time } = language.format
  const { core, mail } = language.texts
  const { suppressed: texts } = mail

  const lift = ({ id }: Instance): DataTable.Column<EmailSuppression> => ({
    title: texts.columns.action,
    kind: "action",
    cell: ({ email, emailId }) =>
      button({
        action: paths.suppressionLift(id, emailId),
        text: texts.lift,
        about: texts.liftOf(email),
        kind: "quiet small"
      })
  })

  const columns = (instance: Instance, canLift: boolean): ReadonlyArray<DataTable.Column<EmailSuppression>> => [
    { title: core.email, cell: ({ email }) => email },
    { title: texts.columns.reason, kind: "plain", cell: ({ reason }) => tag(mail.list.reports[reason], "bad") },
    { title: texts.columns.detail, cell: ({ detail }) => when(detail !== "", () => html`<code>${detail}</code>`) },
    { title: texts.columns.since, cell: ({ suppressedAt }) => time(suppressedAt) },
    ...(canLift ? [lift(instance)] : [])
  ]

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const query = RequestReader.query(request)
    const position = Paging.read(query)
    const list = yield* suppressed.list({ instance, before: parseId(position.cursor), limit: pageSize })
    const pages = { path: paths.suppressions(instance.id), filters: {}, position, next: list.next }
    return page({
      title: texts.title,
      description: texts.intro,
      back: { href: paths.emails(instance.id), text: core.tabs.Emails },
      section: "Instances",
      of: { instance, tab: "Emails" },
      body: html`${when(FormInput.textOf(query, "done") === "lifted", () => notice("good", texts.lifted))}
${DataTable.view(language, {
  id: "suppressed",
  caption: texts.title,
  columns: columns(instance, can("emails.support")),
  rows: list.suppressions,
  count: DataTable.countOf(language, list.suppressions.length, pages, texts.rows),
  empty: texts.empty,
  csv: paths.suppressionsCsv(instance.id),
  pages
})}`
    })
  })

  const download = Effect.fnUntraced(function* () {
    const instance = yield* RouteParameters.instance(instances)
    const rows = yield* Csv.gather((before: Option.Option<QueuedEmailId>, limit) =>
      Effect.map(suppressed.list({ instance, before, limit }), ({ next, suppressions }) => ({
        rows: suppressions,
        next
      }))
    )
    return Csv.file("suppressed-addresses", csvColumns, rows)
  })

  const onLift = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    yield* suppressed.lift({
      instance,
      by,
      emailId: yield* RouteParameters.parameter("suppressedEmail", QueuedEmailId, () => new EmailSuppressionNotFound())
    })
    return redirect(paths.suppressions(instance.id, { done: "lifted" }))
  })

  const path = "/dashboard/instances/:instance/suppressed" as const
  return [
    { method: "GET", path, handler: operator("emails.read", show) },
    { method: "GET", path: `${path}.csv`, handler: operator("emails.read", download) },
    { method: "POST", path: `${path}/:suppressedEmail/lift`, handler: operator("emails.support", onLift) }
  ] satisfies ReadonlyArray<Route>
})
