/**
 * A webhook of an instance: its state and settings, a test, what became of its messages, and deleting it.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import type { Instance } from "@latchkey/domain/instance/Instance"
import {
  type TestResult,
  WebhookAdministration,
  type WebhookDetails
} from "@latchkey/domain/webhook/WebhookAdministration"
import { isDelivered } from "@latchkey/domain/webhook/WebhookDelivery"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { WebhookPatchInput } from "@latchkey/http/webhook/WebhookInput"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { DashboardPaths } from "../core/DashboardPaths.ts"
import { button, detail, inEnglish, notice } from "../core/Elements.ts"
import * as WebhookPaths from "../core/WebhookPaths.ts"
import { orRejected, patchOf, rebase, type RejectedForm } from "../instance/InstanceForm.ts"
import { shownIn, valuesIn, valuesOf } from "../instance/SettingField.ts"
import { errorSummary, fieldsOf, untouched } from "../instance/SettingFieldView.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as DeliveriesTable from "./DeliveriesTable.ts"
import * as WebhookForm from "./WebhookForm.ts"
import * as WebhookOfPath from "./WebhookOfPath.ts"
import * as WebhookState from "./WebhookState.ts"

const decodePatch = RequestReader.decodePayload(WebhookPatchInput)

/** Says what a test led to. The adapter says details in English. */
const testNotice = (language: DashboardLanguage, result: TestResult): Fragment => {
  const { webhook: texts } = language.texts
  if ("reason" in result) {
    return notice("bad", html`${texts.testFailed(texts.reasons[result.reason])} ${inEnglish(language, result.detail)}`)
  }
  const status = String(result.status)
  return isDelivered(result.status)
    ? notice("good", texts.testSucceeded(status, language.format.number(result.millis)))
    : notice("bad", texts.testRefused(status))
}

/** Says why nothing is sent, or since when nothing succeeds. */
const trouble = (language: DashboardLanguage, { disabled, failingSince }: WebhookDetails): Fragment => {
  const { time } = language.format
  const { failsSince, offSince } = language.texts.webhook
  return Option.match(disabled, {
    onSome: ({ at, reason }) => notice(reason === "operator" ? "plain" : "bad", offSince[reason](time(at))),
    onNone: () =>
      Option.match(failingSince, { onNone: () => none, onSome: (at) => notice("warn", failsSince(time(at))) })
  })
}

const actions = ({ texts }: DashboardLanguage, paths: DashboardPaths, { id }: Instance, webhook: WebhookDetails) => {
  const to = (name: WebhookPaths.WebhookAction) => WebhookPaths.action(paths, id, webhook.id, name)
  const turn = Option.isSome(webhook.disabled)
    ? button({ action: to("enable"), text: texts.webhook.turnOn, kind: "quiet" })
    : button({ action: to("disable"), text: texts.webhook.turnOff, kind: "quiet" })
  return html`<div class="actions foot">${button({ action: to("test"), text: texts.webhook.test, kind: "quiet" })}${turn}
<a class="button quiet" href="${to("secret")}">${texts.webhook.replaceDots}</a>
<a class="button quiet bad" href="${to("delete")}">${texts.core.deleteDots}</a></div>`
}

const facts = (language: DashboardLanguage, webhook: WebhookDetails, below: Fragment) => {
  const { texts } = language
  const { time } = language.format
  return html`<section class="card" aria-labelledby="facts"><h2 id="facts">${texts.webhook.webhook}</h2>
<dl class="facts">${all([
    detail(texts.webhook.state, WebhookState.view(texts, webhook)),
    detail("ID", html`<code>${webhook.id}</code>`),
    detail(texts.webhook.added, time(webhook.createdAt)),
    ...Option.toArray(
      Option.map(webhook.previousSecretUntil, (until) => detail(texts.webhook.previousSecret, time(until)))
    )
  ])}</dl>
${below}</section>`
}

/** What a page says above its content. */
interface Said {
  readonly done?: string | undefined
  readonly tested?: TestResult
  readonly rejected?: RejectedForm
}

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const target = yield* WebhookOfPath.make
  const webhooks = yield* WebhookAdministration
  const { core, webhook: texts } = language.texts
  const notices: ReadonlyMap<string, string> = new Map(Object.entries(texts.notices))
  const fields = WebhookForm.fieldsOf(language.texts)

  const form = (instance: Instance, webhook: WebhookDetails, rejected?: RejectedForm) => {
    const state = rejected?.state ?? untouched(valuesOf(fields, webhook))
    return html`<section class="card form" aria-labelledby="settings"><h2 id="settings">${core.tabs.Settings}</h2>
${rejected === undefined ? none : errorSummary(language, [{ fields }], rejected)}
<form method="post" action="${WebhookPaths.one(paths, instance.id, webhook.id)}">
${fieldsOf(language, [{ fields }], state)}
<div class="save"><button>${core.save}</button></div></form></section>`
  }

  const view = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, said: Said) {
    const { id, instance, webhook } = yield* target
    const canWrite = can("instances.write")
    const asked = DeliveriesTable.askedOf(RequestReader.query(request))
    const found = yield* webhooks.deliveries({ instance, id, ...asked })
    const { done, rejected, tested } = said
    return page({
      title: webhook.url,
      back: { href: WebhookPaths.list(paths, instance.id), text: texts.title },
      section: "Instances",
      of: { instance, tab: "Webhooks" },
      status: rejected === undefined ? 200 : 400,
      body: html`${done === undefined ? none : notice("good", done)}
${tested === undefined ? none : testNotice(language, tested)}
${when(!webhooks.isAvailable, () => notice("plain", texts.unavailable))}
${trouble(language, webhook)}
${facts(
  language,
  webhook,
  when(canWrite, () => actions(language, paths, instance, webhook))
)}
${when(canWrite, () => form(instance, webhook, rejected))}
${DeliveriesTable.view(language, paths, { instance, webhook, asked, found, canWrite })}`
    })
  })

  const show = (request: OperatorRequest) =>
    view(request, { done: notices.get(FormInput.textOf(RequestReader.query(request.request), "done")) })

  const onSave = Effect.fnUntraced(function* (request: OperatorRequest) {
    const { id, instance, webhook } = yield* target
    const body = yield* RequestReader.form(request.request)
    const submitted = { fields, values: valuesIn(fields, body), shown: shownIn(body) }
    const result = yield* patchOf(language, submitted, webhook).pipe(
      Effect.flatMap(decodePatch),
      Effect.flatMap((patch) => webhooks.update({ instance, by: request.by, id, patch })),
      orRejected(language, submitted)
    )
    if (result._tag === "Accepted") return redirect(WebhookPaths.one(paths, instance.id, id, "saved"))
    const state = rebase(result.form.state, valuesOf(fields, webhook))
    return yield* view(request, { rejected: { ...result.form, state } })
  })

  const onTest = Effect.fnUntraced(function* (request: OperatorRequest) {
    const { id, instance } = yield* target
    return yield* view(request, { tested: yield* webhooks.sendTest({ instance, by: request.by, id }) })
  })

  /** Does something to the webhook, and shows it again. */
  const action = <E, R>(
    done: WebhookPaths.WebhookDone,
    run: (change: {
      readonly instance: Instance
      readonly by: OperatorRequest["by"]
      readonly id: string
    }) => Effect.Effect<unknown, E, R>
  ) =>
    Effect.fnUntraced(function* ({ by }: OperatorRequest) {
      const { id, instance } = yield* target
      yield* run({ instance, by, id })
      return redirect(WebhookPaths.one(paths, instance.id, id, done))
    })

  const onRedeliver = action("resent", (change) =>
    Effect.flatMap(HttpRouter.params, ({ event: eventId = "" }) => webhooks.redeliver({ ...change, eventId }))
  )

  const confirmDeletion = Effect.map(target, ({ instance, webhook }) => {
    const self = WebhookPaths.one(paths, instance.id, webhook.id)
    const remove = WebhookPaths.action(paths, instance.id, webhook.id, "delete")
    return page({
      title: texts.deleteTitle,
      back: { href: self, text: webhook.url },
      section: "Instances",
      of: { instance, tab: "Webhooks" },
      body: html`<section class="card narrow danger"><p><code>${webhook.url}</code></p>
<p>${texts.deleteText}</p>
<div class="actions">${button({ action: remove, text: core.delete, kind: "bad" })}
<a class="button quiet" href="${self}">${core.cancel}</a></div></section>`
    })
  })

  const onDelete = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const { id, instance } = yield* target
    yield* webhooks.remove({ instance, by, id })
    return redirect(WebhookPaths.list(paths, instance.id, "deleted"))
  })

  const turn = (enabled: boolean) =>
    action(enabled ? "enabled" : "disabled", (change) => webhooks.update({ ...change, patch: { enabled } }))

  const path = "/dashboard/instances/:instance/webhooks/:webhook" as const
  const write = (name: string, handler: Parameters<typeof operator>[1]) =>
    ({ method: "POST", path: `${path}${name}`, handler: operator("instances.write", handler) }) as const
  return [
    { method: "GET", path, handler: operator("users.read", show) },
    write("", onSave),
    write("/test", onTest),
    write("/enable", turn(true)),
    write("/disable", turn(false)),
    write("/redeliver-failed", action("resentAll", webhooks.redeliverFailed)),
    write("/deliveries/:event/redeliver", onRedeliver),
    { method: "GET", path: `${path}/delete`, handler: operator("instances.write", () => confirmDeletion) },
    write("/delete", onDelete)
  ] satisfies ReadonlyArray<Route>
})
