/**
 * Deleting an instance, after a page that says what will happen and asks for the instance's id.
 */
import { DefaultInstanceRequired } from "@latchkey/domain/instance/InstanceErrors"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import { all } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { notice } from "../core/Elements.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { type Field, valuesIn } from "./SettingField.ts"
import { fieldsOf, type FormState } from "./SettingFieldView.ts"

const fieldIn = ({ instance: { deletion } }: DashboardTexts, { id }: Instance): Field => ({
  name: "id",
  kind: "text",
  label: deletion.id,
  hint: deletion.confirm(html`<code>${id}</code>`)
})

const untouched: FormState = { values: {}, shown: {}, errors: [] }

const maxHosts = 10

const consequencesOf = (
  { format, texts: { instance } }: DashboardLanguage,
  { hosts }: Instance,
  users: number
): ReadonlyArray<string> => {
  const { deletion: texts } = instance
  const named = format.list(hosts.slice(0, maxHosts))
  return [
    users === 0 ? texts.noUsers : texts.users(users),
    texts.links,
    hosts.length === 0 ? texts.noHosts : texts.hosts(hosts.length > maxHosts ? texts.otherHosts(named) : named),
    texts.everything,
    texts.irreversible
  ]
}

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* InstanceAdministration
  const instances = yield* InstanceDirectory
  const { core } = language.texts
  const { deletion: texts } = language.texts.instance
  const fieldOf = (instance: Instance) => fieldIn(language.texts, instance)

  const target = Effect.filterOrFail(
    RouteParameters.instance(instances),
    ({ id }) => id !== defaultId,
    () => new DefaultInstanceRequired()
  )

  const form = (instance: Instance, state: FormState): Fragment =>
    html`<form method="post" action="${paths.deletion(instance.id)}">${fieldsOf(language, [{ fields: [fieldOf(instance)] }], state)}
<div class="save"><button class="bad">${texts.button}</button>
<a class="button quiet" href="${paths.instance(instance.id)}">${core.cancel}</a></div></form>`

  const show = Effect.fnUntraced(function* (instance: Instance, state: FormState, status = 200) {
    const users = yield* administration.countUsers(instance.id)
    return page({
      title: texts.title,
      back: { href: paths.instance(instance.id), text: instance.name },
      status,
      section: "Instances",
      of: { instance, tab: "Overview" },
      body: html`<section class="card form narrow danger" aria-label="${core.delete}">
${state.errors.length === 0 ? "" : notice("bad", texts.rejected)}
<ul class="consequences">${all(consequencesOf(language, instance, users).map((text) => html`<li>${text}</li>`))}</ul>
${form(instance, state)}</section>`
    })
  })

  const onDelete = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const instance = yield* target
    const values = valuesIn([fieldOf(instance)], yield* RequestReader.form(request))
    if (values["id"] !== instance.id) {
      const errors = [{ field: "id", reason: texts.mustBe(instance.id) }]
      return yield* show(instance, { ...untouched, values, errors }, 400)
    }
    yield* administration.delete(instance.id, by)
    return redirect(paths.home)
  })

  const path = "/dashboard/instances/:instance/delete" as const
  return [
    {
      method: "GET",
      path,
      handler: operator("instances.write", () => Effect.flatMap(target, (instance) => show(instance, untouched)))
    },
    { method: "POST", path, handler: operator("instances.write", onDelete) }
  ] satisfies ReadonlyArray<Route>
})
