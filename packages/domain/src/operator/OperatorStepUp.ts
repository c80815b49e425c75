/** What giving and taking access requires of a dashboard session. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { isRecent } from "../session/StepUp.ts"
import type { OperatorSessionSummary } from "./OperatorRepository.ts"

/**
 * Returns `true` if the session began less than ten minutes ago, and with a passkey if its operator has one that signs
 * in here: otherwise an invitation that someone else opened could replace the passkeys of the operator, or give access
 * to others.
 */
export const isConfirmed = (
  session: Pick<OperatorSessionSummary, "authenticatedAt" | "method">,
  hasUsablePasskey: boolean
): Effect.Effect<boolean> =>
  Effect.map(DateTime.now, (now) => isRecent(session, now) && (session.method === "passkey" || !hasUsablePasskey))
