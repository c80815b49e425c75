/** Errors about events. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/** Events after the cursor were deleted, or the store was restored from a backup that is older than the cursor. */
export class CursorExpired extends Outcome(
  "CursorExpired",
  "cursor_expired",
  "Events after this cursor are no longer stored: compare all users, and start again without a cursor"
) {}

/** The text is no cursor of this feed, or that of another instance. */
export class InvalidCursor extends InvalidInput("InvalidCursor", "Not a cursor of this feed", {
  field: "after",
  reason: "is not a cursor of the feed of this instance"
}) {}
