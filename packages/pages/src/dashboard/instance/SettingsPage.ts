/**
 * The settings of an instance: a page per section, with a form that changes its own fields.
 */
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { InstancePatchInput, rejectPlainHttp } from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { flag, notice } from "../core/Elements.ts"
import { icon } from "../core/Icons.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { orRejected, patchOf, rebase, type RejectedForm } from "./InstanceForm.ts"
import * as PasswordTrial from "./PasswordTrial.ts"
import { shownIn, valuesIn, valuesOf } from "./SettingField.ts"
import { errorSummary, fieldsOf, untouched } from "./SettingFieldView.ts"
import { fieldsIn, general, passwordPolicy, type Section, sectionIds, sectionsIn } from "./SettingsSections.ts"

/** What just happened on the page: its form was saved or rejected, or a password was tested. */
interface Outcome {
  readonly isSaved?: boolean
  readonly rejected?: RejectedForm
  readonly trial?: PasswordTrial.TrialResult
}

const decode = RequestReader.decodePayload(InstancePatchInput)

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const administration = yield* InstanceAdministration
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const checkUrls = rejectPlainHttp(yield* HttpSettings)
  const { core, instance: own } = language.texts
  const { settings: texts } = own
  const sections = sectionsIn(own)

  const isLocked = (section: Section, { plan }: Instance) => section.id === "password-policy" && plan === "free"

  /** Makes the warning above a section. */
  const warning = (section: Section, instance: Instance): Fragment => {
    if (section.id === "auth-methods" && !reports.canSendEmail) {
      return notice("bad", texts.noEmail)
    }
    if (section.id === "auth-methods" && !reports.hasSecretKey) {
      return html`<p class="notice plain">${texts.noKey(html`<code>SECRET_KEY</code>`)}</p>`
    }
    return isLocked(section, instance)
      ? html`<p class="notice plain">${texts.locked} <a href="${paths.settings(instance.id, "plan")}">${texts.changePlan}</a></p>`
      : none
  }

  const menu = ({ id }: Instance, current: Section): Fragment =>
    html`<nav class="topics" aria-label="${core.tabs.Settings}"><button type="button" class="quiet" popovertarget="topics">${current.title}${icon("down")}</button>
<ul id="topics" popover>${all(
      sectionIds
        .map((name) => sections[name])
        .map(
          (section) =>
            html`<li><a href="${paths.settings(id, section.id)}"${flag("aria-current=page", section === current)}>${section.title}</a></li>`
        )
    )}</ul></nav>`

  const formOf = (section: Section, instance: Instance, rejected: RejectedForm | undefined, canWrite: boolean) => {
    const { groups, id, title } = section
    const state = rejected?.state ?? untouched(valuesOf(fieldsIn(section), instance))
    return html`<form${when(canWrite, () => html` method="post" action="${paths.settings(instance.id, id)}"`)}><fieldset${flag("disabled", isLocked(section, instance) || !canWrite)}>
<legend class="unseen">${title}</legend>
${fieldsOf(language, groups, state)}
${when(canWrite, () => html`<div class="save"><button>${core.save}<span class="unseen"> ${title}</span></button></div>`)}</fieldset></form>`
  }

  const trialOf = ({ id }: Section, instance: Instance, { trial }: Outcome) =>
    when(id === "password-policy", () => PasswordTrial.view(own.trial, `${paths.trial(instance.id)}#trial`, trial))

  const deletionOf = ({ id }: Section, instance: Instance, canWrite: boolean) =>
    when(
      id === "general" && instance.id !== defaultId && canWrite,
      () => html`<section class="card danger" aria-labelledby="deletion"><h2 id="deletion">${own.deletion.section}</h2>
<p>${own.deletion.sectionText}</p>
<p><a class="button quiet bad" href="${paths.deletion(instance.id)}">${own.overview.delete}</a></p></section>`
    )

  const show = (
    { instance, section }: { readonly instance: Instance; readonly section: Section },
    outcome: Outcome,
    { can }: OperatorRequest,
    status = 200
  ) => {
    const { about, id, title } = section
    const { isSaved = false, rejected } = outcome
    const canWrite = can("instances.write")
    return page({
      title,
      description: about,
      status,
      section: "Instances",
      of: { instance, tab: "Settings" },
      body: html`<div class="settings">${menu(instance, section)}
<div><section class="card form" id="${id}" aria-label="${title}">
${when(isSaved, () => notice("good", core.saved))}${rejected === undefined ? none : errorSummary(language, section.groups, rejected)}${warning(section, instance)}
${formOf(section, instance, rejected, canWrite)}</section>
${trialOf(section, instance, outcome)}${deletionOf(section, instance, canWrite)}</div></div>`
    })
  }

  const onGet = (section: Section) => (operatorRequest: OperatorRequest) =>
    Effect.map(RouteParameters.instance(instances), (instance) => {
      const isSaved = FormInput.textOf(RequestReader.query(operatorRequest.request), "saved") !== ""
      return show({ instance, section }, { isSaved }, operatorRequest)
    })

  const onSave = (section: Section) =>
    Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
      const { by, request } = operatorRequest
      const instance = yield* RouteParameters.instance(instances)
      const form = yield* RequestReader.form(request)
      const fields = fieldsIn(section)
      const submitted = { fields, values: valuesIn(fields, form), shown: shownIn(form) }
      const result = yield* patchOf(language, submitted, instance).pipe(
        Effect.flatMap(decode),
        Effect.tap(checkUrls),
        Effect.flatMap((patch) =>
          Object.keys(patch).length === 0 ? Effect.void : administration.update(instance.id, patch, by)
        ),
        orRejected(language, submitted)
      )
      if (result._tag === "Accepted") return redirect(paths.saved(instance.id, section.id))
      const state = rebase(result.form.state, valuesOf(fields, instance))
      return show({ instance, section }, { rejected: { ...result.form, state } }, operatorRequest, 400)
    })

  const onTrial = Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const password = yield* RequestReader.required(yield* RequestReader.form(operatorRequest.request), "password")
    const trial = PasswordTrial.test(own.trial, administration.testPassword, instance, password)
    return show({ instance, section: sections[passwordPolicy] }, { trial }, operatorRequest)
  })

  const toTrial = Effect.map(RouteParameters.instance(instances), ({ id }) =>
    redirect(`${paths.settings(id, passwordPolicy)}#trial`)
  )

  const path = "/dashboard/instances/:instance/settings" as const
  return [
    { method: "GET", path, handler: operator("instances.read", onGet(sections[general])) },
    { method: "POST", path: `${path}/password-trial`, handler: operator("instances.read", onTrial) },
    {
      method: "GET",
      path: `${path}/password-trial`,
      handler: operator("instances.read", () => toTrial)
    },
    ...sectionIds.flatMap((id) => [
      {
        method: "GET" as const,
        path: `${path}/${id}` as const,
        handler: operator("instances.read", onGet(sections[id]))
      },
      {
        method: "POST" as const,
        path: `${path}/${id}` as const,
        handler: operator("instances.write", onSave(sections[id]))
      }
    ])
  ] satisfies ReadonlyArray<Route>
})
