/**
 * The addresses that get no emails of an instance, fifty per page, each with a button that lifts its suppression.
 */
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import { SuppressedEmails } from "@latchkey/domain/mail/SuppressedEmails"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { EmailSuppressionNotFound } from "@latchkey/domain/mail/MailErrors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { button, notice } from "../core/Elements.ts"
import { time } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"

const pageSize = 50

const parseId = Schema.decodeOption(QueuedEmailId)

const reasons: Readonly<Record<EmailSuppression["reason"], string>> = {
  bounce: "bounced",
  complaint: "the recipient complained"
}

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const instances = yield* InstanceDirectory
  const suppressed = yield* SuppressedEmails

  const row =
    ({ id: instanceId }: Instance, canLift: boolean) =>
    ({ detail, email, emailId, reason, suppressedAt }: EmailSuppression) =>
      html`<li><span><span class="strong">${email}</span>
<span class="soft">${reasons[reason]} ${time(suppressedAt)}${when(detail !== "", () => html` (<code>${detail}</code>)`)}</span></span>
${when(canLift, () => button({ action: paths.suppressionLift(instanceId, emailId), text: "Send emails again", about: `to ${email}`, kind: "quiet small" }))}</li>`

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const query = RequestReader.query(request)
    const isLifted = FormInput.textOf(query, "done") === "lifted"
    const before = parseId(FormInput.textOf(query, "before"))
    const list = yield* suppressed.list({ instance, before, limit: pageSize })
    const rows = html`<ul class="rows">${all(list.suppressions.map(row(instance, can("emails.support"))))}</ul>`
    return page({
      title: "Suppressed addresses",
      section: "Instances",
      of: { instance, tab: "Emails" },
      body: html`${when(isLifted, () => notice("good", "The address gets emails again."))}
<p class="soft">These addresses get no emails: an email to them bounced for good, or their owner marked one as spam. Send emails again only if you know that the address works. If Amazon SES suppresses it too, remove it there first.</p>
<section class="card" aria-labelledby="suppressed"><h2 id="suppressed">Addresses</h2>
${list.suppressions.length === 0 ? html`<p role="status">No suppressed addresses.</p>` : rows}
<p class="paging">${when(Option.isSome(before), () => html`<a href="${paths.suppressions(instance.id)}">First page</a>`)}
${Option.match(list.next, {
  onNone: () => "",
  onSome: (id) => html`<a href="${paths.suppressions(instance.id, { before: id })}">Next page</a>`
})}</p></section>`
    })
  })

  const onLift = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    yield* suppressed.lift({
      instance,
      by,
      emailId: yield* RouteParameters.parameter("suppressedEmail", QueuedEmailId, () => new EmailSuppressionNotFound())
    })
    return redirect(paths.suppressions(instance.id, { done: "lifted" }))
  })

  const path = "/dashboard/instances/:instance/suppressed" as const
  return [
    { method: "GET", path, handler: operator("emails.read", show) },
    { method: "POST", path: `${path}/:suppressedEmail/lift`, handler: operator("emails.support", onLift) }
  ] satisfies ReadonlyArray<Route>
})
