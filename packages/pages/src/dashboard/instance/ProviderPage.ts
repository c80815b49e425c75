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
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { button, copyable, detail, inEnglish, notice } from "../core/Elements.ts"
import * as ProviderPaths from "../core/ProviderPaths.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, patchOf, rebase, type RejectedForm } from "./InstanceForm.ts"
import * as ProviderForm from "./ProviderForm.ts"
import * as ProviderState from "./ProviderState.ts"
import { shownIn, valuesIn, valuesOf } from "./SettingField.ts"
import { errorSummary, fieldsOf, untouched } from "./SettingFieldView.ts"

const decodePatch = RequestReader.decodePayload(IdentityProviderPatchInput)

/** Makes what a check found. The adapter says it in English. */
const finding =
  (language: DashboardLanguage) =>
  ({ detail: text, ok, what }: Finding): Fragment => {
    const { provider: texts } = language.texts
    const { topics }: { readonly topics: Readonly<Record<string, string | undefined>> } = texts
    return detail(
      topics[what] ?? what.replaceAll("_", " "),
      html`<span class="${ok ? "strong" : "error strong"}">${ok ? texts.ok : texts.problem}</span> ${inEnglish(language, text)}`
    )
  }

const checked = (language: DashboardLanguage, findings: ReadonlyArray<Finding>): Fragment => {
  const { provider: texts } = language.texts
  const count = findings.filter(({ ok }) => !ok).length
  return html`<section class="card" aria-labelledby="findings"><h2 id="findings">${texts.result}</h2>
${count === 0 ? notice("good", texts.nothingWrong) : notice("bad", texts.problems(count))}
<dl class="facts">${all(findings.map(finding(language)))}</dl></section>`
}

/** Puts the reasons of a refusal into words. */
const refusalIn =
  ({ pages, reason: reasonOf, texts: { provider } }: DashboardLanguage) =>
  ({ detail: text = "", errors = [] }: Problem): string =>
    errors.length === 0
      ? text
      : errors.map(({ reason }) => provider.reason(reasonOf(reason))).join(pages.texts.core.space)

/** What a page says above its content. */
interface Said {
  readonly done?: string | undefined
  readonly refused?: string
  readonly findings?: ReadonlyArray<Finding>
  readonly rejected?: RejectedForm
}

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const providers = yield* IdentityProviderAdministration
  const { core, provider: texts } = language.texts
  const notices: ReadonlyMap<string, string> = new Map(Object.entries(texts.notices))
  const refusalOf = refusalIn(language)

  const target = Effect.gen(function* () {
    const instance = yield* RouteParameters.instance(instances)
    const { provider: id = "" } = yield* HttpRouter.params
    return { instance, id, provider: yield* providers.get({ instance, id }) }
  })

  const actionOf = (instance: Instance, { id }: ProviderDetails, name: ProviderPaths.ProviderAction) =>
    ProviderPaths.action(paths, instance.id, id, name)

  const actions = (instance: Instance, provider: ProviderDetails) =>
    html`<div class="actions foot">${all([
      button({ action: actionOf(instance, provider, "check"), text: texts.check, kind: "quiet" }),
      provider.enabled
        ? button({ action: actionOf(instance, provider, "disable"), text: texts.turnOff, kind: "quiet" })
        : button({ action: actionOf(instance, provider, "enable"), text: texts.turnOn, kind: "quiet" })
    ])}<a class="button quiet bad" href="${actionOf(instance, provider, "delete")}">${core.deleteDots}</a></div>`

  const facts = (instance: Instance, provider: ProviderDetails, canWrite: boolean) =>
    html`<section class="card" aria-labelledby="facts"><h2 id="facts">${texts.provider}</h2>
<dl class="facts">${all([
      detail(texts.kind, ProviderForm.kindNames[provider.kind]),
      detail(texts.state, ProviderState.view(language.texts, provider)),
      detail(texts.fields.id.label, html`<code>${provider.id}</code>`),
      detail(texts.issuer, html`<code>${provider.issuer}</code>`),
      detail(texts.redirectUri, copyable(language.texts.core, provider.redirectUri)),
      detail(texts.secret.label, provider.hasClientSecret ? texts.stored : core.none)
    ])}</dl>
${when(canWrite, () => actions(instance, provider))}</section>`

  const form = (instance: Instance, provider: ProviderDetails, rejected?: RejectedForm) => {
    const { id, kind } = provider
    const fields = ProviderForm.editFields(language, provider)
    const state = rejected?.state ?? untouched(valuesOf(fields, provider))
    return html`<section class="card form" aria-labelledby="settings"><h2 id="settings">${core.tabs.Settings}</h2>
<p>${texts.where[kind]}</p>
<form method="post" action="${ProviderPaths.one(paths, instance.id, id)}">
${fieldsOf(language, [{ fields }], state)}
<div class="save"><button>${core.save}</button></div></form></section>`
  }

  const view = (instance: Instance, provider: ProviderDetails, canWrite: boolean, said: Said) => {
    const { done, findings, rejected } = said
    const refused = said.refused ?? rejected?.text
    return page({
      title: provider.name,
      back: { href: ProviderPaths.list(paths, instance.id), text: texts.title },
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      status: refused === undefined ? 200 : 400,
      body: html`${done === undefined ? "" : notice("good", done)}
${rejected === undefined ? (refused === undefined ? "" : notice("bad", refused)) : errorSummary(language, [{ fields: ProviderForm.editFields(language, provider) }], rejected)}
${findings === undefined ? "" : checked(language, findings)}
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
    const fields = ProviderForm.editFields(language, provider)
    const submitted = { fields, values: valuesIn(fields, body), shown: shownIn(body) }
    const result = yield* patchOf(language, submitted, provider).pipe(
      Effect.flatMap(decodePatch),
      Effect.flatMap((patch) => providers.update({ instance, by, id, patch })),
      orRejected(language, submitted, ProviderForm.textOf(language, fields))
    )
    if (result._tag === "Accepted") return redirect(ProviderPaths.one(paths, instance.id, id, "saved"))
    const state = rebase(result.form.state, valuesOf(fields, provider))
    return view(instance, provider, true, { rejected: { ...result.form, state } })
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
        .pipe(orRejected(language, { fields: [], values: {}, shown: {} }, refusalOf))
      return result._tag === "Rejected"
        ? view(instance, provider, true, { refused: result.form.text })
        : redirect(ProviderPaths.one(paths, instance.id, id, enabled ? "enabled" : "disabled"))
    })

  const confirmDeletion = (instance: Instance, provider: ProviderDetails, refused?: string) =>
    page({
      title: texts.deleteTitle(provider.name),
      back: { href: ProviderPaths.one(paths, instance.id, provider.id), text: provider.name },
      section: "Instances",
      of: { instance, tab: "Sign-in providers" },
      status: refused === undefined ? 200 : 400,
      body: html`<section class="card narrow danger">
${refused === undefined ? "" : notice("bad", refused)}
<p>${texts.deleteText}</p>
<div class="actions">${button({ action: actionOf(instance, provider, "delete"), text: core.delete, kind: "bad" })}
<a class="button quiet" href="${ProviderPaths.one(paths, instance.id, provider.id)}">${core.cancel}</a></div></section>`
    })

  const onDelete = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const { id, instance, provider } = yield* target
    return yield* providers.remove({ instance, by, id }).pipe(
      Effect.as(redirect(ProviderPaths.list(paths, instance.id, "deleted"))),
      Effect.catchTag("IdentityProviderRequired", (error) =>
        Effect.succeed(confirmDeletion(instance, provider, texts.notDeleted(refusalOf(toProblem(error)))))
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
