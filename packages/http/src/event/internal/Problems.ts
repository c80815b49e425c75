/** The problems of events. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

/** Each by its code. */
export const problems = {
  cursor_expired: {
    status: 410,
    tag: "CursorExpired",
    title: "Events after this cursor are no longer stored",
    userText: "Start again from the beginning.",
    example: {
      detail: "Events after this cursor are no longer stored: compare all users, and start again without a cursor."
    }
  }
} as const satisfies ProblemEntries
