/**
 * Replacing the secret of a webhook, after a question: how long the secret before stays valid.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import {
  defaultSecretOverlap,
  longestSecretOverlap,
  WebhookAdministration,
  type WebhookDetails
} from "@latchkey/domain/webhook/WebhookAdministration"
import { html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { SecretRotationInput } from "@latchkey/http/webhook/WebhookInput"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { notice } from "../core/Elements.ts"
import * as WebhookPaths from "../core/WebhookPaths.ts"
import { type Field, toSettings, valuesIn, valuesOf } from "../instance/SettingField.ts"
import { fieldsOf, untouched } from "../instance/SettingFieldView.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as SecretShown from "./SecretShown.ts"
import * as WebhookOfPath from "./WebhookOfPath.ts"

const decodeRotation = RequestReader.decodePayload(SecretRotationInput)

const overlaps = [Duration.zero, defaultSecretOverlap, longestSecretOverlap].map(Duration.toSeconds)

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const target = yield* WebhookOfPath.make
  const webhooks = yield* WebhookAdministration
  const { core, webhook: texts } = language.texts
  const { duration } = language.format

  const fields: ReadonlyArray<Field> = [
    {
      name: "previousValidForSeconds",
      kind: "choice",
      ...texts.overlap,
      options: overlaps.map((seconds) => ({
        value: String(seconds),
        label: seconds === 0 ? texts.noOverlap : duration(seconds)
      }))
    }
  ]
  const preset = valuesOf(fields, { previousValidForSeconds: Duration.toSeconds(defaultSecretOverlap) })

  const form = (instance: Instance, { id }: WebhookDetails) =>
    html`<form method="post" action="${WebhookPaths.action(paths, instance.id, id, "secret")}">
${fieldsOf(language, [{ fields }], { ...untouched(preset), shown: {} })}
<div class="save"><button>${texts.replaceButton}</button>
<a class="button quiet" href="${WebhookPaths.one(paths, instance.id, id)}">${core.cancel}</a></div></form>`

  const show = Effect.map(target, ({ instance, webhook }) => {
    const self = WebhookPaths.one(paths, instance.id, webhook.id)
    return page({
      title: texts.replaceTitle,
      back: { href: self, text: webhook.url },
      section: "Instances",
      of: { instance, tab: "Webhooks" },
      body: html`<section class="card form narrow" aria-label="${texts.replaceTitle}">
<p>${texts.replaceText}</p>
${webhooks.hasKey ? form(instance, webhook) : notice("bad", texts.noKey)}</section>`
    })
  })

  const onReplace = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const { id, instance } = yield* target
    const values = valuesIn(fields, yield* RequestReader.form(request))
    const numeric = fields.map((field) => ({ ...field, kind: "number" }) as const)
    const { previousValidForSeconds } = yield* decodeRotation(toSettings(numeric, values))
    const overlap = Duration.seconds(previousValidForSeconds)
    return page(
      SecretShown.pageOf(language, paths, instance, yield* webhooks.rotateSecret({ instance, by, id, overlap }))
    )
  })

  const path = "/dashboard/instances/:instance/webhooks/:webhook/secret" as const
  return [
    { method: "GET", path, handler: operator("instances.write", () => show) },
    { method: "POST", path, handler: operator("instances.write", onReplace) }
  ] satisfies ReadonlyArray<Route>
})
