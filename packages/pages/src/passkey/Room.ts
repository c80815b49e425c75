/** What the pages of passkeys consist of. */
import * as PasskeyRoutes from "./PasskeyRoutes.ts"
import * as PasskeyWayIn from "./PasskeyWayIn.ts"

/** Makes what the pages show of it as a way in. */
export const wayIn = PasskeyWayIn.make

/** Make the routes. */
export const routes = [PasskeyRoutes.make] as const
