/** What the room of operators and what they administer consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import * as AccessRevocation from "./AccessRevocation.ts"
import { ApiKeyRepository } from "./ApiKeyRepository.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as DashboardAccess from "./DashboardAccess.ts"
import * as EmailTextAdministration from "./EmailTextAdministration.ts"
import * as IdentityProviderAdministration from "./IdentityProviderAdministration.ts"
import * as InstanceAdministration from "./InstanceAdministration.ts"
import * as OperatorReports from "./OperatorReports.ts"
import { SessionObserver } from "../session/SessionObserver.ts"
import * as OperatorSessionObserver from "./OperatorSessionObserver.ts"
import * as OperatorSessions from "./OperatorSessions.ts"
import * as Operators from "./Operators.ts"
import * as SupportLinks from "./SupportLinks.ts"
import * as UserAdministration from "./UserAdministration.ts"
import * as UserExport from "./UserExport.ts"
import * as UserImport from "./UserImport.ts"
import * as UserListing from "./UserListing.ts"
import * as UserProvisioning from "./UserProvisioning.ts"

/** The adapter of `SessionObserver`, which earlier rooms use. */
export const adapters = { SessionObserver: { SessionObserver, make: OperatorSessionObserver.make } }

/** The ports that store data. */
export const storage = [ApiKeyRepository] as const

/** The ways in. */
export { methods } from "./OperatorMethods.ts"

/** The use cases. Each may use those before it. */
export const useCases = {
  OperatorSessions,
  AccessRevocation,
  ApiKeys,
  DashboardAccess,
  EmailTextAdministration,
  IdentityProviderAdministration,
  InstanceAdministration,
  OperatorReports,
  Operators,
  SupportLinks,
  UserAdministration,
  UserExport,
  UserImport,
  UserListing,
  UserProvisioning
}

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const apiKeyRepository = yield* ApiKeyRepository
  return [
    { kind: "api_keys", keptFor: ApiKeys.retention, deleteExpired: apiKeyRepository.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})

/** The rate limits. */
export * as limits from "./OperatorLimits.ts"

/** What it records. */
export { auditActions, accountChanges } from "./OperatorRecords.ts"
