/** What the room of reauthentication consists of. */
import * as Reauthenticate from "./Reauthenticate.ts"

/** The use cases. Each may use those before it. */
export const useCases = { Reauthenticate }

/** What it records. */
export { attempts } from "./ReauthenticationRecords.ts"
