/**
 * All instances, and the form for a new one.
 *
 * @since 0.1.0
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { queryOf, type RequestContext } from "@latchkey/http/core/Endpoint"
import * as FormBody from "@latchkey/http/core/FormBody"
import { html } from "@latchkey/http/core/Html"
import * as InstanceInput from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import { all, when } from "../core/Fragments.ts"
import * as Redirect from "../core/Redirect.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "../operator/Access.ts"
import { toSettings, valuesIn } from "./SettingField.ts"
import { fieldsOf, type FormState } from "./SettingFieldView.ts"
import { orRefused, type Refused } from "./InstanceForm.ts"
import { notice } from "../operator/Markup.ts"
import { newInstanceFields } from "./SettingsSections.ts"
import type { Views } from "../operator/View.ts"

const empty: FormState = { values: { plan: "free" }, shown: {}, errors: [] }
const shownAtOnce = 100

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, page }: Views, { operator }: Access) {
  const instances = yield* Instances

  const row = (
    instance: Instance
  ) => html`<li><span><a class="strong" href="${links.instance(instance.id)}">${instance.name}</a>
<span class="soft">${instance.hosts.slice(0, 3).join(", ")}${instance.hosts.length > 3 ? ` and ${instance.hosts.length - 3} more` : ""}</span></span>
<span class="soft">${instance.plan}, magic link ${instance.authConfig.magic_link ? "on" : "off"}</span></li>`

  const list = (context: RequestContext) =>
    Effect.map(instances.list, (found) => {
      const from = Math.max(0, Number.parseInt(queryOf(context.request).get("start") ?? "0", 10) || 0)
      const rows = found.slice(from, from + shownAtOnce)
      const next = from + shownAtOnce
      return page({
        title: "Instances",
        place: "Instances",
        body: html`<p class="soft">An instance is an application whose people sign in here, with its own users, settings and limits.</p>
<p><a class="button" href="${links.newInstance}">New instance</a></p>
<ul class="rows card">${all(rows.map(row))}</ul>
${when(next < found.length, () => html`<p><a href="${links.home}?start=${String(next)}">More instances</a></p>`)}`
      })
    })

  const form = (refused?: Refused) =>
    page({
      title: "New instance",
      place: "Instances",
      status: refused === undefined ? 200 : 400,
      body: html`<section class="card">
${refused === undefined ? "" : notice("bad", refused.trouble)}
<form method="post" action="${links.newInstance}">
${fieldsOf([{ fields: newInstanceFields }], refused?.state ?? empty)}
<button>Create</button></form></section>`
    })

  const create = Effect.fnUntraced(function* ({ request }: RequestContext) {
    const posted = yield* FormBody.read(request)
    const sent = { fields: newInstanceFields, values: valuesIn(newInstanceFields, posted), shown: {} }
    const result = yield* InstanceInput.decodeNew(toSettings(newInstanceFields, sent.values)).pipe(
      Effect.flatMap((settings) => instances.create(settings, "dashboard")),
      orRefused(sent)
    )
    return result._tag === "Taken" ? Redirect.to(links.instance(result.value.id)) : form(result.refused)
  })

  return [
    { method: "GET", path: "/dashboard", handler: operator(list) },
    { method: "GET", path: "/dashboard/instances/new", handler: operator(() => Effect.succeed(form())) },
    { method: "POST", path: "/dashboard/instances/new", handler: operator(create) }
  ] satisfies ReadonlyArray<Route>
})
