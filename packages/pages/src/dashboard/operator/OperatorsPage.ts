/**
 * Administrators: a list, a form that invites someone, and a page for each.
 */
import { OperatorId } from "@latchkey/domain/core/Ids"
import type { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorPasskeyAdministration } from "@latchkey/domain/operator/OperatorPasskeyAdministration"
import { type InvitedOperator, invitationLifetime, Operators } from "@latchkey/domain/operator/Operators"
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
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { OperatorAction } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, detail, notice, secret, tag } from "../core/Elements.ts"
import { counted, duration, number, time } from "../core/Format.ts"
import * as NamedForm from "../core/NamedForm.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"

/** Returns the id of `:operator`. */
const operatorId = RouteParameters.parameter("operator", OperatorId, () => new OperatorNotFound())

/**
 * What a page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
 */
const notices: ReadonlyMap<string, string> = new Map([
  ["invited", "The invitation is on its way by email."],
  ["saved", "Saved."],
  ["disable", "The administrator is disabled and signed out."],
  ["enable", "The administrator can sign in again."],
  ["delete", "The administrator is deleted."],
  ["remove-passkeys", "The passkeys are removed, and the administrator is signed out. Invite them again."]
])

const emailField: NamedForm.Field = { name: "email", label: "Email address", type: "email" }
const newFields = [emailField, NamedForm.nameField, NamedForm.roleField]
const fields = [NamedForm.nameField, NamedForm.roleField]

const empty = NamedForm.untouched({ role: "viewer" })
const lifetime = duration(Duration.toSeconds(invitationLifetime))

const linkReasons = {
  requested: "",
  no_email_provider: "No email provider is configured.",
  email_failed: "The email could not be sent. The log says why."
}

interface Confirmation {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly isHarmful: boolean
}

const confirmations: Readonly<Record<OperatorAction, Confirmation>> = {
  delete: {
    title: "Delete this administrator?",
    text: "They are signed out and can't sign in again. The audit log keeps their name. This can't be undone.",
    button: "Delete",
    isHarmful: true
  },
  disable: {
    title: "Disable this administrator?",
    text: "They are signed out, their invitations stop working, and they can't sign in until you enable them again.",
    button: "Disable",
    isHarmful: true
  },
  enable: {
    title: "Enable this administrator?",
    text: "They can sign in again, with their passkey or a new invitation.",
    button: "Enable",
    isHarmful: false
  },
  "remove-passkeys": {
    title: "Remove all passkeys of this administrator?",
    text: "They are signed out on all devices, and need a new invitation to sign in again. Do this if they have lost a device.",
    button: "Remove",
    isHarmful: true
  }
}

const nobody: DataTable.Empty = {
  title: "No administrator has a name yet",
  text: html`Anyone with the admin key, or with a link from <code>latchkey admin invite</code>, may do everything. Invite yourself: the audit log then says who did what.`
}

const stateOf = ({ name, role }: Operator) => NamedForm.untouched({ name, role })

const status = ({ disabledAt, joinedAt }: Operator): Fragment => {
  if (Option.isSome(disabledAt)) return tag("Disabled", "bad")
  return Option.isSome(joinedAt) ? tag("Active", "good") : tag("Invited", "warn")
}

const submitNew = NamedForm.submit(OperatorApi.NewOperator)
const submitPatch = NamedForm.submit(OperatorApi.OperatorPatch)

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const operators = yield* Operators
  const { canSendEmail } = yield* OperatorReports
  const passkeys = yield* OperatorPasskeyAdministration

  const columns = (counts: ReadonlyMap<OperatorId, number>): ReadonlyArray<DataTable.Column<Operator>> => [
    {
      title: "Name",
      cell: ({ email, id, name }) =>
        html`<a class="row" href="${paths.operator(id)}">${name}</a><br><span class="soft">${email}</span>`
    },
    { title: "Role", cell: ({ role }) => role },
    { title: "State", kind: "plain", cell: status },
    { title: "Passkeys", kind: "number", cell: ({ id }) => number(counts.get(id) ?? 0) },
    {
      title: "Last sign-in",
      cell: ({ signedInAt }) => Option.match(signedInAt, { onNone: () => "never signed in", onSome: time })
    }
  ]

  const inviteForm = (state: NamedForm.FormState) =>
    html`<section class="card form" aria-labelledby="invite"><h2 id="invite">Invite someone</h2>
<p>${canSendEmail ? "They get an email with a link" : "No email provider is configured, so you get a link to hand over"}. It signs them in once, within ${lifetime}.</p>
${state.text === undefined ? "" : notice("bad", state.text)}
<form method="post" action="${paths.operators()}">${NamedForm.fieldsOf(newFields, state)}
<div class="save"><button>Invite</button></div></form></section>`

  const showList = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: NamedForm.FormState) {
    const everyone = yield* operators.list
    const counts = yield* passkeys.count
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    return page({
      title: "Administrators",
      description: "Who can use this dashboard, and what each of them may do.",
      ...(can("operators.write") ? { action: html`<a class="button" href="#invite">Invite someone</a>` } : {}),
      section: "Administrators",
      status: rejected === undefined ? 200 : 400,
      body: html`${done === undefined || rejected !== undefined ? "" : notice("good", done)}
${DataTable.view({
  id: "all",
  caption: "Administrators",
  columns: columns(counts),
  rows: everyone,
  count: counted(everyone.length, "administrator"),
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
          title: "Invitation link",
          back: { href: paths.operator(id), text: name },
          section: "Administrators",
          body: html`${reason === "email_failed" ? notice("bad", linkReasons[reason]) : ""}
<section class="card"><p>${reason === "no_email_provider" ? linkReasons[reason] : ""} Hand this link over to ${name}. It signs them in once, until ${time(expiresAt)}, and isn't shown again.</p>
${secret(Redacted.value(url))}
<p><a class="button quiet" href="${paths.operator(id)}">Back to ${name}</a></p></section>`
        })
    })

  const onInvite = Effect.fnUntraced(function* (request: OperatorRequest) {
    const values = NamedForm.valuesIn(newFields, yield* RequestReader.form(request.request))
    const result = yield* submitNew(values, ({ email, name, role }) =>
      operators.create({ email, name, role }, { by: request.by, delivery: "email" })
    )
    return result._tag === "Rejected" ? yield* showList(request, result.state) : invited(result.value)
  })

  const actions = (found: Operator, hasPasskeys: boolean) => {
    const action = (name: OperatorAction, text: string, kind = "quiet") =>
      html`<a class="button ${kind}" href="${paths.operatorAction(found.id, name)}">${text}</a>`
    const isDisabled = Option.isSome(found.disabledAt)
    return html`<div class="actions foot">${all([
      when(!isDisabled, () =>
        button({ action: paths.operatorInvitation(found.id), text: "Invite again", kind: "quiet" })
      ),
      when(hasPasskeys, () => action("remove-passkeys", "Remove passkeys…")),
      isDisabled ? action("enable", "Enable…") : action("disable", "Disable…"),
      action("delete", "Delete…", "quiet bad")
    ])}</div>`
  }

  const details = (found: Operator, count: number) =>
    html`<dl class="facts">${all([
      detail("Operator ID", html`<code>${found.id}</code>`),
      detail("Role", NamedForm.roleNames[found.role]),
      detail("Passkeys", count === 0 ? "none" : number(count)),
      detail("Added", time(found.createdAt)),
      detail("First signed in", Option.match(found.joinedAt, { onNone: () => "never", onSome: time })),
      detail("Last signed in", Option.match(found.signedInAt, { onNone: () => "never", onSome: time })),
      detail(
        "Can sign in",
        Option.match(found.disabledAt, { onNone: () => "yes", onSome: (at) => html`no, disabled ${time(at)}` })
      )
    ])}</dl>`

  const showOne = Effect.fnUntraced(function* ({ can, request }: OperatorRequest, rejected?: NamedForm.FormState) {
    const found = yield* Effect.flatMap(operatorId, operators.get)
    const count = (yield* passkeys.count).get(found.id) ?? 0
    const done = notices.get(FormInput.textOf(RequestReader.query(request), "done"))
    const form = () => html`<section class="card form" aria-labelledby="change"><h2 id="change">Name and role</h2>
${rejected?.text === undefined ? "" : notice("bad", rejected.text)}
<form method="post" action="${paths.operator(found.id)}">${NamedForm.fieldsOf(fields, rejected ?? stateOf(found))}
<div class="save"><button>Save</button></div></form></section>`
    return page({
      title: found.name,
      description: found.email,
      back: { href: paths.operators(), text: "Administrators" },
      section: "Administrators",
      status: rejected === undefined ? 200 : 400,
      body: html`${done === undefined || rejected !== undefined ? "" : notice("good", done)}
<section class="card" aria-labelledby="details"><h2 id="details">Details</h2>${details(found, count)}${when(can("operators.write"), () => actions(found, count > 0))}</section>
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
      const { button: text, isHarmful, text: explanation, title } = confirmations[action]
      return page({
        title,
        section: "Administrators",
        back: { href: paths.operator(id), text: name },
        body: html`<section class="card narrow${isHarmful ? " danger" : ""}"><p><strong>${name}</strong> ${email}</p><p>${explanation}</p>
<div class="actions">${button({ action: paths.operatorAction(id, action), text, kind: isHarmful ? "bad" : "" })}
<a class="button quiet" href="${paths.operator(id)}">Cancel</a></div></section>`
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
        ? passkeys.removeAll({ id, by })
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
    ...Record.keys(confirmations).flatMap((action) => [
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
