/** What the pages of the account consist of. */
import * as AccountRoutes from "./AccountRoutes.ts"
import * as DetailsRoutes from "./DetailsRoutes.ts"

/** Make the routes. */
export const routes = [AccountRoutes.make, DetailsRoutes.make] as const
