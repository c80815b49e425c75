/**
 * The webhooks of an instance: a list, and the form that adds one.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { maxWebhooks } from "@latchkey/domain/webhook/Webhook"
import { WebhookAdministration, type WebhookDetails } from "@latchkey/domain/webhook/WebhookAdministration"
import { html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { NewWebhookInput } from "@latchkey/http/webhook/WebhookInput"
import * as Effect from "effect/Effect"
import * as FormInput from "../../core/FormInput.ts"
import { none, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { notice } from "../core/Elements.ts"
import * as WebhookPaths from "../core/WebhookPaths.ts"
import { orRejected, type RejectedForm } from "../instance/InstanceForm.ts"
import { toSettings, valuesIn } from "../instance/SettingField.ts"
import { errorSummary, fieldsOf, untouched } from "../instance/SettingFieldView.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as SecretShown from "./SecretShown.ts"
import * as WebhookForm from "./WebhookForm.ts"
import * as WebhookState from "./WebhookState.ts"

const decodeNew = RequestReader.decodePayload(NewWebhookInput)

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const webhooks = yield* WebhookAdministration
  const { webhook: texts } = language.texts
  const { list: listOf, time } = language.format
  const fields = WebhookForm.fieldsOf(language.texts)

  const columns = ({ id }: Instance): ReadonlyArray<DataTable.Column<WebhookDetails>> => [
    {
      title: texts.fields.url.label,
      cell: (webhook) => html`<a class="row" href="${WebhookPaths.one(paths, id, webhook.id)}">${webhook.url}</a>`
    },
    { title: texts.state, kind: "plain", cell: (webhook) => WebhookState.view(language.texts, webhook) },
    {
      title: texts.fields.types.label,
      cell: ({ types }) => (types === null ? texts.allEvents : html`<code>${listOf(types)}</code>`)
    },
    { title: texts.added, cell: ({ createdAt }) => time(createdAt) }
  ]

  const form = (instance: Instance, rejected?: RejectedForm) =>
    html`<section class="card form" aria-labelledby="add"><h2 id="add">${texts.add}</h2>
<p class="soft">${texts.addIntro}</p>
${rejected === undefined ? none : errorSummary(language, [{ fields }], rejected)}
<form method="post" action="${WebhookPaths.list(paths, instance.id)}">
${fieldsOf(language, [{ fields }], { ...(rejected?.state ?? untouched({})), shown: {} })}
<div class="save"><button>${texts.addButton}</button></div></form></section>`

  /** The form, or why there is none. */
  const adding = (instance: Instance, count: number, rejected?: RejectedForm) => {
    if (!webhooks.hasKey) return notice("bad", texts.noKey)
    return count < maxWebhooks ? form(instance, rejected) : notice("plain", texts.full(maxWebhooks))
  }

  const view = Effect.fnUntraced(function* (
    { can, request }: OperatorRequest,
    instance: Instance,
    rejected?: RejectedForm
  ) {
    const found = yield* webhooks.list(instance)
    const isDeleted = FormInput.textOf(RequestReader.query(request), "done") === "deleted"
    return page({
      title: texts.title,
      description: texts.intro,
      section: "Instances",
      of: { instance, tab: "Webhooks" },
      status: rejected === undefined ? 200 : 400,
      body: html`${when(isDeleted, () => notice("good", texts.notices.deleted))}
${when(!webhooks.isAvailable, () => notice("plain", texts.unavailable))}
${DataTable.view(language, {
  id: "all",
  caption: texts.title,
  columns: columns(instance),
  rows: found,
  count: texts.count(found.length),
  empty: texts.empty
})}
${when(can("instances.write") && webhooks.isAvailable, () => adding(instance, found.length, rejected))}`
    })
  })

  const show = (request: OperatorRequest) =>
    Effect.flatMap(RouteParameters.instance(instances), (instance) => view(request, instance))

  const onCreate = Effect.fnUntraced(function* (request: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const values = valuesIn(fields, yield* RequestReader.form(request.request))
    const result = yield* decodeNew(toSettings(fields, values)).pipe(
      Effect.flatMap((settings) => webhooks.create({ instance, by: request.by, settings })),
      orRejected(language, { fields, values, shown: {} })
    )
    return result._tag === "Rejected"
      ? yield* view(request, instance, result.form)
      : page(SecretShown.pageOf(language, paths, instance, result.value))
  })

  const path = "/dashboard/instances/:instance/webhooks" as const
  return [
    { method: "GET", path, handler: operator("instances.read", show) },
    { method: "POST", path, handler: operator("instances.write", onCreate) }
  ] satisfies ReadonlyArray<Route>
})
