/**
 * All instances, and the form for a new one.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceAdministration, type RemainingInstance } from "@latchkey/domain/operator/InstanceAdministration"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { NewInstanceInput, rejectPlainHttp } from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, type RejectedForm } from "./InstanceForm.ts"
import { toSettings, valuesIn } from "./SettingField.ts"
import { errorSummary, fieldsOf, type FormState } from "./SettingFieldView.ts"
import { newInstanceFields } from "./SettingsSections.ts"

const empty: FormState = { values: { plan: "free" }, shown: {}, errors: [] }
const pageSize = 100
const maxHosts = 3

const decode = RequestReader.decodePayload(NewInstanceInput)

const hostsIn =
  ({ format, texts: { instance } }: DashboardLanguage) =>
  ({ hosts }: Instance): string => {
    const more = hosts.length - maxHosts
    const named = format.list(hosts.slice(0, maxHosts))
    return more > 0 ? instance.list.more(named, more) : named
  }

const waysIn =
  ({ format, texts: { instance } }: DashboardLanguage) =>
  ({ authConfig }: Instance): string => {
    const { magicLinks, passkeys, passwords } = instance.facts
    return format.list([
      ...(authConfig.password ? [passwords] : []),
      ...(authConfig.magic_link ? [magicLinks] : []),
      ...(authConfig.passkey ? [passkeys] : [])
    ])
  }

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* InstanceAdministration
  const instances = yield* InstanceDirectory
  const checkUrls = rejectPlainHttp(yield* HttpSettings)
  const { account, core, instance: own } = language.texts
  const { facts, list: texts } = own
  const title = core.sections.Instances
  const fields = newInstanceFields(own)

  const columns: ReadonlyArray<DataTable.Column<Instance>> = [
    { title: core.name, cell: ({ id, name }) => html`<a class="row" href="${paths.instance(id)}">${name}</a>` },
    { title: facts.hosts, cell: hostsIn(language) },
    { title: facts.plan, cell: ({ plan }) => plan },
    { title: facts.waysIn, cell: waysIn(language) }
  ]

  const deletedRow = ({ id, name, users }: RemainingInstance) =>
    html`<li><span><span class="strong">${name}</span> <code class="detail">${id}</code></span>
<span class="soft">${texts.left(account.list.rows(users))}</span></li>`

  const deletedPart = (deleted: ReadonlyArray<RemainingInstance>) =>
    html`<section class="card" aria-labelledby="deleted"><h2 id="deleted">${texts.deleted}</h2>
<p class="soft">${texts.deletedIntro}</p>
<ul class="rows">${all(deleted.map(deletedRow))}</ul></section>`

  const onList = ({ can, request }: OperatorRequest) =>
    Effect.map(Effect.all([instances.list, administration.listDeleted]), ([found, deleted]) => {
      const start = Math.max(0, Number.parseInt(FormInput.textOf(RequestReader.query(request), "start"), 10) || 0)
      const next = start + pageSize
      return page({
        title,
        description: texts.intro,
        ...(can("instances.write")
          ? { action: html`<a class="button" href="${paths.newInstance}">${texts.create}</a>` }
          : {}),
        section: "Instances",
        body: html`${DataTable.view(language, {
          id: "all",
          caption: title,
          columns,
          rows: found.slice(start, next),
          count: texts.count(found.length),
          empty: texts.empty
        })}
${when(next < found.length, () => html`<p><a href="${paths.home}?start=${String(next)}">${texts.nextPage}</a></p>`)}
${when(deleted.length > 0, () => deletedPart(deleted))}`
      })
    })

  const showForm = (rejected?: RejectedForm) =>
    page({
      title: texts.create,
      description: texts.createIntro,
      back: { href: paths.home, text: title },
      section: "Instances",
      status: rejected === undefined ? 200 : 400,
      body: html`<section class="card form" aria-label="${texts.create}">
${rejected === undefined ? "" : errorSummary(language, [{ fields }], rejected)}
<form method="post" action="${paths.newInstance}">
${fieldsOf(language, [{ fields }], rejected?.state ?? empty)}
<div class="save"><button>${texts.createButton}</button>
<a class="button quiet" href="${paths.home}">${core.cancel}</a></div></form></section>`
    })

  const onCreate = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const form = yield* RequestReader.form(request)
    const submitted = { fields, values: valuesIn(fields, form), shown: {} }
    const result = yield* decode(toSettings(fields, submitted.values)).pipe(
      Effect.tap(checkUrls),
      Effect.flatMap((settings) => administration.create(settings, by)),
      orRejected(language, submitted)
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
