/** The id that a team's own system, or the one before, has for a user. */
import * as Schema from "effect/Schema"

/**
 * 1 to 255 characters without control characters, compared exactly. Unique within an instance, so that an import or a
 * request that is repeated finds the user it has made.
 */
export const ExternalId = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Cs}]{1,255}$/u, {
    message: () => "must be 1 to 255 characters without control characters"
  }),
  Schema.brand("ExternalId")
)
export type ExternalId = typeof ExternalId.Type
