/**
 * The operator's dashboard: instances and their settings, users, mail, how sign-ins went, and what was changed.
 *
 * It is for whoever has a one-time link to it or the admin key, and answers on the host of the base URL alone. Its pages
 * are HTML without scripts.
 *
 * @since 0.1.0
 */
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { Administration } from "@latchkey/domain/Administration"
import type { AttemptStatistics } from "@latchkey/domain/AttemptStatistics"
import type { AuditLog } from "@latchkey/domain/AuditLog"
import type { Instances } from "@latchkey/domain/Instances"
import type { MagicLinkOutbox } from "@latchkey/domain/MagicLinkOutbox"
import type { Mailer } from "@latchkey/domain/Mailer"
import type { Operators } from "@latchkey/domain/Operators"
import type { PublicUrls } from "@latchkey/domain/PublicUrls"
import type { RateLimiter } from "@latchkey/domain/RateLimiter"
import type { Secret } from "@latchkey/domain/Secret"
import * as Endpoint from "@latchkey/http/Endpoint"
import type { HttpSettings } from "@latchkey/http/HttpSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Access from "./internal/dashboard/Access.ts"
import * as AuditPage from "./internal/dashboard/AuditPage.ts"
import * as EntryPages from "./internal/dashboard/EntryPages.ts"
import * as InstancesPage from "./internal/dashboard/InstancesPage.ts"
import * as Links from "./internal/dashboard/Links.ts"
import * as MailPage from "./internal/dashboard/MailPage.ts"
import * as OverviewPage from "./internal/dashboard/OverviewPage.ts"
import * as SettingsPage from "./internal/dashboard/SettingsPage.ts"
import * as UserActions from "./internal/dashboard/UserActions.ts"
import * as UserPage from "./internal/dashboard/UserPage.ts"
import * as UsersPage from "./internal/dashboard/UsersPage.ts"
import * as View from "./internal/dashboard/View.ts"
import * as Routes from "./Routes.ts"

/**
 * The link that an invitation opens the dashboard by: `…/dashboard/enter?token=…`. It holds the secret. `prefix` is
 * that of `PublicUrls`; nothing by default.
 *
 * @since 0.1.0
 */
export const invitationUrl = (options: {
  readonly baseUrl: string
  readonly prefix?: string
  readonly token: Secret
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
  | Administration
  | AttemptStatistics
  | AuditLog
  | HttpLayerRouter.HttpRouter
  | HttpSettings
  | Instances
  | MagicLinkOutbox
  | Mailer
  | Operators
  | PublicUrls
  | RateLimiter
> = Routes.layer(routes).pipe(Layer.provide(Endpoint.layer))
