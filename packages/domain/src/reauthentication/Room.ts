/**
 * What the room of reauthentication consists of.
 *
 * @since 0.1.0
 */
import * as Reauthenticate from "./Reauthenticate.ts"

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { Reauthenticate }
