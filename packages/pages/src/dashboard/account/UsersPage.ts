/**
 * The users of an instance: fifty per page, by the start of their email address, or one by id.
 */
import { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import { html } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { emailPrefix } from "@latchkey/http/password/Credentials"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { english } from "../../language/Catalogues.ts"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { notice } from "../core/Elements.ts"
import { time } from "../core/Format.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"

const parseEmail = Schema.decodeOption(Email)

const statusOf = (user: UserDetails): string =>
  [
    Option.isSome(user.disabledAt) ? "disabled" : "",
    Option.match(user.deletionAt, {
      onNone: () => "",
      onSome: (at) => `will be deleted on ${english.emails.time(at)}`
    }),
    Option.isSome(user.emailVerifiedAt) ? "email verified" : "email not verified",
    user.hasPassword ? "has a password" : "no password"
  ]
    .filter(Boolean)
    .join(", ")

export const make = Effect.fnUntraced(function* ({ page, paths }: DashboardFrame, { operator }: OperatorAccess) {
  const administration = yield* UserAdministration
  const instances = yield* InstanceDirectory

  const row = (instance: Instance) => (user: UserDetails) =>
    html`<li><span><a class="strong" href="${paths.user(instance.id, user.id)}">${user.email}</a>
<span class="soft">${statusOf(user)}</span></span><span class="soft">signed up ${time(user.createdAt)}</span></li>`

  const searchForm = (
    instance: Instance,
    text: string
  ) => html`<form class="search" method="get" action="${paths.users(instance.id)}" role="search">
<div class="field"><label for="q">Start of an email address, or a user ID</label>
<input id="q" name="q" type="text" value="${text}" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Search</button></form>`

  const show = Effect.fnUntraced(function* ({ can, request }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const query = RequestReader.query(request)
    const text = FormInput.textOf(query, "q")
    const after = parseEmail(FormInput.textOf(query, "after"))
    const { next, users } = yield* administration.search({ instance, text: emailPrefix(text), after })
    const isDeleted = FormInput.textOf(query, "done") === "delete"
    const none = text === "" ? "No users yet." : "No matching users."
    const rows = html`<ul class="rows card">${all(users.map(row(instance)))}</ul>`
    return page({
      title: "Users",
      section: "Instances",
      of: { instance, tab: "Users" },
      body: html`${when(isDeleted, () => notice("good", "The user is deleted."))}
${when(can("users.write"), () => html`<p><a class="button" href="${paths.newUser(instance.id)}">New user</a></p>`)}
${searchForm(instance, text)}
${users.length === 0 ? html`<p role="status">${Option.isSome(after) ? "No more users." : none}</p>` : rows}
<p class="paging">${when(Option.isSome(after), () => html`<a href="${paths.users(instance.id, { text })}">First page</a>`)}
${Option.match(next, {
  onNone: () => "",
  onSome: (email) => html`<a href="${paths.users(instance.id, { text, after: email })}">Next page</a>`
})}</p>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/users", handler: operator("users.read", show) }
  ] satisfies ReadonlyArray<Route>
})
