/**
 * The invitations of an instance: a form that invites an address, and the open ones, fifty per page.
 */
import type { EmailTaken } from "@latchkey/domain/account/AccountErrors"
import type { SignUpClosed } from "@latchkey/domain/core/Errors"
import { type InvitationImpossible, InvitationNotFound } from "@latchkey/domain/invitation/InvitationErrors"
import { type Invitation, InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import { actors } from "../operator/ActorNames.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { button, notice } from "../core/Elements.ts"
import { time } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import { english } from "../../language/PageLanguage.ts"

const pageSize = 50

const parseId = Schema.decodeOption(InvitationId)

/**
 * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
 */
const notices: ReadonlyMap<string, string> = new Map([
  ["invited", "The invitation is on its way."],
  ["withdrawn", "The invitation is withdrawn."]
])

/** A rejected form: what it contained, and the error of its field. */
interface Rejected {
  readonly email: string
  readonly error: string
}

const withoutEmail =
  "No email provider is configured, so you can't invite anyone. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service."

const errorOf = (error: EmailTaken | InvitationImpossible | SignUpClosed): string => {
  switch (error._tag) {
    case "EmailTaken":
      return "This address has an account already."
    case "InvitationImpossible":
      return withoutEmail
    case "SignUpClosed":
      return "Sign-up is closed. To invite people, change it in the settings."
  }
}

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const instances = yield* InstanceDirectory
  const invitations = yield* Invitations

  const form = ({ id }: Instance, rejected: Rejected | undefined): Fragment => {
    const invalid = when(rejected !== undefined, () => html` aria-invalid="true" autofocus`)
    const describedBy = rejected === undefined ? "email-hint" : "email-hint email-error"
    return html`<form method="post" action="${paths.invitations(id)}">
<div class="field"><label for="email">Email address</label>
<span class="hint" id="email-hint">Inviting an address again sends another email, and gives it another seven days.</span>
<input id="email" name="email" type="text" inputmode="email" value="${rejected?.email ?? ""}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${describedBy}"${invalid}>
${when(rejected !== undefined, () => html`<span class="error" id="email-error">${rejected?.error ?? ""}</span>`)}</div>
<button>Send invitation</button></form>`
  }

  const inviteBody = (instance: Instance, rejected: Rejected | undefined): Fragment => {
    if (!invitations.isAvailable) return notice("bad", withoutEmail)
    if (instance.isOpenToInvited) return form(instance, rejected)
    return notice(
      "plain",
      html`Sign-up is closed, so you can't invite anyone, and open invitations don't work. To invite people, <a href="${paths.settings(instance.id)}#sign-up">change it</a>.`
    )
  }

  const invitePart = (instance: Instance, rejected: Rejected | undefined): Fragment =>
    html`<section class="card" aria-labelledby="invite"><h2 id="invite">Invite someone</h2>
<p class="soft">They get an email with a link that creates their account. It works once.</p>
${inviteBody(instance, rejected)}</section>`

  const row =
    ({ id: instanceId }: Instance, canWrite: boolean) =>
    ({ createdAt, createdBy, email, expiresAt, id }: Invitation) =>
      html`<li><span><span class="strong">${email}</span>
<span class="soft">invited ${actors[createdBy]} ${time(createdAt)}, expires ${time(expiresAt)}</span></span>
${when(canWrite, () => button({ action: paths.invitationWithdrawal(instanceId, id), text: "Withdraw", about: `the invitation of ${email}`, kind: "quiet small" }))}</li>`

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: Rejected) {
    const instance = yield* RouteParameters.instance(instances)
    const query = RequestReader.query(request)
    const done = rejected === undefined ? notices.get(FormInput.textOf(query, "done")) : undefined
    const before = parseId(FormInput.textOf(query, "before"))
    const list = yield* invitations.list({ instance, before, limit: pageSize })
    const canWrite = can("invitations.write")
    const rows = html`<ul class="rows">${all(list.invitations.map(row(instance, canWrite)))}</ul>`
    return page({
      title: "Invitations",
      status: rejected === undefined ? 200 : 400,
      section: "Instances",
      of: { instance, tab: "Invitations" },
      body: html`${done === undefined ? "" : notice("good", done)}
${when(canWrite, () => invitePart(instance, rejected))}
<section class="card" aria-labelledby="open"><h2 id="open">Open invitations</h2>
${list.invitations.length === 0 ? html`<p role="status">No open invitations.</p>` : rows}
<p class="paging">${when(Option.isSome(before), () => html`<a href="${paths.invitations(instance.id)}">First page</a>`)}
${Option.match(list.next, {
  onNone: () => "",
  onSome: (id) => html`<a href="${paths.invitations(instance.id, { before: id })}">Next page</a>`
})}</p></section>`
    })
  })

  const onInvite = Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
    const { by, request } = operatorRequest
    const instance = yield* RouteParameters.instance(instances)
    const submitted = yield* RequestReader.form(request)
    const typed = FormInput.textOf(submitted, "email")
    const email = FormInput.email(submitted)
    if (Either.isLeft(email))
      return yield* show(operatorRequest, { email: typed, error: FormInput.explain(english.texts, email.left) })
    return yield* invitations.create({ instance, by, email: email.right }).pipe(
      Effect.as(redirect(paths.invitations(instance.id, { done: "invited" }))),
      Effect.catchTags({
        EmailTaken: (error) => show(operatorRequest, { email: typed, error: errorOf(error) }),
        InvitationImpossible: (error) => show(operatorRequest, { email: typed, error: errorOf(error) }),
        SignUpClosed: (error) => show(operatorRequest, { email: typed, error: errorOf(error) })
      })
    )
  })

  const onWithdraw = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    yield* invitations.withdraw({
      instance,
      by,
      invitationId: yield* RouteParameters.parameter("userInvitation", InvitationId, () => new InvitationNotFound())
    })
    return redirect(paths.invitations(instance.id, { done: "withdrawn" }))
  })

  const path = "/dashboard/instances/:instance/invitations" as const
  return [
    { method: "GET", path, handler: operator("invitations.read", (request) => show(request)) },
    { method: "POST", path, handler: operator("invitations.write", onInvite) },
    { method: "POST", path: `${path}/:userInvitation/withdraw`, handler: operator("invitations.write", onWithdraw) }
  ] satisfies ReadonlyArray<Route>
})
