/** What the room of events consists of. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { EventLog } from "./EventLog.ts"
import * as EventRecorder from "./EventRecorder.ts"
import * as Events from "./Events.ts"

/** 30 days: how long events are kept. */
export const eventLifetime = Duration.days(30)

/** The ports that store data. */
export const storage = [EventLog] as const

/** The use cases. Each may use those before it. */
export const useCases = { EventRecorder, Events }

/** What the cleanup job deletes. */
export const expiring = Effect.map(
  EventLog,
  ({ deleteExpired }) => [{ kind: "events", keptFor: eventLifetime, deleteExpired }] satisfies ReadonlyArray<Expiring>
)
