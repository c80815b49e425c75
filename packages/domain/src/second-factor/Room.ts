/** What the room of second factors consists of. */
import { SecondFactorRepository } from "./SecondFactorRepository.ts"
import * as SecondFactorSignIn from "./SecondFactorSignIn.ts"
import * as SecondFactors from "./SecondFactors.ts"
import * as Rotation from "./internal/Rotation.ts"

/** The ports that store data. */
export const storage = [SecondFactorRepository] as const

/** The use cases. Each may use those before it. */
export const useCases = { SecondFactors, SecondFactorSignIn }

/** The rate limits. */
export * as limits from "./SecondFactorLimits.ts"

/** What it records. */
export { attempts, auditActions } from "./SecondFactorRecords.ts"

/** The task of the cleanup job. */
export const cleanup = Rotation.make
