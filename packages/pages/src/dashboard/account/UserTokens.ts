/**
 * The personal access tokens of a user, and revoking one.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PersonalTokenAdministration } from "@latchkey/domain/personal-token/PersonalTokenAdministration"
import type { PersonalToken } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { html, redirect } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { all } from "../../core/Fragments.ts"
import * as RouteParameters from "../../core/RouteParameters.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { DashboardPaths } from "../core/DashboardPaths.ts"
import * as DataTable from "../core/DataTable.ts"
import { button, tag } from "../core/Elements.ts"
import type { OperatorAccess, OperatorRequest } from "../operator/OperatorAccess.ts"

/** Makes the section of the user's page. */
export const section = (language: DashboardLanguage, paths: DashboardPaths) => {
  const { time } = language.format
  const { account, core } = language.texts
  const { tokens: texts, user } = account

  const revoke = (instance: Instance): DataTable.Column<PersonalToken> => ({
    title: user.sessionColumns.action,
    kind: "action",
    cell: ({ id, name, userId }) =>
      button({ action: paths.token(instance.id, userId, id), text: texts.revoke, about: name, kind: "quiet small" })
  })

  const expiry = (now: DateTime.Utc) => (token: PersonalToken) =>
    Option.match(token.expiresAt, {
      onNone: () => html`${core.never}`,
      onSome: (at) => (DateTime.lessThanOrEqualTo(at, now) ? tag(texts.expired, "bad") : time(at))
    })

  return (instance: Instance, tokens: ReadonlyArray<PersonalToken>, can: OperatorRequest["can"], now: DateTime.Utc) =>
    DataTable.view(language, {
      id: "tokens",
      caption: texts.title,
      heading: true,
      columns: [
        { title: core.name, cell: ({ name }) => html`<bdi>${name}</bdi>` },
        {
          title: texts.scopes,
          cell: ({ scopes }) =>
            scopes.length === 0 ? core.none : all(scopes.map((scope) => html`<code>${scope}</code>`))
        },
        { title: texts.created, cell: ({ createdAt }) => time(createdAt) },
        {
          title: texts.lastUsed,
          cell: ({ lastUsedAt }) => Option.match(lastUsedAt, { onNone: () => html`${core.never}`, onSome: time })
        },
        { title: user.sessionColumns.expires, cell: expiry(now) },
        ...(can("users.support") ? [revoke(instance)] : [])
      ],
      rows: tokens,
      count: texts.count(tokens.length),
      empty: texts.empty
    })
}

export const make = Effect.fnUntraced(function* ({ paths }: DashboardFrame, { operator }: OperatorAccess) {
  const administration = yield* PersonalTokenAdministration
  const instances = yield* InstanceDirectory

  const onRevoke = Effect.fnUntraced(function* ({ by }: OperatorRequest) {
    const instance = yield* RouteParameters.instance(instances)
    const userId = yield* RouteParameters.userId
    yield* administration.revoke({ instance, userId, id: yield* RouteParameters.personalTokenId, by })
    return redirect(paths.user(instance.id, userId, "revoke-token"))
  })

  const path = "/dashboard/instances/:instance/users/:user/tokens/:token/revoke" as const
  return [{ method: "POST", path, handler: operator("users.support", onRevoke) }] satisfies ReadonlyArray<Route>
})
