/** The problems of events. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

/** Each by its code. */
export const problems = {
  cursor_expired: {
    status: 410,
    tag: "CursorExpired",
    title: "What comes after this cursor is no longer stored",
    userText: "Start again from the beginning.",
    example: {
      detail: "What comes after this cursor is no longer stored: compare everything, and start again without a cursor."
    }
  }
} as const satisfies ProblemEntries
