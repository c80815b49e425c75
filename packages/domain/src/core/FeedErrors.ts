/** Errors about feeds, which are read from a place on. */
import { InvalidInput, Outcome } from "./Outcome.ts"

/** What comes after the cursor was deleted, or the store was restored from a backup that is older than the cursor. */
export class CursorExpired extends Outcome(
  "CursorExpired",
  "cursor_expired",
  "What comes after this cursor is no longer stored: compare everything, and start again without a cursor"
) {}

/** The text is no cursor of this feed, or that of another instance. */
export class InvalidCursor extends InvalidInput("InvalidCursor", "Not a cursor of this feed", {
  field: "after",
  reason: "is not a cursor of this feed"
}) {}
