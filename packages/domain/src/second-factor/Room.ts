/**
 * What the room of second factors consists of.
 *
 * @since 0.1.0
 */
import { SecondFactorRepository } from "./SecondFactorRepository.ts"
import * as SecondFactorSignIn from "./SecondFactorSignIn.ts"
import * as SecondFactors from "./SecondFactors.ts"

/** The ports that store data. @since 0.1.0 */
export const storage = [SecondFactorRepository] as const

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { SecondFactors, SecondFactorSignIn }
