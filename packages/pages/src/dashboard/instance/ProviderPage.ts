/**
 * A sign-in provider of an instance: its settings, a check, turning it on and off, and deleting it.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import type { Finding } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import {
  IdentityProviderAdministration,
  type ProviderDetails
} from "@latchkey/domain/operator/IdentityProviderAdministration"
import { toProblem } from "@latchkey/http/core/Endpoint"
import { decodePayload } from "@latchkey/http/core/JsonEndpoint"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { IdentityProviderPatchInput } from "@latchkey/http/identity-provider/IdentityProviderInput"
import * as Effect from "effect/Effect"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { button, copyable, detail, notice } from "../core/Elements.ts"
import * as ProviderPaths from "../core/ProviderPaths.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, type RejectedForm } from "./InstanceForm.ts"
import * as ProviderForm from "./ProviderForm.ts"
import { changedOf, shownIn, toSettings, valuesIn, valuesOf } from "./SettingField.ts"
import { errorSummary, fieldsOf, untouched } from "./SettingFieldView.ts"

const decodePatch = decodePayload(IdentityProviderPatchInput)

const notices: ReadonlyMap<string, string> = new Map([
  ["added", "The provider is added, and the sign-in page has its button. Check it now."],
  ["disabled", "The provider is turned off. Users can't sign in with it."],
  ["enabled", "The provider is turned on. Users can sign in with it."],
  ["saved", "Saved."]
])

/** What a finding is about. */
const topics: Readonly<Record<string, string>> = {
  adapter: "This service",
  algorithms: "Signatures",
  api: "GitHub",
  authorization_endpoint: "Sign-in page",
  client_secret: "Client secret",
  discovery: "Metadata",
  flow: "Sign-in flow",
  keys: "Keys",
  pkce: "PKCE",
  redirect_uri: "Redirect URI",
  token_endpoint: "Token endpoint"
}

const finding = ({ detail: text, ok, what }: Finding): Fragment =>
  detail(
    topics[what] ?? what.replaceAll("_", " "),
    html`<span class="${ok ? "strong" : "error strong"}">${ok ? "OK" : "Problem"}</span> ${text}`
  )

const checked = (findings: ReadonlyArray<Finding>): Fragment => {
  const count = findings.filter(({ ok }) => !ok).length
  return html`<section class="card" aria-labelledby="findings"><h2 id="findings">Result of the check</h2>
${count === 0 ? notice("good", "Nothing is wrong, as far as the check can tell without a user.") : notice("bad", count === 1 ? "There is a problem." : `There are ${count} problems.`)}
<dl class="facts">${all(findings.map(finding))}</dl></section>`
}

/** Puts the reasons of a refusal into words. */
const refusalOf = ({ detail: text = "", errors = [] }: Problem): string =>
  errors.length === 0 ? text : errors.map(({ reason }) => `The provider ${reason}.`).join(" ")

/** What a page says above its content. */
interface Said {
  readonly done?: string | undefined
  readonly refused?: string
  readonly findings?: ReadonlyArray<Finding>
  readonly rejected?: RejectedForm
}

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const instances = yield* InstanceDirectory
  const providers = yield* IdentityProviderAdministration

  const target = Effect.gen(function* () {
    const instance = yield* RouteParameters.instance(instances)
    const { provider: id = "" } = yield* HttpRouter.params
    return { instance, id, provider: yield* providers.get({ instance, id }) }
  })

  const actionOf = (instance: Instance, { id }: ProviderDetails, name: ProviderPaths.ProviderAction) =>
    ProviderPaths.action(paths, instance.id, id, name)

  const actions = (instance: Instance, provider: ProviderDetails) =>
    html`<div class="actions foot">${all([
      button({ action: actionOf(instance, provider, "check"), text: "Check", kind: "quiet" }),
      provider.enabled
        ? button({ action: actionOf(instance, provider, "disable"), text: "Turn off", kind: "quiet" })
        : button({ action: actionOf(instance, provider, "enable"), text: "Turn on", kind: "quiet" })
    ])}<a class="button quiet bad" href="${actionOf(instance, provider, "delete")}">Delete…</a></div>`

  const facts = (instance: Instance, provider: ProviderDetails, canWrite: boolean) =>
    html`<section class="card" aria-labelledby="facts"><h2 id="facts">Provider</h2>
<dl class="facts">${all([
      detail("Kind", ProviderForm.kindNames[provider.kind]),
      detail("Users can sign in with it", provider.enabled ? "yes" : "no, it is turned off"),
      detail("ID", html`<code>${provider.id}</code>`),
      detail("Issuer", html`<code>${provider.issuer}</code>`),
      detail("Redirect URI", copyable(provider.redirectUri)),
      detail("Client secret", provider.hasClientSecret ? "stored" : "none")
    ])}</dl>
${when(canWrite, () => actions(instance, provider))}</section>`

  const form = (instance: Instance, provider: ProviderDetails, rejected?: RejectedForm) => {
    const { id, kind } = provider
    const fields = ProviderForm.editFields(provider)
    const state = rejected?.state ?? untouched(valuesOf(fields, provider))
    return html`<section class="card form" aria-labelledby="settings"><h2 id="settings">Settings</h2>
<p>${ProviderForm.whereToFind[kind]}</p>
<form method="post" action="${ProviderPaths.one(paths, instance.id, id)}">
${fieldsOf([{ fields }], state)}
<div class="save"><button>Save</button></div></form></section>`
  }

  const view = (instance: Instance, provider: ProviderDetails, canWrite: boolean, said: Said) => {
    const { done, findings, rejected } = said
    const refused = said.refused ?? rejected?.text
    return page({
      title: provider.name,
      back: { href: ProviderPaths.list(paths, instance.id), text: "Sign-in providers" },
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      status: refused === undefined ? 200 : 400,
      body: html`${done === undefined ? "" : notice("good", done)}
${rejected === undefined ? (refused === undefined ? "" : notice("bad", refused)) : errorSummary([{ fields: ProviderForm.editFields(provider) }], rejected)}
${findings === undefined ? "" : checked(findings)}
${facts(instance, provider, canWrite)}
${when(canWrite, () => form(instance, provider, rejected))}`
    })
  }

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest) {
    const { instance, provider } = yield* target
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    return view(instance, provider, can("instances.write"), { done })
  })

  const onSave = Effect.fnUntraced(function* ({ by, request }: OperatorRequest) {
    const { id, instance, provider } = yield* target
    const body = yield* RequestReader.form(request)
    const fields = ProviderForm.editFields(provider)
    const submitted = { fields, values: valuesIn(fields, body), shown: shownIn(body) }
    const changes = toSettings(changedOf(fields, submitted.values, submitted.shown), submitted.values)
    const result = yield* decodePatch(changes).pipe(
      Effect.flatMap((patch) => providers.update({ instance, by, id, patch })),
      orRejected(submitted, ProviderForm.textOf(fields))
    )
    return result._tag === "Rejected"
      ? view(instance, provider, true, { rejected: result.form })
      : redirect(ProviderPaths.one(paths, instance.id, id, "saved"))
  })

  const onCheck = Effect.gen(function* () {
    const { id, instance, provider } = yield* target
    return view(instance, provider, true, { findings: yield* providers.check({ instance, id }) })
  })

  const onTurn = (enabled: boolean) =>
    Effect.fnUntraced(function* ({ by }: OperatorRequest) {
      const { id, instance, provider } = yield* target
      const result = yield* providers
        .update({ instance, by, id, patch: { enabled } })
        .pipe(orRejected({ fields: [], values: {}, shown: {} }, refusalOf))
      return result._tag === "Rejected"
        ? view(instance, provider, true, { refused: result.form.text })
        : redirect(ProviderPaths.one(paths, instance.id, id, enabled ? "enabled" : "disabled"))
    })

  const confirmDeletion = (instance: Instance, provider: ProviderDetails, refused?: string) =>
    page({
      title: `Delete ${provider.name}?`,
      back: { href: ProviderPaths.one(paths, instance.id, provider.id), text: provider.name },
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      status: refused === undefined ? 200 : 400,
      body: html`<section class="card narrow danger">
${refused === undefined ? "" : notice("bad", refused)}
<p>Users can no longer sign in with it. Those who have no other way to sign in can request a magic link, if magic links are turned on. Their linked accounts stay, and work again if you add a provider with the same issuer. To keep the settings, turn it off instead.</p>
<div class="actions">${button({ action: actionOf(instance, provider, "delete"), text: "Delete", kind: "bad" })}
<a class="button quiet" href="${ProviderPaths.one(paths, instance.id, provider.id)}">Cancel</a></div></section>`
    })

  const onDelete = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const { id, instance, provider } = yield* target
    return yield* providers.remove({ instance, by, id }).pipe(
      Effect.as(redirect(ProviderPaths.list(paths, instance.id, "deleted"))),
      Effect.catchTag("IdentityProviderRequired", (error) =>
        Effect.succeed(confirmDeletion(instance, provider, `Not deleted. ${refusalOf(toProblem(error))}`))
      )
    )
  })

  const path = "/dashboard/instances/:instance/sign-in-providers/:provider" as const
  return [
    { method: "GET", path, handler: operator("instances.read", show) },
    { method: "POST", path, handler: operator("instances.write", onSave) },
    { method: "POST", path: `${path}/check`, handler: operator("instances.write", () => onCheck) },
    { method: "POST", path: `${path}/enable`, handler: operator("instances.write", onTurn(true)) },
    { method: "POST", path: `${path}/disable`, handler: operator("instances.write", onTurn(false)) },
    {
      method: "GET",
      path: `${path}/delete`,
      handler: operator("instances.write", () =>
        Effect.map(target, ({ instance, provider }) => confirmDeletion(instance, provider))
      )
    },
    { method: "POST", path: `${path}/delete`, handler: operator("instances.write", onDelete) }
  ] satisfies ReadonlyArray<Route>
})
