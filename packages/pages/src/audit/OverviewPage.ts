/**
 * An instance at a glance: how sign-ins went, and what is set.
 *
 * @since 0.1.0
 */
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { html } from "@latchkey/http/core/Html"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { all } from "../core/Fragments.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "../operator/Access.ts"
import * as Chart from "./Chart.ts"
import { fact } from "../operator/Markup.ts"
import * as Parameters from "../operator/RouteParameters.ts"
import { byHour } from "./SignInOutcomes.ts"
import type { Views } from "../operator/View.ts"
import { duration } from "../operator/Words.ts"

const policyOf = ({ passwordPolicy: policy }: Instance): string => {
  const rules = [
    policy.requireUppercase ? "an uppercase letter" : "",
    policy.requireLowercase ? "a lowercase letter" : "",
    policy.requireNumber ? "a digit" : "",
    policy.requireSpecial ? "a special character" : ""
  ].filter(Boolean)
  return [`at least ${policy.minLength} characters`, ...rules].join(", ")
}

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, page }: Views, { operator }: Access) {
  const instances = yield* Instances
  const mailer = yield* Mailer
  const statistics = yield* AttemptStatistics
  const urls = yield* PublicUrls

  const magicLink = ({ authConfig }: Instance) => {
    if (!authConfig.magic_link) return "off"
    return mailer.isConfigured ? "on" : "on, but no mail provider is configured: nobody gets a link"
  }

  const facts = (instance: Instance) =>
    html`<dl class="facts">${all([
      fact("Address", urls.origin(instance)),
      fact("Hosts", instance.hosts.slice(0, 10).join(", ") || "none of its own"),
      fact("Plan", instance.plan),
      fact("Magic link", magicLink(instance)),
      fact("Passwords", policyOf(instance)),
      fact(
        "Sessions",
        `${duration(instance.sessionConfig.absoluteLifetimeSeconds)} at most, ${duration(instance.sessionConfig.idleLifetimeSeconds)} without use`
      )
    ])}</dl>`

  const show = Effect.fnUntraced(function* () {
    const instance = yield* Parameters.instance(instances)
    const hours = byHour(yield* statistics.lastDay(instance.id), yield* DateTime.now)
    return page({
      title: "Overview",
      place: "Instances",
      of: { instance, tab: "Overview" },
      body: html`<section class="card" aria-labelledby="sign-ins"><h2 id="sign-ins">Sign-ins of the last day</h2>
${Chart.view(hours)}</section>
<section class="card" aria-labelledby="set"><h2 id="set">What is set</h2>
${facts(instance)}
<p><a href="${links.settings(instance.id)}">Change the settings</a></p></section>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance", handler: operator(show) }
  ] satisfies ReadonlyArray<Route>
})
