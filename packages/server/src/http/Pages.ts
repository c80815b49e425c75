/** The pages for users and operators that the settings turn on. */
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { responseHeaders } from "@latchkey/http/core/Endpoint"
import type { Requirements } from "@latchkey/http/Http"
import * as Paths from "@latchkey/pages/core/Paths"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as UserPages from "@latchkey/pages/Pages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Settings } from "../core/Settings.ts"

type PageSettings = Pick<Settings, "dashboard" | "pages">

/** The routes of the pages. */
export const layerRoutes = (
  settings: PageSettings
): Layer.Layer<never, never, HttpLayerRouter.HttpRouter | Requirements> =>
  Layer.mergeAll(
    settings.pages ? UserPages.layerRoutes : Layer.empty,
    settings.dashboard ? Dashboard.layerRoutes : Layer.empty
  )

/**
 * The pages that routes of the API show to browsers: those of magic links and of identity providers, and the one for
 * unknown paths.
 */
export const layerApiPages = (settings: PageSettings): Layer.Layer<never, never, Requirements> =>
  settings.pages
    ? Layer.mergeAll(UserPages.layerMagicLinkPages, UserPages.layerIdentityProviderPages, UserPages.layerNotFoundPage)
    : Layer.empty

/** Redirects the root of the origin to the account page, if there is one. */
export const layerRoot = (
  settings: PageSettings & Pick<Settings, "baseUrl">
): Layer.Layer<never, never, HttpLayerRouter.HttpRouter> => {
  const headers = { ...responseHeaders(settings), location: Paths.account }
  return settings.pages
    ? HttpLayerRouter.add("GET", "/", Effect.succeed(HttpServerResponse.empty({ status: 303, headers })))
    : Layer.empty
}
