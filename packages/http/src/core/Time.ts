/** A point in time. */
import { Timestamp } from "@latchkey/domain/core/Timestamp"

/** A time in UTC, as ISO 8601. */
export const Time = Timestamp.annotations({
  identifier: "Time",
  jsonSchema: { type: "string", format: "date-time", description: "A time in UTC, as ISO 8601." }
})
