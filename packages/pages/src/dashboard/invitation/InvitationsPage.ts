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
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import * as Csv from "../core/Csv.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, notice } from "../core/Elements.ts"
import * as Paging from "../core/Paging.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"

const pageSize = 50

const csvColumns: ReadonlyArray<Csv.CsvColumn<Invitation>> = [
  ["id", ({ id }) => id],
  ["email", ({ email }) => email],
  ["created_at", ({ createdAt }) => DateTime.formatIso(createdAt)],
  ["created_by", ({ createdBy }) => createdBy],
  ["expires_at", ({ expiresAt }) => DateTime.formatIso(expiresAt)]
]

const parseId = Schema.decodeOption(InvitationId)

/** A rejected form: what it contained, and the error of its field. */
interface Rejected {
  readonly email: string
  readonly error: string
}

const errorOf = (
  { invitation: texts }: DashboardTexts,
  error: EmailTaken | InvitationImpossible | SignUpClosed
): string => {
  switch (error._tag) {
    case "EmailTaken":
      return texts.taken
    case "InvitationImpossible":
      return texts.withoutEmail
    case "SignUpClosed":
      return texts.closedError
  }
}

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const instances = yield* InstanceDirectory
  const invitations = yield* Invitations
  const { time } = language.format
  const { core, invitation: texts } = language.texts

  /**
   * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing
   * else.
   */
  const notices: ReadonlyMap<string, string> = new Map(Object.entries(texts.notices))

  const form = ({ id }: Instance, rejected: Rejected | undefined): Fragment => {
    const invalid = when(rejected !== undefined, () => html` aria-invalid="true" autofocus`)
    const describedBy = rejected === undefined ? "email-hint" : "email-hint email-error"
    return html`<form method="post" action="${paths.invitations(id)}">
<div class="field"><label for="email">${core.email}</label>
<span class="hint" id="email-hint">${texts.hint}</span>
<input id="email" name="email" type="text" inputmode="email" value="${rejected?.email ?? ""}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${describedBy}"${invalid}>
${when(rejected !== undefined, () => html`<span class="error" id="email-error">${rejected?.error ?? ""}</span>`)}</div>
<button>${texts.send}</button></form>`
  }

  const inviteBody = (instance: Instance, rejected: Rejected | undefined): Fragment => {
    if (!invitations.isAvailable) return notice("bad", texts.withoutEmail)
    if (instance.isOpenToInvited) return form(instance, rejected)
    return notice(
      "plain",
      html`${texts.closed} <a href="${paths.settings(instance.id, "sign-up")}">${texts.change}</a>`
    )
  }

  const invitePart = (instance: Instance, rejected: Rejected | undefined): Fragment =>
    html`<section class="card" aria-labelledby="invite"><h2 id="invite">${texts.invite}</h2>
<p class="soft">${texts.inviteIntro}</p>
${inviteBody(instance, rejected)}</section>`

  const withdraw = ({ id: instanceId }: Instance): DataTable.Column<Invitation> => ({
    title: texts.columns.action,
    kind: "action",
    cell: ({ email, id }) =>
      button({
        action: paths.invitationWithdrawal(instanceId, id),
        text: texts.withdraw,
        about: texts.withdrawOf(email),
        kind: "quiet small"
      })
  })

  const columns = (instance: Instance, canWrite: boolean): ReadonlyArray<DataTable.Column<Invitation>> => [
    { title: core.email, cell: ({ email }) => email },
    { title: texts.columns.invited, cell: ({ createdAt }) => time(createdAt) },
    { title: texts.columns.by, cell: ({ createdBy }) => core.actors[createdBy] },
    { title: texts.columns.expires, cell: ({ expiresAt }) => time(expiresAt) },
    ...(canWrite ? [withdraw(instance)] : [])
  ]

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: Rejected) {
    const instance = yield* RouteParameters.instance(instances)
    const query = RequestReader.query(request)
    const done = rejected === undefined ? notices.get(FormInput.textOf(query, "done")) : undefined
    const position = Paging.read(query)
    const list = yield* invitations.list({ instance, before: parseId(position.cursor), limit: pageSize })
    const canWrite = can("invitations.write")
    const pages = { path: paths.invitations(instance.id), filters: {}, position, next: list.next }
    return page({
      title: core.tabs.Invitations,
      status: rejected === undefined ? 200 : 400,
      section: "Instances",
      of: { instance, tab: "Invitations" },
      body: html`${done === undefined ? "" : notice("good", done)}
${when(canWrite, () => invitePart(instance, rejected))}
${DataTable.view(language, {
  id: "open",
  caption: texts.open,
  heading: true,
  columns: columns(instance, canWrite),
  rows: list.invitations,
  count: DataTable.countOf(language, list.invitations.length, pages, texts.rows),
  empty: texts.empty,
  csv: paths.invitationsCsv(instance.id),
  pages
})}`
    })
  })

  const download = Effect.fnUntraced(function* () {
    const instance = yield* RouteParameters.instance(instances)
    const rows = yield* Csv.gather((before: Option.Option<InvitationId>, limit) =>
      Effect.map(invitations.list({ instance, before, limit }), ({ invitations: found, next }) => ({
        rows: found,
        next
      }))
    )
    return Csv.file("invitations", csvColumns, rows)
  })

  const onInvite = Effect.fnUntraced(function* (operatorRequest: OperatorRequest) {
    const { by, request } = operatorRequest
    const instance = yield* RouteParameters.instance(instances)
    const submitted = yield* RequestReader.form(request)
    const typed = FormInput.textOf(submitted, "email")
    const email = FormInput.email(submitted)
    if (Either.isLeft(email))
      return yield* show(operatorRequest, { email: typed, error: FormInput.explain(language.pages.texts, email.left) })
    return yield* invitations.create({ instance, by, email: email.right }).pipe(
      Effect.as(redirect(paths.invitations(instance.id, { done: "invited" }))),
      Effect.catchTags({
        EmailTaken: (error) => show(operatorRequest, { email: typed, error: errorOf(language.texts, error) }),
        InvitationImpossible: (error) => show(operatorRequest, { email: typed, error: errorOf(language.texts, error) }),
        SignUpClosed: (error) => show(operatorRequest, { email: typed, error: errorOf(language.texts, error) })
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
    { method: "GET", path: `${path}.csv`, handler: operator("invitations.read", download) },
    { method: "POST", path, handler: operator("invitations.write", onInvite) },
    { method: "POST", path: `${path}/:userInvitation/withdraw`, handler: operator("invitations.write", onWithdraw) }
  ] satisfies ReadonlyArray<Route>
})
