/**
 * The overview of an instance: how sign-ins ended, and the most important settings.
 */
import { defaultId, type Instance, type SignUpMode } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import * as SignInRate from "@latchkey/domain/password/SignInRate"
import { html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SignInChart from "../audit/SignInChart.ts"
import { byHour } from "../audit/SignInOutcomes.ts"
import { all, when } from "../../core/Fragments.ts"
import * as PasswordPolicyText from "../../core/PasswordPolicyText.ts"
import { english } from "../../language/PageLanguage.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import * as ReputationNotice from "../mail/ReputationNotice.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { detail } from "../core/Elements.ts"
import { duration } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"

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

  const show = Effect.fnUntraced(function* ({ can }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const hours = byHour(yield* reports.attempts(instance.id), yield* DateTime.now)
    return page({
      title: "Overview",
      section: "Instances",
      of: { instance, tab: "Overview" },
      body: html`${ReputationNotice.view(yield* reports.poorReputation(instance.id))}<section class="card" aria-labelledby="sign-ins"><h2 id="sign-ins">Sign-ins, last 24 hours</h2>
${SignInChart.view(hours)}</section>
<section class="card" aria-labelledby="settings"><h2 id="settings">Settings</h2>
${settings(instance, yield* reports.signInRate(instance.id))}
<p class="actions"><a class="button quiet" href="${paths.settings(instance.id)}">${can("instances.write") ? "Change settings" : "All settings"}</a>
${when(instance.id !== defaultId && can("instances.write"), () => html`<a class="button quiet" href="${paths.deletion(instance.id)}">Delete instance…</a>`)}</p></section>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance", handler: operator("instances.read", show) }
  ] satisfies ReadonlyArray<Route>
})
