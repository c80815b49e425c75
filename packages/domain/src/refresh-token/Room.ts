/** What the room of refresh tokens consists of. Their sessions are stored with those of browsers. */
import * as RefreshTokens from "./RefreshTokens.ts"

/** The use cases. Each may use those before it. */
export const useCases = { RefreshTokens }

/** The rate limits. */
export * as limits from "./RefreshTokenLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./RefreshTokenRecords.ts"
