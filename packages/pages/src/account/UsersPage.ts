/**
 * The users of an instance: fifty at a time, by the beginning of their address, or one by id.
 *
 * @since 0.1.0
 */
import { UserAdministration, type UserDetails } from "@latchkey/domain/operator/UserAdministration"
import { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { queryOf, type RequestContext } from "@latchkey/http/core/Endpoint"
import { html } from "@latchkey/http/core/Html"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { all, when } from "../core/Fragments.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "../operator/Access.ts"
import * as Parameters from "../operator/RouteParameters.ts"
import type { Views } from "../operator/View.ts"
import { time } from "../operator/Words.ts"

const parseEmail = Schema.decodeOption(Email)

/** What is particular about a user, in words. */
const remarksOf = (user: UserDetails): string =>
  [
    Option.isSome(user.disabledAt) ? "disabled" : "",
    Option.isSome(user.emailVerifiedAt) ? "address proven" : "address not proven",
    user.hasPassword ? "has a password" : "no password"
  ]
    .filter(Boolean)
    .join(", ")

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, page }: Views, { operator }: Access) {
  const administration = yield* UserAdministration
  const instances = yield* Instances

  const row = (instance: Instance) => (user: UserDetails) =>
    html`<li><span><a class="strong" href="${links.user(instance.id, user.id)}">${user.email}</a>
<span class="soft">${remarksOf(user)}</span></span><span class="soft">since ${time(user.createdAt)}</span></li>`

  const searchForm = (
    instance: Instance,
    text: string
  ) => html`<form class="search" method="get" action="${links.users(instance.id)}" role="search">
<div class="field"><label for="q">Beginning of the address, or a user id</label>
<input id="q" name="q" type="text" value="${text}" autocomplete="off" autocapitalize="none" spellcheck="false"></div>
<button>Search</button></form>`

  const show = Effect.fnUntraced(function* (context: RequestContext) {
    const instance = yield* Parameters.instance(instances)
    const query = queryOf(context.request)
    const text = query.get("q") ?? ""
    const after = parseEmail(query.get("after") ?? "")
    const { next, users } = yield* administration.search({ instance, text, after })
    const nobody = text === "" ? "Nobody has signed up yet." : "No address begins so, and no user has that id."
    const result = html`<ul class="rows card">${all(users.map(row(instance)))}</ul>`
    return page({
      title: "Users",
      place: "Instances",
      of: { instance, tab: "Users" },
      body: html`${searchForm(instance, text)}
${users.length === 0 ? html`<p role="status">${Option.isSome(after) ? "There are no more." : nobody}</p>` : result}
<p class="paging">${when(Option.isSome(after), () => html`<a href="${links.users(instance.id, { text })}">First users</a>`)}
${Option.match(next, {
  onNone: () => "",
  onSome: (email) => html`<a href="${links.users(instance.id, { text, after: email })}">Next users</a>`
})}</p>`
    })
  })

  return [
    { method: "GET", path: "/dashboard/instances/:instance/users", handler: operator(show) }
  ] satisfies ReadonlyArray<Route>
})
