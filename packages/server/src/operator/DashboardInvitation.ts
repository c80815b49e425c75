/** One-time links to the dashboard. */
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Effect from "effect/Effect"

/** Creates a link, and returns its URL. Stores only a hash of its token. */
export const create = (baseUrl: string): Effect.Effect<string, PersistenceError, OperatorSessions> =>
  Effect.flatMap(OperatorSessions, ({ invite }) => invite("command_line")).pipe(
    Effect.map((token) => Dashboard.invitationUrl({ baseUrl, token }))
  )
