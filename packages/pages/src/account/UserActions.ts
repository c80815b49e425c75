/**
 * What an operator does to a user. What cannot be taken back, or hurts, is asked once more.
 *
 * @since 0.1.0
 */
import { UserAdministration, type UserTarget } from "@latchkey/domain/operator/UserAdministration"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { html } from "@latchkey/http/core/Html"
import * as Effect from "effect/Effect"
import type { DomainFailure } from "../operator/Access.ts"
import type { Access } from "../operator/Access.ts"
import type { UserAction } from "../operator/DashboardPaths.ts"
import { button } from "../operator/Markup.ts"
import * as Parameters from "../operator/RouteParameters.ts"
import * as Redirect from "../core/Redirect.ts"
import type { Route } from "../core/Routes.ts"
import type { Views } from "../operator/View.ts"

interface Question {
  readonly title: string
  readonly text: string
  readonly answer: string
  readonly isHarmful: boolean
}

const questions: Readonly<Record<UserAction, Question>> = {
  disable: {
    title: "Disable this user?",
    text: "Every session ends, and no way of signing in works until the user is enabled again. Nothing is deleted.",
    answer: "Disable",
    isHarmful: true
  },
  enable: {
    title: "Enable this user?",
    text: "The user may sign in again, with the password and by the links of before.",
    answer: "Enable",
    isHarmful: false
  },
  "sign-out": {
    title: "Sign this user out everywhere?",
    text: "Every session ends. The user may sign in again at once.",
    answer: "Sign out everywhere",
    isHarmful: true
  }
}

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, page }: Views, { operator }: Access) {
  const administration = yield* UserAdministration
  const instances = yield* Instances

  const target = Effect.gen(function* () {
    const instance = yield* Parameters.instance(instances)
    return { instance, userId: yield* Parameters.userId, actor: "dashboard" as const }
  })

  const run: Readonly<Record<UserAction, (target: UserTarget) => Effect.Effect<unknown, DomainFailure>>> = {
    disable: administration.disable,
    enable: administration.enable,
    "sign-out": administration.revokeAllSessions
  }

  const ask = (action: UserAction) =>
    Effect.fnUntraced(function* () {
      const { instance, userId } = yield* target
      const { user } = yield* administration.find(instance, userId)
      const { answer, isHarmful, text, title } = questions[action]
      return page({
        title,
        place: "Instances",
        of: { instance, tab: "Users" },
        body: html`<section class="card"><p><strong>${user.email}</strong></p><p>${text}</p>
<div class="actions">${button({ action: links.userAction(instance.id, userId, action), text: answer, kind: isHarmful ? "bad" : "" })}
<a class="button quiet" href="${links.user(instance.id, userId)}">Cancel</a></div></section>`
      })
    })

  const act = (action: UserAction) =>
    Effect.fnUntraced(function* () {
      const who = yield* target
      yield* run[action](who)
      return Redirect.to(links.user(who.instance.id, who.userId, action))
    })

  const endSession = Effect.fnUntraced(function* () {
    const who = yield* target
    yield* administration.revokeSession({ ...who, sessionId: yield* Parameters.sessionId })
    return Redirect.to(links.user(who.instance.id, who.userId, "session"))
  })

  const path = "/dashboard/instances/:instance/users/:user" as const
  const actions: ReadonlyArray<UserAction> = ["disable", "enable", "sign-out"]
  return [
    ...actions.flatMap((action) => [
      { method: "GET" as const, path: `${path}/${action}` as const, handler: operator(ask(action)) },
      { method: "POST" as const, path: `${path}/${action}` as const, handler: operator(act(action)) }
    ]),
    { method: "POST", path: `${path}/sessions/:session`, handler: operator(endSession) }
  ] satisfies ReadonlyArray<Route>
})
