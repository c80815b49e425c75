/**
 * All instances, and the form for a new one.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceAdministration, type RemainingInstance } from "@latchkey/domain/operator/InstanceAdministration"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { decodePayload } from "@latchkey/http/core/JsonEndpoint"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { NewInstanceInput, rejectPlainHttp } from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { counted } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, type RejectedForm } from "./InstanceForm.ts"
import { toSettings, valuesIn } from "./SettingField.ts"
import { errorSummary, fieldsOf, type FormState } from "./SettingFieldView.ts"
import { newInstanceFields } from "./SettingsSections.ts"

const empty: FormState = { values: { plan: "free" }, shown: {}, errors: [] }
const pageSize = 100
const maxHosts = 3

const decode = decodePayload(NewInstanceInput)

const hostsOf = ({ hosts }: Instance): string => {
  const more = hosts.length - maxHosts
  return `${hosts.slice(0, maxHosts).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

const waysOf = ({ authConfig }: Instance): string => {
  const ways = [
    ...(authConfig.password ? ["passwords"] : []),
    ...(authConfig.magic_link ? ["magic links"] : []),
    ...(authConfig.passkey ? ["passkeys"] : [])
  ].join(", ")
  return `${ways.charAt(0).toUpperCase()}${ways.slice(1)}`
}

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const administration = yield* InstanceAdministration
  const instances = yield* InstanceDirectory
  const checkUrls = rejectPlainHttp(yield* HttpSettings)

  const columns: ReadonlyArray<DataTable.Column<Instance>> = [
    { title: "Name", cell: ({ id, name }) => html`<a class="row" href="${paths.instance(id)}">${name}</a>` },
    { title: "Hosts", cell: hostsOf },
    { title: "Plan", cell: ({ plan }) => plan },
    { title: "Ways to sign in", cell: waysOf }
  ]

  const deletedRow = ({ id, name, users }: RemainingInstance) =>
    html`<li><span><span class="strong">${name}</span> <code class="detail">${id}</code></span>
<span class="soft">Being deleted: ${counted(users, "user")} left</span></li>`

  const deletedPart = (deleted: ReadonlyArray<RemainingInstance>) =>
    html`<section class="card" aria-labelledby="deleted"><h2 id="deleted">Deleted instances</h2>
<p class="soft">They don't work any more. What is stored of them is deleted in the background. Then their hosts are free.</p>
<ul class="rows">${all(deleted.map(deletedRow))}</ul></section>`

  const onList = ({ can, request }: OperatorRequest) =>
    Effect.map(Effect.all([instances.list, administration.listDeleted]), ([found, deleted]) => {
      const start = Math.max(0, Number.parseInt(FormInput.textOf(RequestReader.query(request), "start"), 10) || 0)
      const next = start + pageSize
      return page({
        title: "Instances",
        description:
          "An instance is an application whose users sign in here. Each has its own users, settings and limits.",
        ...(can("instances.write")
          ? { action: html`<a class="button" href="${paths.newInstance}">New instance</a>` }
          : {}),
        section: "Instances",
        body: html`${DataTable.view({
          id: "all",
          caption: "Instances",
          columns,
          rows: found.slice(start, next),
          count: counted(found.length, "instance"),
          empty: { title: "No instances yet", text: "Create one for each application whose users sign in here." }
        })}
${when(next < found.length, () => html`<p><a href="${paths.home}?start=${String(next)}">Next page</a></p>`)}
${when(deleted.length > 0, () => deletedPart(deleted))}`
      })
    })

  const showForm = (rejected?: RejectedForm) =>
    page({
      title: "New instance",
      description: "Everything else has a default, and can be changed in its settings.",
      back: { href: paths.home, text: "Instances" },
      section: "Instances",
      status: rejected === undefined ? 200 : 400,
      body: html`<section class="card form" aria-label="New instance">
${rejected === undefined ? "" : errorSummary([{ fields: newInstanceFields }], rejected)}
<form method="post" action="${paths.newInstance}">
${fieldsOf([{ fields: newInstanceFields }], rejected?.state ?? empty)}
<div class="save"><button>Create instance</button>
<a class="button quiet" href="${paths.home}">Cancel</a></div></form></section>`
    })

  const onCreate = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const form = yield* RequestReader.form(request)
    const submitted = { fields: newInstanceFields, values: valuesIn(newInstanceFields, form), shown: {} }
    const result = yield* decode(toSettings(newInstanceFields, submitted.values)).pipe(
      Effect.tap(checkUrls),
      Effect.flatMap((settings) => administration.create(settings, by)),
      orRejected(submitted)
    )
    return result._tag === "Accepted" ? redirect(paths.instance(result.value.id)) : showForm(result.form)
  })

  return [
    { method: "GET", path: "/dashboard", handler: operator("instances.read", onList) },
    {
      method: "GET",
      path: "/dashboard/instances/new",
      handler: operator("instances.write", () => Effect.succeed(showForm()))
    },
    { method: "POST", path: "/dashboard/instances/new", handler: operator("instances.write", onCreate) }
  ] satisfies ReadonlyArray<Route>
})
