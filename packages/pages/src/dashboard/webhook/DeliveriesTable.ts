/**
 * What became of the events that a webhook gets, as a table: fifty per page, by state, each to send again.
 */
import * as EventCursor from "@latchkey/domain/event/EventCursor"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { DeliveriesPage, WebhookDetails } from "@latchkey/domain/webhook/WebhookAdministration"
import { DeliveryState, type WebhookDelivery } from "@latchkey/domain/webhook/WebhookDelivery"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import * as FormInput from "../../core/FormInput.ts"
import { inSequence, none } from "../../core/Fragments.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { DashboardPaths } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, tag } from "../core/Elements.ts"
import * as Paging from "../core/Paging.ts"
import * as WebhookPaths from "../core/WebhookPaths.ts"

const pageSize = 50

/** Returns which deliveries the query of a page asks for. */
export const askedOf = (query: URLSearchParams) => {
  const position = Paging.read(query)
  const state = Option.fromNullable(DeliveryState.literals.find((name) => name === FormInput.textOf(query, "state")))
  return { position, state, before: EventCursor.decode(position.cursor), limit: pageSize }
}

const kinds = { pending: "warn", delivered: "good", failed: "bad" } as const

/** What the last try led to, how many there were, and when the next one is. */
const detailsOf = ({ format: { time }, texts }: DashboardLanguage, delivery: WebhookDelivery): Fragment => {
  const { webhook } = texts
  const { attempt, nextAttempt } = texts.mail.list
  const { attempts, dueAt, lastReason, lastStatus, state } = delivery
  const parts = [
    ...Option.toArray(Option.map(lastStatus, (status) => html`${webhook.status(String(status))}`)),
    ...Option.toArray(Option.map(lastReason, (reason) => html`${webhook.reasons[reason]}`)),
    ...(attempts > 1 ? [html`${attempt(attempts)}`] : []),
    ...(state === "pending" && attempts > 0 ? [nextAttempt(time(dueAt))] : [])
  ]
  return inSequence(parts)
}

interface Shown {
  readonly instance: Instance
  readonly webhook: WebhookDetails
  readonly asked: ReturnType<typeof askedOf>
  readonly found: DeliveriesPage
  readonly canWrite: boolean
}

const columnsIn = (
  language: DashboardLanguage,
  paths: DashboardPaths,
  { canWrite, instance, webhook }: Shown
): ReadonlyArray<DataTable.Column<WebhookDelivery>> => {
  const { webhook: texts } = language.texts
  const again: DataTable.Column<WebhookDelivery> = {
    title: texts.sendAgain,
    kind: "action",
    cell: ({ eventId, state, type }) =>
      state === "pending"
        ? none
        : button({
            action: WebhookPaths.redelivery(paths, instance.id, webhook.id, eventId),
            text: texts.sendAgain,
            about: type,
            kind: "quiet small"
          })
  }
  return [
    {
      title: texts.event,
      cell: ({ eventId, type }) => html`<span class="strong">${type}</span><br><code class="soft">${eventId}</code>`
    },
    { title: texts.state, kind: "plain", cell: ({ state }) => tag(texts.states[state], kinds[state]) },
    {
      title: texts.user,
      cell: ({ userId }) => html`<a href="${paths.user(instance.id, userId)}"><code>${userId}</code></a>`
    },
    {
      title: texts.details,
      kind: "plain",
      cell: (delivery) => html`<span class="soft">${detailsOf(language, delivery)}</span>`
    },
    { title: texts.time, cell: ({ createdAt }) => language.format.time(createdAt) },
    ...(canWrite ? [again] : [])
  ]
}

/** Makes the table. */
export const view = (language: DashboardLanguage, paths: DashboardPaths, shown: Shown): Fragment => {
  const { asked, canWrite, found, instance, webhook } = shown
  const { webhook: texts } = language.texts
  const state = Option.getOrElse(asked.state, () => "")
  const pages = {
    path: WebhookPaths.one(paths, instance.id, webhook.id),
    filters: { state },
    position: asked.position,
    next: Option.map(found.next, EventCursor.encode)
  }
  const hasFailed = found.deliveries.some((delivery) => delivery.state === "failed")
  const sendAll = button({
    action: WebhookPaths.action(paths, instance.id, webhook.id, "redeliver-failed"),
    text: texts.sendAllAgain,
    kind: "quiet small"
  })
  return DataTable.view(language, {
    id: "messages",
    caption: texts.messages,
    heading: true,
    ...(canWrite && hasFailed ? { intro: html`<div class="actions">${sendAll}</div>` } : {}),
    columns: columnsIn(language, paths, shown),
    rows: found.deliveries,
    count: language.sentences([
      DataTable.countOf(language, found.deliveries.length, pages, texts.messageCount),
      texts.kept
    ]),
    empty: texts.noMessages,
    noMatches: texts.noMatches,
    filters: [
      {
        name: "state",
        label: texts.state,
        value: state,
        kind: "select",
        options: [["", texts.all], ...DeliveryState.literals.map((name) => [name, texts.states[name]] as const)]
      }
    ],
    pages
  })
}
