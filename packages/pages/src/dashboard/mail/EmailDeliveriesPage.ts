/**
 * What happened to the emails of an instance: queued, not sent and why, sent. It never shows a link: links are not
 * stored.
 */
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { DeliveryReason, EmailDelivery, EmailReportType } from "@latchkey/domain/mail/MailDeliveryLog"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { notice } from "../core/Elements.ts"
import { counted, time } from "../core/Format.ts"
import type { OperatorAccess } from "../operator/OperatorAccess.ts"
import * as ReputationNotice from "./ReputationNotice.ts"
import * as SenderRecordsView from "./SenderRecordsView.ts"

const limit = 100

const reasons: Readonly<Record<DeliveryReason, string>> = {
  rejected: "the provider rejected it",
  unavailable: "the provider was unavailable",
  timeout: "the provider didn't respond in time",
  rate_limited: "too many emails were sent",
  expired: "it couldn't be sent in time",
  disabled: "emails of this kind were turned off",
  withdrawn: "what it was about was withdrawn",
  no_account: "the address has no account, or a disabled one",
  suppressed: "the address is suppressed",
  reputation: "too many emails bounced, or too many recipients complained",
  email_taken: "another account has the address, or may restore it",
  shutdown: "the service was shutting down",
  unsupported: "this version doesn't know this kind of email"
}

/** What emails are about whose kind does not say it. */
const topics: Readonly<Record<string, string>> = {
  magic_link: "sign-in link",
  password_reset: "new password",
  email_change: "new email address",
  email_changed: "email address changed",
  existing_account: "account exists already",
  sign_up: "sign-up",
  account_claimed: "password removed",
  sessions_revoked: "signed out everywhere",
  failed_sign_ins: "failed sign-ins",
  email_restored: "former address restored for good",
  passkeys_reset: "passkeys removed by an administrator",
  factor_recovery: "recovery of lost factors",
  factor_recovery_ready: "recovery of lost factors, ready",
  factor_recovery_completed: "lost factors removed"
}

/** Returns what an email is about, in words. */
export const topicOf = ({ kind }: Pick<EmailDelivery, "kind">): string => topics[kind] ?? kind.replaceAll("_", " ")

/** Returns the same as the title of a page. */
export const titleOf = (email: Pick<EmailDelivery, "kind">): string => {
  const text = topicOf(email)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Returns the reason in words, with the provider's own name for it. */
export const reasonOf = ({ detail, reason }: Pick<EmailDelivery, "detail" | "reason">): Option.Option<Fragment> =>
  Option.map(reason, (reason) =>
    Option.match(detail, {
      onNone: () => html`${reasons[reason]}`,
      onSome: (name) => html`${reasons[reason]} (<code>${name}</code>)`
    })
  )

const because = (email: EmailDelivery) =>
  Option.match(reasonOf(email), { onNone: () => html``, onSome: (reason) => html` because ${reason}` })

const attemptsOf = ({ attempts }: EmailDelivery) => counted(attempts, "attempt")

const queued = (email: EmailDelivery) =>
  html`queued ${time(email.requestedAt)}, ${attemptsOf(email)} so far${when(
    Option.isSome(email.reason),
    () => html`, delayed${because(email)}`
  )}; next attempt ${time(email.at)}`

const notSent = (email: EmailDelivery) =>
  html`${email.state} ${time(email.at)} after ${attemptsOf(email)}${because(email)}`

const reports: Readonly<Record<EmailReportType, string>> = {
  bounce: "then bounced",
  complaint: "then the recipient complained"
}

const sent = (email: EmailDelivery) =>
  html`sent ${time(email.at)}${when(email.attempts > 1, () => html` (attempt ${String(email.attempts)})`)}${Option.match(email.report, { onNone: () => "", onSome: (report) => html`, ${reports[report]}` })}`

const groups: ReadonlyArray<{
  readonly id: string
  readonly states: ReadonlyArray<EmailDelivery["state"]>
  readonly title: string
  readonly none: string
  readonly describe: (email: EmailDelivery) => Fragment
}> = [
  { id: "queued", states: ["queued"], title: "Queued", none: "No queued emails.", describe: queued },
  {
    id: "not-sent",
    states: ["failed", "discarded"],
    title: "Not sent",
    none: "No failed or discarded emails.",
    describe: notSent
  },
  { id: "sent", states: ["sent"], title: "Sent", none: "No sent emails.", describe: sent }
]

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const instances = yield* InstanceDirectory
  const operatorReports = yield* OperatorReports

  const section = (emails: ReadonlyArray<EmailDelivery>) => (group: (typeof groups)[number]) => {
    const { describe, id, none, states, title } = group
    const rows = emails
      .filter(({ state }) => states.includes(state))
      .map(
        (email) =>
          html`<li><span><span class="strong">${email.email}</span> <span class="soft">${topicOf(email)}, ${describe(email)}</span></span></li>`
      )
    return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${rows.length === 0 ? html`<p class="soft">${none}</p>` : html`<ul class="rows">${all(rows)}</ul>`}</section>`
  }

  const unconfigured = notice(
    "bad",
    "No email provider is configured, so no emails can be sent. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service."
  )

  const show = Effect.fnUntraced(function* () {
    const instance = yield* RouteParameters.instance(instances)
    const [emails, records, poor] = yield* Effect.all(
      [
        operatorReports.emailDeliveries(instance.id, limit),
        operatorReports.senderRecords,
        operatorReports.poorReputation(instance.id)
      ],
      { concurrency: "unbounded" }
    )
    return page({
      title: "Emails",
      section: "Instances",
      of: { instance, tab: "Emails" },
      body: html`${when(!operatorReports.canSendEmail, () => unconfigured)}${ReputationNotice.view(poor)}
<p><a href="${paths.emailTexts(instance.id)}">Change the texts of emails</a></p>
<p class="soft">The ${String(limit)} most recently requested emails. Sent, failed and discarded emails stay in this list for 7 days. <a href="${paths.suppressions(instance.id)}">Suppressed addresses</a> get none.</p>
${all(groups.map(section(emails)))}
${SenderRecordsView.view(records)}`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/emails", handler: operator("emails.read", show) }
  ] satisfies ReadonlyArray<Route>
})
