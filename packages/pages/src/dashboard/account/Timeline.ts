/**
 * What happened to a user, newest first: what the audit log has, sign-ins of active sessions, emails, and the beginning
 * of the account.
 */
import type { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import type { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import type { UserView } from "@latchkey/domain/operator/UserAdministration"
import type { SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { ofSession as nameOfSession } from "../../core/DeviceName.ts"
import { all, none } from "../../core/Fragments.ts"
import { detailsOf, eventOf, whoOf } from "../audit/EntryView.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { topicOf } from "../mail/EmailDeliveriesPage.ts"
import { methodName } from "./MethodName.ts"

/** What happened, and what is known about it. `kind`: its color. */
export interface Event {
  readonly at: DateTime.Utc
  readonly kind: "" | "bad" | "good"
  readonly title: string
  readonly about: Fragment
}

const ends = /disabled|removed|reset|revoked|deleted/

const ofEntry =
  (language: DashboardLanguage) =>
  (entry: AuditEntry): Event => {
    const { texts } = language
    const address = Option.match(entry.ipAddress, {
      onNone: () => none,
      onSome: (ip) => html` ${texts.audit.from(ip)}`
    })
    return {
      at: entry.at,
      kind: ends.test(entry.action) ? "bad" : "",
      title: eventOf(texts, entry),
      about: html`${whoOf(texts, entry)}${address}${entry.detail === "" ? none : html`<br>${detailsOf(language, entry)}`}`
    }
  }

const ofSession =
  ({ pages, texts }: DashboardLanguage) =>
  ({ authenticatedAt, methods: [method], ...session }: SessionSummary): Event => ({
    at: authenticatedAt,
    kind: "good",
    title: texts.account.timeline.signedIn(nameOfSession(pages, session)),
    about: html`${texts.account.user.with(methodName(texts, method))}`
  })

const ofEmail =
  ({ texts }: DashboardLanguage) =>
  (email: EmailDelivery): Event => {
    const state = Option.getOrElse(email.report, () => email.state)
    return {
      at: email.at,
      kind: state === "sent" || state === "queued" ? "" : "bad",
      title: texts.account.timeline.email(texts.account.timeline.emailStates[state], topicOf(texts, email)),
      about: none
    }
  }

const newestFirst = Order.reverse(Order.mapInput(DateTime.Order, ({ at }: Event) => at))

/** Returns the events, newest first. */
export const eventsOf = (
  language: DashboardLanguage,
  { sessions, user }: UserView,
  entries: ReadonlyArray<AuditEntry>,
  emails: ReadonlyArray<EmailDelivery>
): ReadonlyArray<Event> =>
  [
    ...entries.map(ofEntry(language)),
    ...sessions.map(ofSession(language)),
    ...emails.map(ofEmail(language)),
    ...Option.toArray(user.emailVerifiedAt).map(
      (at): Event => ({ at, kind: "good", title: language.texts.account.timeline.verified, about: none })
    ),
    { at: user.createdAt, kind: "", title: language.texts.account.timeline.signedUp, about: none } satisfies Event
  ].sort(newestFirst)

/** Makes the list. */
export const view = ({ format: { time } }: DashboardLanguage, events: ReadonlyArray<Event>): Fragment =>
  html`<ol class="timeline">${all(
    events.map(
      ({ about, at, kind, title }) =>
        html`<li class="${kind}"><p><strong>${title}</strong> ${time(at)}</p>${about.source === "" ? none : html`<div class="soft">${about}</div>`}</li>`
    )
  )}</ol>`
