/**
 * The overview of an instance: the figures of a day, a week or a month, and the most important settings.
 */
import { defaultId, type Instance, type SignUpMode } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import * as SignInRate from "@latchkey/domain/password/SignInRate"
import { html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SignInChart from "../audit/SignInChart.ts"
import { byDay, byHour } from "../audit/SignInOutcomes.ts"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as PasswordPolicyText from "../../core/PasswordPolicyText.ts"
import { english } from "../../language/PageLanguage.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import * as ReputationNotice from "../mail/ReputationNotice.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { detail, flag } from "../core/Elements.ts"
import { duration } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as Figures from "./Figures.ts"
import { overviewTexts as texts } from "./OverviewTexts.ts"

const periodNames = ["24h", "7d", "30d"] as const
type Period = (typeof periodNames)[number]

const passwordsOf = ({ authConfig, passwordPolicy }: Instance): string =>
  authConfig.password
    ? [
        `at least ${passwordPolicy.minLength} characters`,
        ...PasswordPolicyText.contents(english.texts, passwordPolicy)
      ].join(", ")
    : "off"

const signUps: Readonly<Record<SignUpMode, string>> = {
  open: "open to everyone",
  invitation: "by invitation only",
  closed: "closed"
}

const sessionsOf = ({ sessionConfig }: Instance): string =>
  `expire after ${duration(sessionConfig.absoluteLifetimeSeconds)}, or after ${duration(sessionConfig.idleLifetimeSeconds)} without use`

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const urls = yield* PublicUrls

  const magicLinksOf = ({ authConfig }: Instance) => {
    if (!authConfig.magic_link) return "off"
    return reports.canSendEmail ? "on" : "on, but no email provider is configured, so no links are sent"
  }

  const signUpOf = ({ isSignUpOpen, signUp, verifiesBeforeSignUp }: Instance) => {
    if (!isSignUpOpen || !verifiesBeforeSignUp) return signUps[signUp.mode]
    const verified = `${signUps[signUp.mode]}, after verifying the email address`
    return reports.canSendEmail ? verified : `${verified}, but no email provider is configured, so no one can sign up`
  }

  /** Nothing to say while all hashes are Latchkey's own. */
  const hashesOf = (rate: Option.Option<SignInRate.SignInRate>) =>
    rate.pipe(
      Option.filter(({ others }) => others.length > 0),
      Option.map((found) => detail("Hashing speed", `${SignInRate.describe(found)}.`)),
      Option.toArray
    )

  const settings = (instance: Instance, rate: Option.Option<SignInRate.SignInRate>) =>
    html`<dl class="facts">${all([
      detail("Origin", urls.origin(instance)),
      detail("Hosts", instance.hosts.slice(0, 10).join(", ") || "none (uses the default host)"),
      detail("Plan", instance.plan),
      detail("Magic links", magicLinksOf(instance)),
      detail("Sign-up", signUpOf(instance)),
      detail("Passwords", passwordsOf(instance)),
      ...hashesOf(rate),
      detail("Sessions", sessionsOf(instance))
    ])}</dl>`

  const periodLinks = ({ id }: Instance, current: Period) =>
    html`<nav class="periods" aria-label="${texts.period}"><ul>${all(
      periodNames.map(
        (name) =>
          html`<li><a href="${paths.instance(id, name === "24h" ? "" : name)}"${flag("aria-current=page", name === current)}>${texts.periods[name]}</a></li>`
      )
    )}</ul></nav>`

  /** Returns the counts of a period, the steps of its chart, and when it began. */
  const activityOf = Effect.fnUntraced(function* ({ id }: Instance, period: Period) {
    const now = yield* DateTime.now
    if (period === "24h") {
      const counts = yield* reports.attempts(id)
      return { counts, steps: byHour(counts, now), since: DateTime.subtract(now, { hours: 24 }) }
    }
    const days = period === "7d" ? 7 : 30
    const counts = yield* reports.attemptsByDay(id, days - 1)
    return { counts, steps: byDay(counts, now, days), since: DateTime.subtract(now, { days }) }
  })

  const show = Effect.fnUntraced(function* ({ can, request, zone }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const asked = FormInput.textOf(RequestReader.query(request), "period")
    const period = periodNames.find((name) => name === asked) ?? "24h"
    const { counts, since, steps } = yield* activityOf(instance, period)
    const users = {
      all: yield* reports.users(instance.id, Option.none()),
      created: yield* reports.users(instance.id, Option.some(since))
    }
    return page({
      title: texts.title,
      section: "Instances",
      of: { instance, tab: "Overview" },
      body: html`${ReputationNotice.view(yield* reports.poorReputation(instance.id))}
${periodLinks(instance, period)}
${Figures.tiles(paths, { instance, counts, steps, users })}
<section class="card" aria-labelledby="sign-ins"><h2 id="sign-ins">${texts.chart}</h2>
${SignInChart.view(steps, period === "24h" ? "hour" : "day", zone)}</section>
<section class="card" aria-labelledby="methods"><h2 id="methods">${texts.byMethod}</h2>
${Figures.methodTable(counts)}</section>
<section class="card" aria-labelledby="settings"><h2 id="settings">${texts.settings}</h2>
${settings(instance, yield* reports.signInRate(instance.id))}
<p class="actions"><a class="button quiet" href="${paths.settings(instance.id)}">${can("instances.write") ? texts.change : texts.all}</a>
${when(instance.id !== defaultId && can("instances.write"), () => html`<a class="button quiet bad" href="${paths.deletion(instance.id)}">${texts.delete}</a>`)}</p></section>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance", handler: operator("instances.read", show) }
  ] satisfies ReadonlyArray<Route>
})
