/**
 * A point in time.
 *
 * @since 0.1.0
 */
import { Timestamp } from "@latchkey/domain/core/Timestamp"

/** A time in UTC, as ISO 8601. @since 0.1.0 */
export const Time = Timestamp.annotations({
  identifier: "Time",
  jsonSchema: { type: "string", format: "date-time", description: "A time in UTC, as ISO 8601." }
})
