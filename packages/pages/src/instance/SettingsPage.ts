/**
 * The settings of an instance, on one page: each section a form that changes its own fields.
 *
 * @since 0.1.0
 */
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import { queryOf, type RequestContext } from "@latchkey/http/core/Endpoint"
import * as FormBody from "@latchkey/http/core/FormBody"
import { type Fragment, html } from "@latchkey/http/core/Html"
import * as InstanceInput from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import { all, none, when } from "../core/Fragments.ts"
import * as Redirect from "../core/Redirect.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "../operator/Access.ts"
import { shownIn, valuesIn, valuesOf } from "./SettingField.ts"
import { fieldsOf, untouched } from "./SettingFieldView.ts"
import { orRefused, patchOf, rebased, type Refused } from "./InstanceForm.ts"
import { flag, notice } from "../operator/Markup.ts"
import * as Parameters from "../operator/RouteParameters.ts"
import * as PasswordTrial from "./PasswordTrial.ts"
import { fieldsIn, type Section, sections } from "./SettingsSections.ts"
import type { Views } from "../operator/View.ts"

/** What happened to a section of the page just now. */
interface Happened {
  readonly section?: string
  readonly refused?: Refused
  readonly trial?: PasswordTrial.Answer
}

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, page }: Views, { operator }: Access) {
  const instances = yield* Instances
  const mailer = yield* Mailer

  const isLocked = (section: Section, { plan }: Instance) => section.id === "password-policy" && plan === "free"

  /** What there is to know before changing a section. */
  const caution = (section: Section, instance: Instance): Fragment => {
    if (section.id === "auth-methods" && !mailer.isConfigured) {
      return notice(
        "bad",
        "No mail provider is configured, so nobody can sign in by a link, whatever is set here. Set EMAIL_FROM and EMAIL_PROVIDER_API_KEY for the service, and restart it."
      )
    }
    return isLocked(section, instance)
      ? html`<p class="notice plain">The free plan has the default policy: at least 8 characters, nothing else. The <a href="#plan">plan</a> pro has a policy of its own.</p>`
      : none
  }

  const outcome = (section: Section, { refused, section: where }: Happened): Fragment => {
    if (where !== section.id) return none
    return refused === undefined ? notice("good", "Saved.") : notice("bad", refused.trouble)
  }

  const sectionOf = (instance: Instance, happened: Happened) => (section: Section) => {
    const { about, groups, id, title } = section
    const refused = happened.section === id ? happened.refused : undefined
    const state = refused?.state ?? untouched(valuesOf(fieldsIn(section), instance))
    return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="soft">${about}</p>
${outcome(section, happened)}${caution(section, instance)}
<form method="post" action="${links.settings(instance.id, id)}"><fieldset class="bare"${flag("disabled", isLocked(section, instance))}>
<legend class="unseen">${title}</legend>
${fieldsOf(groups, state)}
<button>Save<span class="unseen"> ${title}</span></button></fieldset></form>
${when(id === "password-policy", () => PasswordTrial.view(`${links.trial(instance.id)}#trial`, happened.trial))}
</section>`
  }

  const show = (instance: Instance, happened: Happened, status = 200) =>
    page({
      title: "Settings",
      status,
      place: "Instances",
      of: { instance, tab: "Settings" },
      body: html`<nav class="within" aria-label="On this page"><ul>${all(
        sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
      )}</ul></nav>
${all(sections.map(sectionOf(instance, happened)))}`
    })

  const get = (context: RequestContext) =>
    Effect.map(Parameters.instance(instances), (instance) => {
      const saved = queryOf(context.request).get("saved")
      return show(instance, saved === null ? {} : { section: saved })
    })

  const save = (section: Section) =>
    Effect.fnUntraced(function* ({ request }: RequestContext) {
      const instance = yield* Parameters.instance(instances)
      const form = yield* FormBody.read(request)
      const fields = fieldsIn(section)
      const sent = { fields, values: valuesIn(fields, form), shown: shownIn(form) }
      const result = yield* patchOf(sent, instance).pipe(
        Effect.flatMap(InstanceInput.decodePatch),
        Effect.flatMap((patch) =>
          Object.keys(patch).length === 0 ? Effect.void : instances.update(instance.id, patch, "dashboard")
        ),
        orRefused(sent)
      )
      if (result._tag === "Taken") return Redirect.to(links.saved(instance.id, section.id))
      const state = rebased(result.refused.state, valuesOf(fields, instance))
      return show(instance, { section: section.id, refused: { ...result.refused, state } }, 400)
    })

  const tryOut = Effect.fnUntraced(function* ({ request }: RequestContext) {
    const instance = yield* Parameters.instance(instances)
    const password = yield* FormBody.field(yield* FormBody.read(request), "password")
    return show(instance, { trial: PasswordTrial.tryOut(instance.passwordPolicy, password) })
  })

  const back = (place: string) => () =>
    Effect.map(Parameters.instance(instances), ({ id }) => Redirect.to(`${links.settings(id)}#${place}`))

  const path = "/dashboard/instances/:instance/settings" as const
  return [
    { method: "GET", path, handler: operator(get) },
    { method: "POST", path: `${path}/password-trial`, handler: operator(tryOut) },
    { method: "GET", path: `${path}/password-trial`, handler: operator(back("trial")) },
    ...sections.flatMap((section) => [
      { method: "POST" as const, path: `${path}/${section.id}` as const, handler: operator(save(section)) },
      { method: "GET" as const, path: `${path}/${section.id}` as const, handler: operator(back(section.id)) }
    ])
  ] satisfies ReadonlyArray<Route>
})
