/**
 * Administrators: a list, a form that invites someone, and a page for each.
 */
import { UserId } from "@latchkey/domain/core/Ids"
import type { Operator } from "@latchkey/domain/operator/Operator"
import { invitationLifetime } from "@latchkey/domain/operator/DashboardInvitation"
import { type InvitedOperator, Operators } from "@latchkey/domain/operator/Operators"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as OperatorApi from "@latchkey/http/operator/OperatorApi"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { OperatorNotFound } from "@latchkey/domain/operator/OperatorErrors"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { OperatorAction } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, detail, notice, secret, tag } from "../core/Elements.ts"
import * as NamedForm from "../core/NamedForm.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"

/** Returns the id of `:operator`. */
const operatorId = RouteParameters.parameter("operator", UserId, () => new OperatorNotFound())

const emailField = ({ email }: DashboardTexts["core"]): NamedForm.Field => ({
  name: "email",
  label: email,
  type: "email"
})

const empty = NamedForm.untouched({ role: "viewer" })

const isHarmful: Readonly<Record<OperatorAction, boolean>> = {
  delete: true,
  disable: true,
  enable: false,
  "remove-passkeys": true
}

const stateOf = ({ name, role }: Operator) => NamedForm.untouched({ name, role })

const statusIn =
  ({ active, disabled, invited }: DashboardTexts["operator"]["operators"]["states"]) =>
  ({ disabledAt, joinedAt }: Operator): Fragment => {
    if (Option.isSome(disabledAt)) return tag(disabled, "bad")
    return Option.isSome(joinedAt) ? tag(active, "good") : tag(invited, "warn")
  }

const submitNew = NamedForm.submit(OperatorApi.NewOperator)
const submitPatch = NamedForm.submit(OperatorApi.OperatorPatch)

export const make = Effect.fnUntraced(function* (
  { language, page, paths }: DashboardFrame,
  { operator }: OperatorAccess
) {
  const operators = yield* Operators
  const { canSendEmail } = yield* OperatorReports
  const { duration, number, time } = language.format
  const { core } = language.texts
  const { operators: texts } = language.texts.operator
  const { confirmations } = texts
  const title = core.sections.Administrators
  const fields = [NamedForm.nameField(core), NamedForm.roleField(core)]
  const newFields = [emailField(core), ...fields]
  const lifetime = duration(Duration.toSeconds(invitationLifetime))
  const buttons: Readonly<Record<OperatorAction, string>> = {
    delete: core.delete,
    disable: core.disable,
    enable: core.enable,
    "remove-passkeys": core.remove
  }

  /**
   * What a page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
   */
  const notices: ReadonlyMap<string, string> = new Map(Object.entries({ ...texts.notices, saved: core.saved }))

  const nobody: DataTable.Empty = {
    title: texts.empty.title,
    text: texts.emptyText(html`<code>latchkey admin invite</code>`)
  }

  const wrong = ({ problem }: NamedForm.FormState) =>
    problem === undefined ? none : notice("bad", language.problem(problem))

  /** Disabling forgets when the last sign-in was. */
  const lastSignIn = ({ joinedAt, signedInAt }: Operator, never: string) =>
    Option.match(signedInAt, { onNone: () => (Option.isNone(joinedAt) ? html`${never}` : html`–`), onSome: time })

  const columns = (counts: ReadonlyMap<UserId, number>): ReadonlyArray<DataTable.Column<Operator>> => [
    {
      title: core.name,
      cell: ({ email, id, name }) =>
        html`<a class="row" href="${paths.operator(id)}">${name}</a><br><span class="soft">${email}</span>`
    },
    { title: core.role, cell: ({ role }) => core.roles[role] },
    { title: texts.state, kind: "plain", cell: statusIn(texts.states) },
    { title: texts.passkeys, kind: "number", cell: ({ id }) => number(counts.get(id) ?? 0) },
    {
      title: texts.lastSignIn,
      cell: (found) => lastSignIn(found, texts.neverSignedIn)
    }
  ]

  const inviteForm = (state: NamedForm.FormState) =>
    html`<section class="card form" aria-labelledby="invite"><h2 id="invite">${texts.inviteSomeone}</h2>
<p>${canSendEmail ? texts.inviteEmailed(lifetime) : texts.inviteByHand(lifetime)}</p>
${wrong(state)}
<form method="post" action="${paths.operators()}">${NamedForm.fieldsOf(language, newFields, state)}
<div class="save"><button>${texts.invite}</button></div></form></section>`

  const showList = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: NamedForm.FormState) {
    const everyone = yield* operators.list
    const counts = yield* operators.countPasskeys
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    return page({
      title,
      description: texts.intro,
      ...(can("operators.write") ? { action: html`<a class="button" href="#invite">${texts.inviteSomeone}</a>` } : {}),
      section: "Administrators",
      status: rejected === undefined ? 200 : 400,
      body: html`${done === undefined || rejected !== undefined ? "" : notice("good", done)}
${DataTable.view(language, {
  id: "all",
  caption: title,
  columns: columns(counts),
  rows: everyone,
  count: texts.count(everyone.length),
  empty: nobody
})}
${when(can("operators.write"), () => inviteForm(rejected ?? empty))}`
    })
  })

  /** Shows the link of an invitation, once; or goes to the page of the operator if it was emailed. */
  const invited = ({ expiresAt, link, operator: { id, name } }: InvitedOperator) =>
    Option.match(link, {
      onNone: () => redirect(paths.operator(id, "invited")),
      onSome: ({ reason, url }) =>
        page({
          title: texts.linkTitle,
          back: { href: paths.operator(id), text: name },
          section: "Administrators",
          body: html`${when(reason === "email_failed", () => notice("bad", texts.emailFailed))}
<section class="card"><p>${when(reason === "no_email_provider", () => html`${texts.noEmailProvider}${language.pages.texts.core.space}`)}${texts.handOver(html`${name}`, time(expiresAt))}</p>
${secret(core, Redacted.value(url))}
<p><a class="button quiet" href="${paths.operator(id)}">${core.back(name)}</a></p></section>`
        })
    })

  const onInvite = Effect.fnUntraced(function* (request: OperatorRequest) {
    const values = NamedForm.valuesIn(newFields, yield* RequestReader.form(request.request))
    const result = yield* submitNew(values, ({ email, name, role }) =>
      operators.create({ email, name, role }, { by: request.by, delivery: "email" })
    )
    return result._tag === "Rejected" ? yield* showList(request, result.state) : invited(result.value)
  })

  const actions = (found: Operator, count: number) => {
    const action = (name: OperatorAction, text: string, kind = "quiet") =>
      html`<a class="button ${kind}" href="${paths.operatorAction(found.id, name)}">${text}</a>`
    const isDisabled = Option.isSome(found.disabledAt)
    return html`<div class="actions foot">${all([
      when(!isDisabled, () =>
        button({ action: paths.operatorInvitation(found.id), text: texts.inviteAgain, kind: "quiet" })
      ),
      when(count > 0 || Option.isSome(found.secondFactorAt), () => action("remove-passkeys", texts.removePasskeys)),
      isDisabled ? action("enable", core.enableDots) : action("disable", core.disableDots),
      action("delete", core.deleteDots, "quiet bad")
    ])}</div>`
  }

  const details = (found: Operator, count: number) =>
    html`<dl class="facts">${all([
      detail(texts.id, html`<code>${found.id}</code>`),
      detail(core.role, core.roleChoices[found.role]),
      detail(texts.passkeys, count === 0 ? core.none : number(count)),
      detail(
        language.pages.texts.secondFactor.section,
        Option.match(found.secondFactorAt, { onNone: () => core.none, onSome: time })
      ),
      detail(texts.added, time(found.createdAt)),
      detail(texts.firstSignedIn, Option.match(found.joinedAt, { onNone: () => core.never, onSome: time })),
      detail(texts.lastSignedIn, lastSignIn(found, core.never)),
      detail(
        texts.canSignIn,
        Option.match(found.disabledAt, {
          onNone: () => html`${core.yes}`,
          onSome: (at) => texts.disabledSince(time(at))
        })
      )
    ])}</dl>`

  const showOne = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: NamedForm.FormState) {
    const found = yield* Effect.flatMap(operatorId, operators.get)
    const count = (yield* operators.countPasskeys).get(found.id) ?? 0
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    const form =
      () => html`<section class="card form" aria-labelledby="change"><h2 id="change">${texts.nameAndRole}</h2>
${rejected === undefined ? none : wrong(rejected)}
<form method="post" action="${paths.operator(found.id)}">${NamedForm.fieldsOf(language, fields, rejected ?? stateOf(found))}
<div class="save"><button>${core.save}</button></div></form></section>`
    return page({
      title: found.name,
      description: found.email,
      back: { href: paths.operators(), text: title },
      section: "Administrators",
      status: rejected === undefined ? 200 : 400,
      body: html`${done === undefined || rejected !== undefined ? "" : notice("good", done)}
<section class="card" aria-labelledby="details"><h2 id="details">${core.details}</h2>${details(found, count)}${when(can("operators.write"), () => actions(found, count))}</section>
${when(can("operators.write"), form)}`
    })
  })

  const onSave = Effect.fnUntraced(function* (request: OperatorRequest) {
    const id = yield* operatorId
    const values = NamedForm.valuesIn(fields, yield* RequestReader.form(request.request))
    const result = yield* submitPatch(values, ({ name, role }) =>
      operators.update({
        id,
        by: request.by,
        patch: { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) }
      })
    )
    return result._tag === "Rejected" ? yield* showOne(request, result.state) : redirect(paths.operator(id, "saved"))
  })

  const onInviteAgain = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    return invited(yield* operators.invite({ id: yield* operatorId, by, delivery: "email" }))
  })

  const onConfirm = (action: OperatorAction) =>
    Effect.fnUntraced(function* () {
      const { email, id, name } = yield* Effect.flatMap(operatorId, operators.get)
      const confirmation = confirmations[action]
      return page({
        title: confirmation.title,
        section: "Administrators",
        back: { href: paths.operator(id), text: name },
        body: html`<section class="card narrow${isHarmful[action] ? " danger" : ""}"><p><strong>${name}</strong> ${email}</p><p>${confirmation.text}</p>
<div class="actions">${button({ action: paths.operatorAction(id, action), text: buttons[action], kind: isHarmful[action] ? "bad" : "" })}
<a class="button quiet" href="${paths.operator(id)}">${core.cancel}</a></div></section>`
      })
    })

  const onAction = (action: OperatorAction) =>
    Effect.fnUntraced(function* ({ by }: OperatorRequest) {
      const id = yield* operatorId
      if (action === "delete") {
        yield* operators.remove({ id, by })
        return redirect(paths.operators(action))
      }
      yield* action === "remove-passkeys"
        ? operators.removePasskeys({ id, by })
        : operators.update({ id, by, patch: { disabled: action === "disable" } })
      return redirect(paths.operator(id, action))
    })

  const path = "/dashboard/operators" as const
  const one = `${path}/:operator` as const
  return [
    { method: "GET", path, handler: operator("operators.read", (request) => showList(request)) },
    { method: "POST", path, handler: operator("operators.write", onInvite) },
    { method: "GET", path: one, handler: operator("operators.read", (request) => showOne(request)) },
    { method: "POST", path: one, handler: operator("operators.write", onSave) },
    { method: "POST", path: `${one}/invite`, handler: operator("operators.write", onInviteAgain) },
    ...Record.keys(isHarmful).flatMap((action) => [
      {
        method: "GET" as const,
        path: `${one}/${action}` as const,
        handler: operator("operators.write", onConfirm(action))
      },
      {
        method: "POST" as const,
        path: `${one}/${action}` as const,
        handler: operator("operators.write", onAction(action))
      }
    ])
  ] satisfies ReadonlyArray<Route>
})
