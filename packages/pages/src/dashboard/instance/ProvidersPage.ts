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
import { decodePayload } from "@latchkey/http/core/JsonEndpoint"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { NewIdentityProviderInput } from "@latchkey/http/identity-provider/IdentityProviderInput"
import * as Effect from "effect/Effect"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { copyable, detail, notice, tag } from "../core/Elements.ts"
import { counted } from "../core/Format.ts"
import * as ProviderPaths from "../core/ProviderPaths.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, type RejectedForm } from "./InstanceForm.ts"
import * as ProviderForm from "./ProviderForm.ts"
import { toSettings, valuesIn, valuesOf } from "./SettingField.ts"
import { errorSummary, fieldsOf, untouched } from "./SettingFieldView.ts"

const decodeNew = decodePayload(NewIdentityProviderInput)

const notices: ReadonlyMap<string, string> = new Map([["deleted", "The provider is deleted."]])

/** Returns the kind of `:kind`. */
const kindParameter = Effect.flatMap(HttpRouter.params, ({ kind }) => {
  const found = ProviderForm.kinds.find((known) => known === kind)
  return found === undefined ? new IdentityProviderNotFound() : Effect.succeed(found)
})

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const instances = yield* InstanceDirectory
  const providers = yield* IdentityProviderAdministration

  const columns = ({ id }: Instance): ReadonlyArray<DataTable.Column<ProviderDetails>> => [
    {
      title: "Name",
      cell: (provider) => html`<a class="row" href="${ProviderPaths.one(paths, id, provider.id)}">${provider.name}</a>`
    },
    { title: "Kind", cell: ({ kind }) => ProviderForm.kindNames[kind] },
    { title: "Issuer", cell: ({ issuer }) => html`<code>${issuer}</code>` },
    { title: "State", kind: "plain", cell: ({ enabled }) => (enabled ? tag("Turned on", "good") : tag("Turned off")) }
  ]

  const adding = (instance: Instance, present: ReadonlyArray<ProviderDetails>) => {
    const canRepeat = (kind: IdentityProviderKind) => kind === "oidc" || kind === "microsoft"
    const offered = ProviderForm.kinds.filter(
      (kind) => canRepeat(kind) || !present.some((provider) => provider.kind === kind)
    )
    const link = (kind: IdentityProviderKind) =>
      html`<li><a href="${ProviderPaths.create(paths, instance.id, kind)}">${ProviderForm.kindNames[kind]}…</a></li>`
    return html`<section class="card" aria-labelledby="add"><h2 id="add">Add a provider</h2>
<p class="soft">OpenID Connect is for any other provider, such as Keycloak, Okta, or another Latchkey.</p>
<ul class="tiles">${all(offered.map(link))}</ul></section>`
  }

  const unavailable = () =>
    notice("plain", "This service can't reach sign-in providers, so users see none of them: no adapter is configured.")

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const list = providers.list(instance)
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    return page({
      title: "Sign-in providers",
      description:
        "Users can sign in with an account that they have elsewhere. The sign-in page has a button for each provider that is turned on.",
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      body: html`${done === undefined ? "" : notice("good", done)}
${when(!providers.isAvailable, unavailable)}
${DataTable.view({
  id: "all",
  caption: "Sign-in providers",
  columns: columns(instance),
  rows: list,
  count: counted(list.length, "provider"),
  empty: {
    title: "No providers yet",
    text: "Add one, and users can sign in with an account that they have already, such as that at Google."
  }
})}
${when(can("instances.write"), () => adding(instance, list))}`
    })
  })

  const withoutKey = () =>
    notice(
      "bad",
      "No server key is configured, so a client secret can't be stored. Set SECRET_KEY, and restart the service."
    )

  const showNew = (instance: Instance, kind: IdentityProviderKind, rejected?: RejectedForm) => {
    const fields = ProviderForm.newFields(kind)
    const state = rejected?.state ?? { ...untouched(valuesOf(fields, ProviderForm.defaultsOf(kind))), shown: {} }
    return page({
      title: kind === "oidc" ? "Add an OpenID Connect provider" : `Add ${ProviderForm.kindNames[kind]}`,
      back: { href: ProviderPaths.list(paths, instance.id), text: "Sign-in providers" },
      description: ProviderForm.whereToFind[kind],
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      status: rejected === undefined ? 200 : 400,
      body: html`<section class="card form" aria-label="Provider">
${rejected === undefined ? "" : errorSummary([{ fields }], rejected)}
${when(!providers.hasKey, withoutKey)}
<dl class="facts">${detail("Redirect URI", copyable(providers.redirectUri(instance)))}</dl>
<form method="post" action="${ProviderPaths.create(paths, instance.id, kind)}">
${fieldsOf([{ fields }], state)}
<div class="save"><button>Add provider</button>
<a class="button quiet" href="${ProviderPaths.list(paths, instance.id)}">Cancel</a></div></form></section>`
    })
  }

  const target = Effect.all({ instance: RouteParameters.instance(instances), kind: kindParameter })

  const onCreate = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const { instance, kind } = yield* target
    const form = yield* RequestReader.form(request)
    const fields = ProviderForm.newFields(kind)
    const values = valuesIn(fields, form)
    const given = fields.filter(({ name }) => values[name] !== "")
    const result = yield* decodeNew({ kind, ...toSettings(given, values) }).pipe(
      Effect.flatMap((settings) => providers.create({ instance, by, settings })),
      orRejected({ fields, values, shown: {} }, ProviderForm.textOf(fields))
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
