/**
 * The pages of the service: for people, and for operators.
 *
 * @since 0.1.0
 */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { UseCases } from "@latchkey/domain/Domain"
import type { AuditLog } from "@latchkey/domain/audit/AuditLog"
import type { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import type { Mailer } from "@latchkey/domain/mail/Mailer"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { replyHeaders } from "@latchkey/http/core/Endpoint"
import type { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as People from "@latchkey/pages/Pages"
import * as Paths from "@latchkey/pages/core/Paths"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../core/Settings.ts"

/** What the pages use. @since 0.1.0 */
export type PageServices = AuditLog | HttpSettings | MagicLinkOutbox | Mailer | PublicUrls | UseCases

type Which = Pick<Settings, "dashboard" | "pages">

/**
 * The routes of the pages that are switched on. What they use is in them, and not in what every request carries.
 *
 * @since 0.1.0
 */
export const layerRoutes = (settings: Which): Layer.Layer<never, never, HttpLayerRouter.HttpRouter | PageServices> =>
  Layer.mergeAll(
    settings.pages ? People.layerRoutes : Layer.empty,
    settings.dashboard ? Dashboard.layerRoutes : Layer.empty
  )

/** The pages of links and of unknown paths, which look like the others where these are switched on. @since 0.1.0 */
export const layerLook = (settings: Which): Layer.Layer<never, never, PageServices> =>
  settings.pages ? Layer.merge(People.layerLinkPages, People.layerNotFoundPage) : Layer.empty

/** The root of the origin, where there is nothing else: it leads to the account. @since 0.1.0 */
export const layerRoot = (
  settings: Which & Pick<Settings, "baseUrl">
): Layer.Layer<never, never, HttpLayerRouter.HttpRouter> => {
  const headers = { ...replyHeaders(settings), location: Paths.account }
  return settings.pages
    ? HttpLayerRouter.add("GET", "/", Effect.succeed(HttpServerResponse.empty({ status: 303, headers })))
    : Layer.empty
}
