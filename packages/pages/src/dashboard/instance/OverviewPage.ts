/**
 * The overview of an instance: the figures of a day, a week or a month, and the most important settings.
 */
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { maxUsers, OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import type * as SignInRate from "@latchkey/domain/password/SignInRate"
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
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import * as ReputationNotice from "../mail/ReputationNotice.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { detail, flag } from "../core/Elements.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import * as Figures from "./Figures.ts"

/** The periods, with their days. */
const daysOf = { "24h": 1, "7d": 7, "30d": 30 } as const
type Period = keyof typeof daysOf
const periodNames: ReadonlyArray<Period> = ["24h", "7d", "30d"]

/** Says how many passwords can be checked per second, with the schemes that it is due to. */
const hashingOf = (
  { format, texts: { instance } }: DashboardLanguage,
  { now, others, own }: SignInRate.SignInRate
): string => {
  const { overview: texts } = instance
  const rate = (perSecond: number) => (perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0))
  const share = (of: number) => (Math.round(of * 100) === 0 ? texts.lessThan(format.percent(0.01)) : format.percent(of))
  if (others.length === 0) return texts.hashingOwn(rate(own))
  const named = others.slice(0, 3).map((other) => `${share(other.share)} ${PasswordScheme.describe(other.scheme)}`)
  const mix = format.list([...named, ...(others.length > 3 ? [texts.others] : [])])
  return texts.hashingMixed(rate(now), mix, rate(own))
}

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const reports = yield* OperatorReports
  const urls = yield* PublicUrls
  const { duration, list } = language.format
  const { core, instance: own } = language.texts
  const { facts, overview: texts } = own

  const passwordsOf = ({ authConfig, passwordPolicy }: Instance): string =>
    authConfig.password
      ? list([
          texts.atLeastCharacters(passwordPolicy.minLength),
          ...PasswordPolicyText.contents(language.pages.texts, passwordPolicy)
        ])
      : core.off

  const sessionsOf = ({ sessionConfig }: Instance): string =>
    texts.expire(duration(sessionConfig.absoluteLifetimeSeconds), duration(sessionConfig.idleLifetimeSeconds))

  const magicLinksOf = ({ authConfig }: Instance) => {
    if (!authConfig.magic_link) return core.off
    return reports.canSendEmail ? core.on : texts.linksUnsent
  }

  const signUpOf = ({ isSignUpOpen, signUp, verifiesBeforeSignUp }: Instance) => {
    if (!isSignUpOpen || !verifiesBeforeSignUp) return texts.signUps[signUp.mode]
    const verified = texts.verified(texts.signUps[signUp.mode])
    return reports.canSendEmail ? verified : texts.noOneCanSignUp(verified)
  }

  /** Nothing to say while all hashes are Latchkey's own. */
  const hashesOf = (rate: Option.Option<SignInRate.SignInRate>) =>
    rate.pipe(
      Option.filter(({ others }) => others.length > 0),
      Option.map((found) => detail(texts.hashing, core.sentence(hashingOf(language, found)))),
      Option.toArray
    )

  const settings = (instance: Instance, rate: Option.Option<SignInRate.SignInRate>) =>
    html`<dl class="facts">${all([
      detail(facts.origin, urls.origin(instance)),
      detail(facts.hosts, list(instance.hosts.slice(0, 10)) || texts.noHosts),
      detail(facts.plan, instance.plan),
      detail(facts.magicLinks, magicLinksOf(instance)),
      detail(facts.signUp, signUpOf(instance)),
      detail(facts.passwords, passwordsOf(instance)),
      ...hashesOf(rate),
      detail(facts.sessions, sessionsOf(instance))
    ])}</dl>`

  const periodLinks = ({ id }: Instance, current: Period, isCompared: boolean) =>
    html`<div class="periods"><nav aria-label="${texts.period}"><ul>${all(
      periodNames.map(
        (name) =>
          html`<li><a href="${paths.instance(id, name === "24h" ? "" : name)}"${flag("aria-current=page", name === current)}>${texts.periods[name]}</a></li>`
      )
    )}</ul></nav>${when(isCompared, () => html`<p class="soft">${texts.compared[current]}</p>`)}</div>`

  /** Returns the counts of a period, those of the period before, and the steps of the chart. */
  const activityOf = Effect.fnUntraced(function* ({ id }: Instance, period: Period) {
    const now = yield* DateTime.now
    const days = daysOf[period]
    const counts = yield* period === "24h" ? reports.attempts.lastDay(id) : reports.attempts.lastDays(id, days - 1)
    const steps = period === "24h" ? byHour(counts, now) : byDay(counts, now, days)
    return { counts, steps, before: yield* reports.attempts.before(id, steps[0]?.at ?? now, days) }
  })

  /** Returns how many users there are and were created in the last days, and in as many before: 0 if too many to count. */
  const usersOf = Effect.fnUntraced(function* ({ id }: Instance, days: number) {
    const since = DateTime.subtract(yield* DateTime.now, { days })
    const { all, created, inBoth } = yield* reports.users(id, {
      all: Option.none(),
      created: Option.some(since),
      inBoth: Option.some(DateTime.subtract(since, { days }))
    })
    return { all, created, before: inBoth < maxUsers ? inBoth - created : 0 }
  })

  const show = Effect.fnUntraced(function* ({ can, request, zone }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const asked = FormInput.textOf(RequestReader.query(request), "period")
    const period = periodNames.find((name) => name === asked) ?? "24h"
    const { before, counts, steps } = yield* activityOf(instance, period)
    const users = yield* usersOf(instance, daysOf[period])
    const figures: Figures.Figures = {
      instance,
      users: users.all,
      period: { counts, created: users.created },
      before: { counts: before, created: users.before }
    }
    return page({
      title: core.tabs.Overview,
      section: "Instances",
      of: { instance, tab: "Overview" },
      body: html`${ReputationNotice.view(language, yield* reports.poorReputation(instance.id))}
${periodLinks(instance, period, Figures.isComparable(figures.before))}
${Figures.tiles(language, paths, figures)}
<section class="card" aria-labelledby="sign-ins"><h2 id="sign-ins">${texts.chart}</h2>
${SignInChart.view(language, steps, period === "24h" ? "hour" : "day", zone)}</section>
<section class="card" aria-labelledby="methods"><h2 id="methods">${texts.byMethod}</h2>
${Figures.methodTable(language, counts)}</section>
<section class="card" aria-labelledby="settings"><h2 id="settings">${core.tabs.Settings}</h2>
${settings(instance, yield* reports.signInRate(instance.id))}
<p class="actions"><a class="button quiet" href="${paths.settings(instance.id)}">${can("instances.write") ? texts.change : texts.all}</a>
${when(instance.id !== defaultId && can("instances.write"), () => html`<a class="button quiet bad" href="${paths.deletion(instance.id)}">${texts.delete}</a>`)}</p></section>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance", handler: operator("instances.read", show) }
  ] satisfies ReadonlyArray<Route>
})
