/**
 * What happened to the emails of an instance, fifty per page, by address and by status: queued, not sent and why, sent,
 * bounced. It never shows a link: links are not stored.
 */
import { Email } from "@latchkey/domain/core/Email"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { EmailDelivery, EmailFilter } from "@latchkey/domain/mail/MailDeliveryLog"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { EmailInput } from "@latchkey/http/password/Credentials"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { inSequence, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import * as Csv from "../core/Csv.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { query as queryOf } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { notice, tag } from "../core/Elements.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import * as Paging from "../core/Paging.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as ReputationNotice from "./ReputationNotice.ts"
import * as SenderRecordsView from "./SenderRecordsView.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"

const pageSize = 50

type Words = Readonly<Record<string, string | undefined>>

/** Returns what an email is about, in words. A kind of another version has none. */
export const topicOf = ({ mail }: DashboardTexts, { kind }: Pick<EmailDelivery, "kind">): string => {
  const { topics }: { readonly topics: Words } = mail
  return topics[kind] ?? kind.replaceAll("_", " ")
}

/** Returns the same as the title of a page. */
export const titleOf = (texts: DashboardTexts, email: Pick<EmailDelivery, "kind">): string => {
  const text = topicOf(texts, email)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Returns the reason in words, with the provider's own name for it. */
export const reasonOf = (
  { mail: { reasons } }: DashboardTexts,
  { detail, reason }: Pick<EmailDelivery, "detail" | "reason">
): Option.Option<Fragment> =>
  Option.map(reason, (reason) =>
    Option.match(detail, {
      onNone: () => html`${reasons[reason]}`,
      onSome: (name) => html`${reasons[reason]} (<code>${name}</code>)`
    })
  )

const stateIn =
  ({ mail: { list: texts } }: DashboardTexts) =>
  ({ report, state }: EmailDelivery): Fragment =>
    Option.match(report, {
      onSome: (type) => tag(texts.reports[type], "bad"),
      onNone: () => tag(texts.states[state], state === "sent" ? "good" : state === "queued" ? "warn" : "bad")
    })

/** Why an email was delayed or not sent, and how many attempts there were. */
const detailsOf = ({ format: { time }, texts }: DashboardLanguage, email: EmailDelivery): Fragment => {
  const { attempt, nextAttempt } = texts.mail.list
  const parts = [
    ...Option.toArray(reasonOf(texts, email)),
    ...(email.attempts > 1 ? [html`${attempt(email.attempts)}`] : []),
    ...(email.state === "queued" && email.attempts > 0 ? [nextAttempt(time(email.at))] : [])
  ]
  return inSequence(parts)
}

const parseCursor = Schema.decodeOption(
  Schema.TemplateLiteralParser(Schema.NonNegativeInt.pipe(Schema.lessThan(8.64e15)), ".", QueuedEmailId)
)

type Cursor = NonNullable<EmailFilter["before"]>

const cursorOf = (text: string): Option.Option<Cursor> =>
  Option.map(parseCursor(text as never), ([millis, , id]) => ({ requestedAt: DateTime.unsafeMake(millis), id }))

const textOfCursor = ({ id, requestedAt }: Cursor): string => `${DateTime.toEpochMillis(requestedAt)}.${id}`

const outcomes = ["queued", "sent", "unsent", "reported"] as const
const parseEmail = Schema.decodeOption(EmailInput)

/** What the query of a page asks for. An address that is none has no emails. */
const askedOf = (query: URLSearchParams) => {
  const text = FormInput.textOf(query, "q").trim()
  const outcome = outcomes.find((name) => name === FormInput.textOf(query, "status"))
  const email = text === "" ? undefined : Option.getOrElse(parseEmail(text), () => noAddress)
  const filter: EmailFilter = {
    ...(outcome === undefined ? {} : { outcome }),
    ...(email === undefined ? {} : { email })
  }
  return { text, status: outcome ?? "", filter }
}

/** No email goes to it: RFC 2606 reserves its domain. */
const noAddress = Email.make("none@invalid.invalid")

const csvColumns: ReadonlyArray<Csv.CsvColumn<EmailDelivery>> = [
  ["id", ({ id }) => id],
  ["to", ({ email }) => email],
  ["kind", ({ kind }) => kind],
  ["state", ({ state }) => state],
  ["reason", ({ reason }) => Option.getOrElse(reason, () => "")],
  ["detail", ({ detail }) => Option.getOrElse(detail, () => "")],
  ["report", ({ report }) => Option.getOrElse(report, () => "")],
  ["attempts", ({ attempts }) => String(attempts)],
  ["requested_at", ({ requestedAt }) => DateTime.formatIso(requestedAt)],
  ["at", ({ at }) => DateTime.formatIso(at)]
]

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const { time } = language.format
  const { core, mail } = language.texts
  const { list: texts } = mail
  const title = core.tabs.Emails

  const columns: ReadonlyArray<DataTable.Column<EmailDelivery>> = [
    { title: texts.columns.to, cell: ({ email }) => email },
    { title: texts.columns.status, kind: "plain", cell: stateIn(language.texts) },
    { title: texts.columns.about, kind: "plain", cell: (email) => titleOf(language.texts, email) },
    {
      title: texts.columns.details,
      kind: "plain",
      cell: (email) => html`<span class="soft">${detailsOf(language, email)}</span>`
    },
    { title: texts.columns.requested, cell: ({ requestedAt }) => time(requestedAt) }
  ]

  /** Lists a page of emails. */
  const list = Effect.fnUntraced(function* (
    { id }: Instance,
    filter: EmailFilter,
    before: Option.Option<Cursor>,
    limit: number
  ) {
    const cursor = Option.match(before, { onNone: () => ({}), onSome: (before) => ({ before }) })
    // One more than the page shows whether there is a next page.
    const found = yield* reports.emailDeliveries(id, limit + 1, { ...filter, ...cursor })
    const rows = found.slice(0, limit)
    const next = found.length > limit ? Option.fromNullable(rows.at(-1)) : Option.none()
    return { rows, next: Option.map(next, ({ id, requestedAt }): Cursor => ({ id, requestedAt })) }
  })

  const links = ({ id }: Instance): Fragment =>
    html`<a class="button quiet" href="${paths.suppressions(id)}">${mail.suppressed.title}</a>
<a class="button quiet" href="${paths.emailTexts(id)}">${texts.changeTexts}</a>`

  const filtersOf = ({ status, text }: ReturnType<typeof askedOf>): ReadonlyArray<DataTable.Filter> => [
    { name: "q", label: texts.search, value: text, kind: "search" },
    {
      name: "status",
      label: texts.status,
      value: status,
      kind: "select",
      options: [["", texts.all], ...outcomes.map((name) => [name, texts.statuses[name]] as const)]
    }
  ]

  const show = Effect.fnUntraced(function* ({ request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const query = RequestReader.query(request)
    const asked = askedOf(query)
    const position = Paging.read(query)
    const [found, records, poor] = yield* Effect.all(
      [
        list(instance, asked.filter, cursorOf(position.cursor), pageSize),
        reports.senderRecords,
        reports.poorReputation(instance.id)
      ],
      { concurrency: "unbounded" }
    )
    const filters = { q: asked.text, status: asked.status }
    const path = paths.emails(instance.id)
    const pages = { path, filters, position, next: Option.map(found.next, textOfCursor) }
    return page({
      title,
      action: links(instance),
      section: "Instances",
      of: { instance, tab: "Emails" },
      body: html`${when(!reports.canSendEmail, () => notice("bad", texts.unconfigured))}${ReputationNotice.view(language, poor)}
${DataTable.view(language, {
  id: "emails",
  caption: title,
  columns,
  rows: found.rows,
  count: language.sentences([DataTable.countOf(language, found.rows.length, pages, texts.rows), texts.kept]),
  empty: texts.empty,
  noMatches: texts.noMatches,
  filters: filtersOf(asked),
  csv: `${paths.emailsCsv(instance.id)}${queryOf(filters)}`,
  pages
})}
${SenderRecordsView.view(language, records)}`
    })
  })

  const download = Effect.fnUntraced(function* ({ request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const { filter } = askedOf(RequestReader.query(request))
    const rows = yield* Csv.gather((before: Option.Option<Cursor>, limit) => list(instance, filter, before, limit))
    return Csv.file("emails", csvColumns, rows)
  })

  const path = "/dashboard/instances/:instance/emails" as const
  return [
    { method: "GET", path, handler: operator("emails.read", show) },
    { method: "GET", path: `${path}.csv`, handler: operator("emails.read", download) }
  ] satisfies ReadonlyArray<Route>
})
