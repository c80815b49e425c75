/** What the pages of passkeys consist of. */
import * as PasskeyRoutes from "./PasskeyRoutes.ts"

/** Make the routes. */
export const routes = [PasskeyRoutes.make] as const
