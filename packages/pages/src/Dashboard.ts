/**
 * The dashboard for administrators: instances and their settings, users, invitations, emails, sign-in statistics, the
 * audit log, and who has access.
 *
 * Administrators sign in with a passkey, a one-time link or the admin key. What they may do depends on their role. The
 * dashboard is served on the host of the base URL only. Its pages are HTML; those with a passkey have the script of the
 * user pages.
 */
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { Token } from "@latchkey/domain/core/Token"
import type { UseCases } from "@latchkey/domain/Domain"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as UserActions from "./dashboard/account/UserActions.ts"
import * as UserForms from "./dashboard/account/UserForms.ts"
import * as UserPage from "./dashboard/account/UserPage.ts"
import * as UsersPage from "./dashboard/account/UsersPage.ts"
import * as AuditPage from "./dashboard/audit/AuditPage.ts"
import * as PageScript from "./core/PageScript.ts"
import * as Routes from "./core/Routes.ts"
import * as DeleteInstancePage from "./dashboard/instance/DeleteInstancePage.ts"
import * as InstancesPage from "./dashboard/instance/InstancesPage.ts"
import * as OverviewPage from "./dashboard/instance/OverviewPage.ts"
import * as SettingsPage from "./dashboard/instance/SettingsPage.ts"
import * as InvitationsPage from "./dashboard/invitation/InvitationsPage.ts"
import * as EmailDeliveriesPage from "./dashboard/mail/EmailDeliveriesPage.ts"
import * as SuppressedEmailsPage from "./dashboard/mail/SuppressedEmailsPage.ts"
import * as EmailTextPage from "./dashboard/mail/EmailTextPage.ts"
import * as EmailTextsPage from "./dashboard/mail/EmailTextsPage.ts"
import * as AccessPage from "./dashboard/operator/AccessPage.ts"
import * as DashboardFrame from "./dashboard/core/DashboardFrame.ts"
import * as InvitationUrl from "./dashboard/operator/InvitationUrl.ts"
import * as ApiKeysPage from "./dashboard/operator/ApiKeysPage.ts"
import * as OperatorsPage from "./dashboard/operator/OperatorsPage.ts"
import * as OperatorAccess from "./dashboard/operator/OperatorAccess.ts"
import * as OperatorPasskeyPages from "./dashboard/operator/OperatorPasskeyPages.ts"
import * as OperatorSignInPages from "./dashboard/operator/OperatorSignInPages.ts"

/**
 * Returns the URL of an invitation: `…/dashboard/enter?token=…`. It contains the token: treat it as a secret. `prefix`
 * is the prefix of `HttpSettings`; empty by default.
 */
export const invitationUrl: (options: {
  readonly baseUrl: string
  readonly prefix?: string
  readonly token: Token
}) => string = InvitationUrl.invitationUrl

/** Makes the routes of the dashboard, which `layerRoutes` adds to a router. */
export const routes = Effect.gen(function* () {
  const frame = yield* DashboardFrame.make
  const access = yield* OperatorAccess.make(frame)
  const all = yield* Effect.all([
    OperatorSignInPages.make(frame, access),
    OperatorPasskeyPages.make(frame, access),
    InstancesPage.make(frame, access),
    OverviewPage.make(frame, access),
    DeleteInstancePage.make(frame, access),
    SettingsPage.make(frame, access),
    UsersPage.make(frame, access),
    UserForms.make(frame, access),
    UserPage.make(frame, access),
    UserActions.make(frame, access),
    InvitationsPage.make(frame, access),
    EmailDeliveriesPage.make(frame, access),
    SuppressedEmailsPage.make(frame, access),
    EmailTextsPage.make(frame, access),
    EmailTextPage.make(frame, access),
    AuditPage.make(frame, access),
    AccessPage.make(frame, access),
    OperatorsPage.make(frame, access),
    ApiKeysPage.make(frame, access)
  ])
  const script = PageScript.route("/dashboard", yield* HttpSettings)
  return [...all.flat(), script] satisfies ReadonlyArray<Routes.Route>
})

/** The dashboard, below the prefix of `HttpSettings`. */
export const layerRoutes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | HttpSettings | PublicUrls | UseCases> =
  Routes.layer(routes).pipe(Layer.provide(Endpoint.layer))
