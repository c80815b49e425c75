/** The problems of tokens that programs present. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  unsupported_token_type: {
    status: 400,
    tag: "UnsupportedTokenType",
    title: "Tokens of this kind cannot be revoked",
    userText: "This token can't be revoked. It stops working within five minutes.",
    example: { detail: "An access token cannot be revoked: it works until it expires, in five minutes at most." }
  }
} as const satisfies ProblemEntries
