/**
 * The settings of an instance, on one page. Each section is a form that changes its own fields.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { decodePayload } from "@latchkey/http/core/JsonEndpoint"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { InstancePatchInput, rejectPlainHttp } from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all, none, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { flag, notice } from "../core/Elements.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, patchOf, rebase, type RejectedForm } from "./InstanceForm.ts"
import * as PasswordTrial from "./PasswordTrial.ts"
import { shownIn, valuesIn, valuesOf } from "./SettingField.ts"
import { fieldsOf, untouched } from "./SettingFieldView.ts"
import { fieldsIn, type Section, sections } from "./SettingsSections.ts"

/** What just happened on the page: a section was saved or rejected, or a password was tested. */
interface Outcome {
  readonly section?: string | undefined
  readonly rejected?: RejectedForm
  readonly trial?: PasswordTrial.TrialResult
}

const decode = decodePayload(InstancePatchInput)

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const administration = yield* InstanceAdministration
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const checkUrls = rejectPlainHttp(yield* HttpSettings)

  const isLocked = (section: Section, { plan }: Instance) => section.id === "password-policy" && plan === "free"

  /** Makes the warning above a section. */
  const warning = (section: Section, instance: Instance): Fragment => {
    if (section.id === "auth-methods" && !reports.canSendEmail) {
      return notice(
        "bad",
        "No email provider is configured, so magic links are unavailable whatever you choose here. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service."
      )
    }
    if (section.id === "auth-methods" && !reports.hasSecretKey) {
      return html`<p class="notice plain">There is no server key, so emails contain no code beside the magic link. To turn it on, set <code>SECRET_KEY</code> and restart the service.</p>`
    }
    return isLocked(section, instance)
      ? html`<p class="notice plain">The free plan includes the default policy only: at least 8 characters. For a custom policy, change the <a href="#plan">plan</a> to pro.</p>`
      : none
  }

  const outcomeOf = (section: Section, { rejected, section: id }: Outcome): Fragment => {
    if (id !== section.id) return none
    return rejected === undefined ? notice("good", "Saved.") : notice("bad", rejected.text)
  }

  const viewSection = (instance: Instance, outcome: Outcome, canWrite: boolean) => (section: Section) => {
    const { about, groups, id, title } = section
    const rejected = outcome.section === id ? outcome.rejected : undefined
    const state = rejected?.state ?? untouched(valuesOf(fieldsIn(section), instance))
    return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="soft">${about}</p>
${outcomeOf(section, outcome)}${warning(section, instance)}
<form${when(canWrite, () => html` method="post" action="${paths.settings(instance.id, id)}"`)}><fieldset class="bare"${flag("disabled", isLocked(section, instance) || !canWrite)}>
<legend class="unseen">${title}</legend>
${fieldsOf(groups, state)}
${when(canWrite, () => html`<button>Save<span class="unseen"> ${title}</span></button>`)}</fieldset></form>
${when(id === "password-policy", () => PasswordTrial.view(`${paths.trial(instance.id)}#trial`, outcome.trial))}
</section>`
  }

  const show = (instance: Instance, outcome: Outcome, { can }: OperatorRequest, status = 200) =>
    page({
      title: "Settings",
      status,
      section: "Instances",
      of: { instance, tab: "Settings" },
      body: html`<nav class="within" aria-label="On this page"><ul>${all(
        sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
      )}</ul></nav>
${all(sections.map(viewSection(instance, outcome, can("instances.write"))))}`
    })

  const onGet = (operatorRequest: OperatorRequest) =>
    Effect.map(RouteParameters.instance(instances), (instance) => {
      const section = RequestReader.single(RequestReader.query(operatorRequest.request), "saved")
      return show(instance, { section: Option.getOrUndefined(section) }, operatorRequest)
    })

  const onSave = (section: Section) =>
    Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
      const { by, request } = operatorRequest
      const instance = yield* RouteParameters.instance(instances)
      const form = yield* RequestReader.form(request)
      const fields = fieldsIn(section)
      const submitted = { fields, values: valuesIn(fields, form), shown: shownIn(form) }
      const result = yield* patchOf(submitted, instance).pipe(
        Effect.flatMap(decode),
        Effect.tap(checkUrls),
        Effect.flatMap((patch) =>
          Object.keys(patch).length === 0 ? Effect.void : administration.update(instance.id, patch, by)
        ),
        orRejected(submitted)
      )
      if (result._tag === "Accepted") return redirect(paths.saved(instance.id, section.id))
      const state = rebase(result.form.state, valuesOf(fields, instance))
      return show(instance, { section: section.id, rejected: { ...result.form, state } }, operatorRequest, 400)
    })

  const onTrial = Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const password = yield* RequestReader.required(yield* RequestReader.form(operatorRequest.request), "password")
    return show(
      instance,
      { trial: PasswordTrial.test(administration.testPassword, instance, password) },
      operatorRequest
    )
  })

  const toSettings = (anchor: string) => () =>
    Effect.map(RouteParameters.instance(instances), ({ id }) => redirect(`${paths.settings(id)}#${anchor}`))

  const path = "/dashboard/instances/:instance/settings" as const
  return [
    { method: "GET", path, handler: operator("instances.read", onGet) },
    { method: "POST", path: `${path}/password-trial`, handler: operator("instances.read", onTrial) },
    { method: "GET", path: `${path}/password-trial`, handler: operator("instances.read", toSettings("trial")) },
    ...sections.flatMap((section) => [
      {
        method: "POST" as const,
        path: `${path}/${section.id}` as const,
        handler: operator("instances.write", onSave(section))
      },
      {
        method: "GET" as const,
        path: `${path}/${section.id}` as const,
        handler: operator("instances.read", toSettings(section.id))
      }
    ])
  ] satisfies ReadonlyArray<Route>
})
