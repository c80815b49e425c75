/** What the room of events consists of. */
import * as Effect from "effect/Effect"
import * as AppPart from "../core/AppPart.ts"
import type { Expiring } from "../core/Cleanup.ts"
import { EventLog } from "./EventLog.ts"
import * as EventRecorder from "./EventRecorder.ts"
import { EventRetention } from "./EventRetention.ts"
import * as Events from "./Events.ts"

/** The ports that store data. */
export const storage = [EventLog] as const

/** What records events, which the use cases of all rooms use. */
export const adapters = { EventRecorder }

/** The use cases. Each may use those before it. */
export const useCases = { Events }

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const { deleteExpired } = yield* EventLog
  const { keptFor } = yield* AppPart.read(EventRetention)
  return [{ kind: "events", keptFor, deleteExpired }] satisfies ReadonlyArray<Expiring>
})
