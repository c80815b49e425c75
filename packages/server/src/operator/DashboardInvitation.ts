/** One-time links to the dashboard. */
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Effect from "effect/Effect"
import type { Settings } from "../core/Settings.ts"

/** Creates a link, and returns its URL. Stores only a hash of its token. */
export const create = ({
  adminApiKey,
  baseUrl
}: Pick<Settings, "adminApiKey" | "baseUrl">): Effect.Effect<string, PersistenceError, DashboardAccess> =>
  Effect.flatMap(DashboardAccess, ({ invite }) => invite({ actor: "command_line", adminKey: adminApiKey })).pipe(
    Effect.map((token) => Dashboard.invitationUrl({ baseUrl, token }))
  )
