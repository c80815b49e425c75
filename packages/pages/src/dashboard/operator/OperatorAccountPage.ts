/** The account of an administrator: what they sign in with. Each part leads to a page that users have, too. */
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { Passkeys } from "@latchkey/domain/passkey/Passkeys"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all, when } from "../../core/Fragments.ts"
import type { Route } from "../../core/Routes.ts"
import type { Site } from "../../core/Site.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { notice } from "../core/Elements.ts"
import type { OperatorAccess, OperatorRequest } from "./OperatorAccess.ts"

export const make = Effect.fnUntraced(function* (
  { language, page }: DashboardFrame,
  { operator }: OperatorAccess,
  site: Site
) {
  const passkeys = yield* Passkeys
  const sessions = yield* OperatorSessions
  const { core } = language.texts
  const { account: texts } = language.texts.operator
  const section = "Your account"
  const title = core.sections[section]

  const card = (body: Fragment) => html`<section class="card">${body}</section>`

  /** Those of a former host of the dashboard. */
  const foreign = Effect.fnUntraced(function* (context: OperatorRequest) {
    const { caller, instance } = context
    const { passkeys: own, rpId } = yield* passkeys.list({ instance, caller })
    return own.filter((passkey) => !Option.contains(rpId, passkey.rpId))
  })

  const show = Effect.fnUntraced(function* (context: OperatorRequest) {
    if (Option.isNone(context.session.operator)) {
      return page({ title, section, body: card(html`<p>${texts.unnamed}</p>`) })
    }
    const { email, name, role } = context.session.operator.value
    const { instance } = context
    const ways = yield* sessions.waysOf(context.session)
    const view = { language: language.pages, prefix: site.prefix, hasSecondFactor: ways.includes("totp") }
    const parts = site.waysIn.flatMap(({ accountPart, isOffered }) =>
      accountPart !== undefined && isOffered(instance) ? card(accountPart(view)) : []
    )
    const unusable = yield* foreign(context)
    const isUnprotected = (yield* sessions.standingOf(context.session)) === "without_factor"
    return page({
      title,
      description: html`${name} · ${email} · ${core.roles[role]}`,
      section,
      body: html`${when(isUnprotected, () => notice("warn", texts.protect))}${all(parts)}${when(!site.hasPasskeys(instance), () => card(html`<p>${texts.noDomain}</p>`))}
${when(unusable.length > 0, () => card(html`<ul class="rows">${all(unusable.map(({ name, rpId }) => html`<li><span class="strong">${name}</span> <span class="soft">${texts.elsewhere(html`<code>${rpId}</code>`)}</span></li>`))}</ul>`))}`
    })
  })

  return [
    { method: "GET", path: "/dashboard/account", handler: operator("own_account", show) }
  ] satisfies ReadonlyArray<Route>
})
