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
import { counted } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { type Field, valuesIn } from "./SettingField.ts"
import { fieldsOf, type FormState } from "./SettingFieldView.ts"

const fieldOf = ({ id }: Instance): Field => ({
  name: "id",
  kind: "text",
  label: "Instance ID",
  hint: html`Type <code>${id}</code> to confirm.`
})

const untouched: FormState = { values: {}, shown: {}, errors: [] }

const consequencesOf = ({ hosts }: Instance, users: number): ReadonlyArray<string> => [
  users === 0
    ? "It has no users."
    : `${counted(users, "user")} ${users === 1 ? "is" : "are"} signed out and can't sign in any more.`,
  "Links that were sent stop working, and emails that are queued aren't sent.",
  hosts.length === 0
    ? "It has no hosts."
    : `Requests to ${hosts.slice(0, 10).join(", ")}${hosts.length > 10 ? " and its other hosts" : ""} get “not found” until everything is deleted. After that, they belong to the default instance.`,
  "Its users, sessions, settings and everything else are deleted. The audit log keeps its entries.",
  "This can't be undone."
]

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const administration = yield* InstanceAdministration
  const instances = yield* InstanceDirectory

  const target = Effect.filterOrFail(
    RouteParameters.instance(instances),
    ({ id }) => id !== defaultId,
    () => new DefaultInstanceRequired()
  )

  const form = (instance: Instance, state: FormState): Fragment =>
    html`<form method="post" action="${paths.deletion(instance.id)}">${fieldsOf([{ fields: [fieldOf(instance)] }], state)}
<div class="save"><button class="bad">Delete instance</button>
<a class="button quiet" href="${paths.instance(instance.id)}">Cancel</a></div></form>`

  const show = Effect.fnUntraced(function* (instance: Instance, state: FormState, status = 200) {
    const users = yield* administration.countUsers(instance.id)
    return page({
      title: "Delete this instance?",
      back: { href: paths.instance(instance.id), text: instance.name },
      status,
      section: "Instances",
      of: { instance, tab: "Overview" },
      body: html`<section class="card form narrow danger" aria-label="Delete">
${state.errors.length === 0 ? "" : notice("bad", "Not deleted. There is a problem with what you entered.")}
<ul class="consequences">${all(consequencesOf(instance, users).map((text) => html`<li>${text}</li>`))}</ul>
${form(instance, state)}</section>`
    })
  })

  const onDelete = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const instance = yield* target
    const values = valuesIn([fieldOf(instance)], yield* RequestReader.form(request))
    if (values["id"] !== instance.id) {
      const errors = [{ field: "id", reason: `must be ${instance.id}` }]
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
