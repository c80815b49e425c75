/** What the room of personal access tokens consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import * as CheckPersonalToken from "./CheckPersonalToken.ts"
import * as PersonalTokenAdministration from "./PersonalTokenAdministration.ts"
import { PersonalTokenRepository } from "./PersonalTokenRepository.ts"
import * as PersonalTokens from "./PersonalTokens.ts"

/** The ports that store data. */
export const storage = [PersonalTokenRepository] as const

/** The use cases. Each may use those before it. */
export const useCases = { CheckPersonalToken, PersonalTokenAdministration, PersonalTokens }

/** What the cleanup job deletes. */
export const expiring = Effect.map(
  PersonalTokenRepository,
  ({ deleteExpired }) =>
    [{ kind: "personal_tokens", keptFor: PersonalTokens.retention, deleteExpired }] satisfies ReadonlyArray<Expiring>
)

/** The rate limits. */
export * as limits from "./PersonalTokenLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./PersonalTokenRecords.ts"
