/**
 * The sign-in providers of an instance: a list, and the form that adds one.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { IdentityProviderNotFound } from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import type { IdentityProviderKind } from "@latchkey/domain/instance/IdentityProvider"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import {
  IdentityProviderAdministration,
  type ProviderDetails
} from "@latchkey/domain/operator/IdentityProviderAdministration"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { NewIdentityProviderInput } from "@latchkey/http/identity-provider/IdentityProviderInput"
import * as Effect from "effect/Effect"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as ProviderMark from "../../core/ProviderMark.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { copyable, detail, notice } from "../core/Elements.ts"
import * as ProviderPaths from "../core/ProviderPaths.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, type RejectedForm } from "./InstanceForm.ts"
import * as ProviderForm from "./ProviderForm.ts"
import * as ProviderState from "./ProviderState.ts"
import { toSettings, valuesIn, valuesOf } from "./SettingField.ts"
import { errorSummary, fieldsOf, untouched } from "./SettingFieldView.ts"

const decodeNew = RequestReader.decodePayload(NewIdentityProviderInput)

/** Returns the kind of `:kind`. */
const kindParameter = Effect.flatMap(HttpRouter.params, ({ kind }) => {
  const found = ProviderForm.kinds.find((known) => known === kind)
  return found === undefined ? new IdentityProviderNotFound() : Effect.succeed(found)
})

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const providers = yield* IdentityProviderAdministration
  const { core, provider: texts } = language.texts

  const columns = ({ id }: Instance): ReadonlyArray<DataTable.Column<ProviderDetails>> => [
    {
      title: core.name,
      cell: (provider) =>
        html`<span class="mark">${ProviderMark.of(provider.kind)}</span><a class="row" href="${ProviderPaths.one(paths, id, provider.id)}">${provider.name}</a>`
    },
    { title: texts.kind, cell: ({ kind }) => ProviderForm.kindNames[kind] },
    { title: texts.issuer, cell: ({ issuer }) => html`<code>${issuer}</code>` },
    { title: texts.state, kind: "plain", cell: (provider) => ProviderState.view(language.texts, provider) }
  ]

  const adding = (instance: Instance, present: ReadonlyArray<ProviderDetails>) => {
    const canRepeat = (kind: IdentityProviderKind) => kind === "oidc" || kind === "microsoft"
    const offered = ProviderForm.kinds.filter(
      (kind) => canRepeat(kind) || !present.some((provider) => provider.kind === kind)
    )
    const link = (kind: IdentityProviderKind) =>
      html`<li><a href="${ProviderPaths.create(paths, instance.id, kind)}">${ProviderMark.of(kind)}${ProviderForm.kindNames[kind]}…</a></li>`
    return html`<section class="card" aria-labelledby="add"><h2 id="add">${texts.add}</h2>
<p class="soft">${texts.addIntro}</p>
<ul class="tiles">${all(offered.map(link))}</ul></section>`
  }

  const unavailable = () => notice("plain", texts.unavailable)

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const list = providers.list(instance)
    const isDeleted = FormInput.textOf(RequestReader.query(request), "done") === "deleted"
    return page({
      title: texts.title,
      description: texts.intro,
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      body: html`${when(isDeleted, () => notice("good", texts.notices.deleted))}
${when(!providers.isAvailable, unavailable)}
${DataTable.view(language, {
  id: "all",
  caption: texts.title,
  columns: columns(instance),
  rows: list,
  count: texts.count(list.length),
  empty: texts.empty
})}
${when(can("instances.write"), () => adding(instance, list))}`
    })
  })

  const withoutKey = () => notice("bad", texts.noKey)

  const showNew = (instance: Instance, kind: IdentityProviderKind, rejected?: RejectedForm) => {
    const fields = ProviderForm.newFields(language, kind)
    const state = rejected?.state ?? { ...untouched(valuesOf(fields, ProviderForm.defaultsOf(kind))), shown: {} }
    return page({
      title: kind === "oidc" ? texts.addOidc : texts.addOne(ProviderForm.kindNames[kind]),
      back: { href: ProviderPaths.list(paths, instance.id), text: texts.title },
      description: texts.where[kind],
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      status: rejected === undefined ? 200 : 400,
      body: html`<section class="card form" aria-label="${texts.provider}">
${rejected === undefined ? "" : errorSummary(language, [{ fields }], rejected)}
${when(!providers.hasKey, withoutKey)}
<dl class="facts">${detail(texts.redirectUri, copyable(language.texts.core, providers.redirectUri(instance)))}</dl>
<form method="post" action="${ProviderPaths.create(paths, instance.id, kind)}">
${fieldsOf(language, [{ fields }], state)}
<div class="save"><button>${texts.addButton}</button>
<a class="button quiet" href="${ProviderPaths.list(paths, instance.id)}">${core.cancel}</a></div></form></section>`
    })
  }

  const target = Effect.all({ instance: RouteParameters.instance(instances), kind: kindParameter })

  const onCreate = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const { instance, kind } = yield* target
    const form = yield* RequestReader.form(request)
    const fields = ProviderForm.newFields(language, kind)
    const values = valuesIn(fields, form)
    const given = fields.filter(({ name }) => values[name] !== "")
    const result = yield* decodeNew({ kind, ...toSettings(given, values) }).pipe(
      Effect.flatMap((settings) => providers.create({ instance, by, settings })),
      orRejected(language, { fields, values, shown: {} }, ProviderForm.textOf(language, fields))
    )
    return result._tag === "Rejected"
      ? showNew(instance, kind, result.form)
      : redirect(ProviderPaths.one(paths, instance.id, result.value.id, "added"))
  })

  const list = "/dashboard/instances/:instance/sign-in-providers" as const
  const adds = "/dashboard/instances/:instance/add-sign-in-provider/:kind" as const
  return [
    { method: "GET", path: list, handler: operator("instances.read", show) },
    {
      method: "GET",
      path: adds,
      handler: operator("instances.write", () => Effect.map(target, ({ instance, kind }) => showNew(instance, kind)))
    },
    { method: "POST", path: adds, handler: operator("instances.write", onCreate) }
  ] satisfies ReadonlyArray<Route>
})
