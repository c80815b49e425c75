/**
 * The audit log, newest first, with filters: what, who, about whom, and when.
 */
import { Actor, type AuditEntry, type AuditFilter, AuditId } from "@latchkey/domain/audit/AuditLog"
import type { Email } from "@latchkey/domain/core/Email"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { isOfOperators } from "@latchkey/domain/instance/OperatorInstance"
import type { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { Operators } from "@latchkey/domain/operator/Operators"
import { auditActions } from "@latchkey/domain/rooms"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { none } from "../../core/Fragments.ts"
import * as FormInput from "../../core/FormInput.ts"
import type { Route } from "../../core/Routes.ts"
import * as Csv from "../core/Csv.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { query as queryOf } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { address } from "../core/Elements.ts"
import * as Paging from "../core/Paging.ts"
import type { OperatorAccess } from "../operator/OperatorAccess.ts"
import { actionOf, detailsOf, whoOf } from "./EntryView.ts"

const maxEntries = 50
const maxCharacters = 6000

/** Returns the entries that fit on a page: fifty, or fewer if they are long. */
export const pageOf = (entries: ReadonlyArray<AuditEntry>): ReadonlyArray<AuditEntry> => {
  let characters = 0
  return entries.slice(0, maxEntries).filter(({ detail }, index) => {
    characters += detail.length
    return index === 0 || characters <= maxCharacters
  })
}

const parseId = Schema.decodeOption(AuditId)
const parseUser = Schema.decodeOption(UserId)
const parseInstance = Schema.decodeOption(InstanceId)
const parseOperator = Schema.decodeOption(UserId)
const parseActor = (text: string) => Option.fromNullable(Actor.literals.find((actor) => actor === text))

const day = /^\d{4}-\d\d-\d\d$/

/** Returns the beginning of a day in UTC. */
const parseDay = (text: string): Option.Option<DateTime.Utc> => (day.test(text) ? DateTime.make(text) : Option.none())

/** What the query of a page asks for. `values`: as they were typed. */
const askedOf = (query: URLSearchParams) => {
  const names = ["action", "by", "instance", "user", "since", "until"] as const
  const entries = names.map((name) => [name, FormInput.textOf(query, name).trim()] as const)
  const values = Object.fromEntries(entries) as Record<(typeof names)[number], string>
  const { action, by, instance, since, until, user } = values
  const filter: AuditFilter = {
    ...(Object.hasOwn(auditActions, action) ? { action } : {}),
    ...Option.match(parseActor(by), { onNone: () => ({}), onSome: (actor) => ({ actor }) }),
    ...Option.match(parseOperator(by), { onNone: () => ({}), onSome: (operatorId) => ({ operatorId }) }),
    ...Option.match(parseInstance(instance), { onNone: () => ({}), onSome: (instanceId) => ({ instanceId }) }),
    ...Option.match(parseUser(user), { onNone: () => ({}), onSome: (userId) => ({ userId }) }),
    ...Option.match(parseDay(since), { onNone: () => ({}), onSome: (from) => ({ from }) }),
    // The day itself, too.
    ...Option.match(parseDay(until), { onNone: () => ({}), onSome: (at) => ({ until: DateTime.add(at, { days: 1 }) }) })
  }
  // What is no id has no entries.
  const isImpossible = user !== "" && filter.userId === undefined
  return { values, filter, isImpossible }
}

const csvColumns = (addresses: ReadonlyMap<UserId, Email>): ReadonlyArray<Csv.CsvColumn<AuditEntry>> => {
  const textOf = (value: Option.Option<string>) => Option.getOrElse(value, () => "")
  return [
    ["id", ({ id }) => id],
    ["at", ({ at }) => DateTime.formatIso(at)],
    ["action", ({ action }) => action],
    ["actor", ({ actor }) => actor],
    ["name", ({ name }) => textOf(name)],
    ["operator_id", ({ operatorId }) => textOf(operatorId)],
    ["api_key_id", ({ apiKeyId }) => textOf(apiKeyId)],
    ["operator_session_id", ({ operatorSessionId }) => textOf(operatorSessionId)],
    ["ip_address", ({ ipAddress }) => textOf(ipAddress)],
    ["instance_id", ({ instanceId }) => textOf(instanceId)],
    ["user_id", ({ userId }) => textOf(userId)],
    ["user_email", ({ userId }) => textOf(Option.flatMap(userId, (id) => Option.fromNullable(addresses.get(id))))],
    ["detail", ({ detail }) => detail]
  ]
}

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const operators = yield* Operators
  const reports = yield* OperatorReports
  const { compare, time } = language.format
  const { audit: texts } = language.texts
  const title = language.texts.core.sections["Audit log"]

  const ofOperator = (id: Option.Option<UserId>): Fragment =>
    Option.match(id, {
      onNone: () => none,
      onSome: (one) =>
        html`<a class="soft" href="${paths.operator(one)}">${language.texts.core.sections.Administrators}</a>`
    })

  /** Names the instance and the user, with links to them unless they were deleted. */
  const subject =
    (names: ReadonlyMap<InstanceId, string>, addresses: ReadonlyMap<UserId, Email>) =>
    ({ instanceId, userId }: AuditEntry): Fragment =>
      Option.match(instanceId, {
        onNone: () => none,
        onSome: (id) => {
          if (isOfOperators(id)) return ofOperator(userId)
          const name = names.get(id)
          const instance =
            name === undefined
              ? html`<code>${id}</code>`
              : html`<a class="soft" href="${paths.instance(id)}">${name}</a>`
          const user = Option.map(userId, (subject) => {
            const email = addresses.get(subject)
            return email === undefined
              ? html`<span title="${subject}">${texts.deletedUser}</span><br>`
              : html`<a href="${paths.user(id, subject)}">${address(email)}</a><br>`
          })
          return html`${Option.getOrElse(user, () => none)}${instance}`
        }
      })

  const who = (entry: AuditEntry): Fragment => {
    const from = Option.map(
      entry.ipAddress,
      (ip) =>
        html`<br><span class="soft" title="${Option.getOrElse(entry.operatorSessionId, () => "")}">${texts.from(ip)}</span>`
    )
    const name = Option.match(
      Option.zipWith(entry.operatorId, entry.name, (id, name) => ({ id, name })),
      {
        onNone: () => whoOf(language.texts, entry),
        onSome: ({ id, name }) => html`<a href="${paths.audit({ operator: id })}">${name}</a>`
      }
    )
    return html`${name}${Option.getOrElse(from, () => none)}`
  }

  const columns = (
    names: ReadonlyMap<InstanceId, string>,
    addresses: ReadonlyMap<UserId, Email>
  ): ReadonlyArray<DataTable.Column<AuditEntry>> => [
    {
      title: texts.columns.what,
      cell: (entry) => html`<span class="strong">${actionOf(language.texts, entry)}</span>`
    },
    { title: texts.columns.who, kind: "plain", cell: who },
    { title: texts.columns.about, kind: "plain", cell: subject(names, addresses) },
    { title: texts.columns.details, kind: "plain", cell: (entry) => detailsOf(language, entry) },
    { title: texts.columns.at, kind: "plain", cell: ({ at }) => time(at) }
  ]

  const filtersOf = (
    { values }: ReturnType<typeof askedOf>,
    all: ReadonlyArray<Operator>,
    allInstances: ReadonlyArray<Instance>
  ): ReadonlyArray<DataTable.Filter> => [
    {
      name: "action",
      label: texts.filters.action,
      value: values.action,
      kind: "select",
      options: [["", texts.allActions], ...Object.entries(texts.actions).sort(([, a], [, b]) => compare(a, b))]
    },
    {
      name: "by",
      label: texts.filters.actor,
      value: values.by,
      kind: "select",
      options: [
        ["", texts.allActors],
        ...Object.entries(texts.actors),
        ...all.map(({ id, name }) => [id, name] as const)
      ]
    },
    {
      name: "instance",
      label: texts.filters.instance,
      value: values.instance,
      kind: "select",
      options: [["", texts.allInstances], ...allInstances.map(({ id, name }) => [id, name] as const)]
    },
    { name: "user", label: texts.filters.user, value: values.user, kind: "search" },
    { name: "since", label: texts.filters.from, value: values.since, kind: "date" },
    { name: "until", label: texts.filters.until, value: values.until, kind: "date" }
  ]

  const list = ({ filter, isImpossible }: ReturnType<typeof askedOf>, before: Option.Option<AuditId>, limit: number) =>
    isImpossible ? Effect.succeed([]) : reports.auditLog({ before, limit, filter })

  const show = Effect.fnUntraced(function* ({ request }: RequestContext) {
    const query = RequestReader.query(request)
    const asked = askedOf(query)
    const position = Paging.read(query)
    const found = yield* list(asked, parseId(position.cursor), maxEntries + 1)
    const entries = pageOf(found)
    const allInstances = yield* instances.list
    const names = new Map(allInstances.map(({ id, name }) => [id, name]))
    const addresses = yield* reports.addresses(entries)
    const last = entries.length === found.length ? Option.none() : Option.fromNullable(entries.at(-1))
    const pages = { path: paths.audit(), filters: asked.values, position, next: Option.map(last, ({ id }) => id) }
    return page({
      title,
      section: "Audit log",
      description: texts.intro,
      body: html`${DataTable.view(language, {
        id: "audit",
        caption: title,
        columns: columns(names, addresses),
        rows: entries,
        count: language.sentences([DataTable.countOf(language, entries.length, pages, texts.rows), texts.kept]),
        empty: texts.empty,
        noMatches: texts.noMatches,
        filters: filtersOf(asked, yield* operators.list, allInstances),
        csv: `${paths.auditCsv}${queryOf(asked.values)}`,
        pages
      })}`
    })
  })

  const download = Effect.fnUntraced(function* ({ request }: RequestContext) {
    const asked = askedOf(RequestReader.query(request))
    const entries = yield* Csv.gather((before: Option.Option<AuditId>, limit) =>
      Effect.map(list(asked, before, limit), (rows) => ({
        rows,
        next: rows.length < limit ? Option.none() : Option.map(Option.fromNullable(rows.at(-1)), ({ id }) => id)
      }))
    )
    return Csv.file("audit-log", csvColumns(yield* reports.addresses(entries)), entries)
  })

  return [
    { method: "GET", path: "/dashboard/audit", handler: operator("audit.read", show) },
    { method: "GET", path: "/dashboard/audit.csv", handler: operator("audit.read", download) }
  ] satisfies ReadonlyArray<Route>
})
