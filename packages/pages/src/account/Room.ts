/** What the pages of the account consist of. */
import * as AccountRoutes from "./AccountRoutes.ts"

/** Make the routes. */
export const routes = [AccountRoutes.make] as const
