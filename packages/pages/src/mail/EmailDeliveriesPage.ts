/**
 * What became of the mails of an instance: what waits, what failed and why, what was sent. Links are nowhere: they are
 * not stored.
 *
 * @since 0.1.0
 */
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import type { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import { type Fragment, html } from "@latchkey/http/core/Html"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all, when } from "../core/Fragments.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "../operator/Access.ts"
import { notice } from "../operator/Markup.ts"
import * as Parameters from "../operator/RouteParameters.ts"
import type { Views } from "../operator/View.ts"
import { number, time } from "../operator/Words.ts"

const shownAtOnce = 100

const reasons: Readonly<Record<string, string>> = {
  refused: "the provider refused it",
  unavailable: "the provider could not take it",
  no_answer: "the provider did not answer in time",
  over_budget: "there were too many mails to this address",
  too_old: "it could not be sent within five minutes",
  switched_off: "magic links were switched off",
  shutdown: "the service was being restarted"
}

/** Why, in words, with the provider's own name for it; nothing when all went well. @since 0.1.0 */
export const reasonOf = ({ detail, reason }: Pick<EmailDelivery, "detail" | "reason">): Option.Option<Fragment> =>
  Option.map(reason, (word) => {
    const words = reasons[word] ?? word
    return Option.match(detail, {
      onNone: () => html`${words}`,
      onSome: (name) => html`${words} (<code>${name}</code>)`
    })
  })

const triesOf = ({ attempts }: EmailDelivery) => (attempts === 1 ? "1 try" : `${number(attempts)} tries`)

const because = (record: EmailDelivery) =>
  Option.match(reasonOf(record), { onNone: () => html``, onSome: (words) => html`, because ${words}` })

const waiting = (record: EmailDelivery) =>
  html`waits since ${time(record.requestedAt)}, ${triesOf(record)} so far${when(
    Option.isSome(record.reason),
    () => html`; late${because(record)}`
  )}; next try ${time(record.at)}`

const dropped = (record: EmailDelivery) => html`given up ${time(record.at)}, after ${triesOf(record)}${because(record)}`

const sent = (record: EmailDelivery) =>
  html`sent ${time(record.at)}${when(record.attempts > 1, () => html`, at the ${String(record.attempts)}. try`)}`

const groups = [
  { state: "waiting", title: "Waiting", none: "Nothing waits.", describe: waiting },
  { state: "dropped", title: "Not sent", none: "Nothing failed.", describe: dropped },
  { state: "sent", title: "Sent", none: "Nothing was sent.", describe: sent }
] as const

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ page }: Views, { operator }: Access) {
  const instances = yield* Instances
  const mailer = yield* Mailer
  const outbox = yield* MagicLinkOutbox

  const groupOf = (records: ReadonlyArray<EmailDelivery>) => (group: (typeof groups)[number]) => {
    const { describe, none, state, title } = group
    const found = records.filter((record) => record.state === state)
    const rows = found.map(
      (record) =>
        html`<li><span><span class="strong">${record.email}</span> <span class="soft">${describe(record)}</span></span></li>`
    )
    return html`<section class="card" aria-labelledby="${state}"><h2 id="${state}">${title}</h2>
${rows.length === 0 ? html`<p class="soft">${none}</p>` : html`<ul class="rows">${all(rows)}</ul>`}</section>`
  }

  const show = Effect.fnUntraced(function* () {
    const instance = yield* Parameters.instance(instances)
    const records = yield* outbox.records(instance.id, shownAtOnce)
    return page({
      title: "Mail",
      place: "Instances",
      of: { instance, tab: "Mail" },
      body: html`${when(!mailer.isConfigured, () =>
        notice(
          "bad",
          "No mail provider is configured: nothing can be sent. Set EMAIL_FROM and EMAIL_PROVIDER_API_KEY for the service, and restart it."
        )
      )}
<p class="soft">The last ${String(shownAtOnce)} mails that were asked for. What was sent or given up is forgotten after seven days.</p>
${all(groups.map(groupOf(records)))}`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/mail", handler: operator(show) }
  ] satisfies ReadonlyArray<Route>
})
