/**
 * The operator's dashboard: instances and their settings, users, mail, how sign-ins went, and what was changed.
 *
 * It is for whoever has a one-time link to it or the admin key, and answers on the host of the base URL alone. Its pages
 * are HTML without scripts.
 *
 * @since 0.1.0
 */
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import type { AuditLog } from "@latchkey/domain/audit/AuditLog"
import type { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import type { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import type { Mailer } from "@latchkey/domain/mail/Mailer"
import type { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import type { Token } from "@latchkey/domain/core/Token"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import type { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Access from "./operator/Access.ts"
import * as AuditPage from "./audit/AuditPage.ts"
import * as EntryPages from "./operator/OperatorSignInPages.ts"
import * as InstancesPage from "./instance/InstancesPage.ts"
import * as Links from "./operator/DashboardPaths.ts"
import * as MailPage from "./mail/EmailDeliveriesPage.ts"
import * as OverviewPage from "./audit/OverviewPage.ts"
import * as SettingsPage from "./instance/SettingsPage.ts"
import * as UserActions from "./account/UserActions.ts"
import * as UserPage from "./account/UserPage.ts"
import * as UsersPage from "./account/UsersPage.ts"
import * as View from "./operator/View.ts"
import * as Routes from "./core/Routes.ts"

/**
 * The link that an invitation opens the dashboard by: `…/dashboard/enter?token=…`. It holds the secret. `prefix` is
 * that of `PublicUrls`; nothing by default.
 *
 * @since 0.1.0
 */
export const invitationUrl = (options: {
  readonly baseUrl: string
  readonly prefix?: string
  readonly token: Token
}): string => `${options.baseUrl}${Links.make(options.prefix ?? "").enter}?token=${Redacted.value(options.token)}`

const routes = Effect.gen(function* () {
  const views = yield* View.make
  const access = yield* Access.make(views)
  const made = yield* Effect.all([
    EntryPages.make(views, access),
    InstancesPage.make(views, access),
    OverviewPage.make(views, access),
    SettingsPage.make(views, access),
    UsersPage.make(views, access),
    UserPage.make(views, access),
    UserActions.make(views, access),
    MailPage.make(views, access),
    AuditPage.make(views, access)
  ])
  return made.flat() satisfies ReadonlyArray<Routes.Route>
})

/** The dashboard's routes, below the prefix of `PublicUrls`. @since 0.1.0 */
export const layerRoutes: Layer.Layer<
  never,
  never,
  | UserAdministration
  | AttemptStatistics
  | AuditLog
  | HttpLayerRouter.HttpRouter
  | HttpSettings
  | Instances
  | MagicLinkOutbox
  | Mailer
  | OperatorSessions
  | PublicUrls
  | RateLimiter
> = Routes.layer(routes).pipe(Layer.provide(Endpoint.layer))
