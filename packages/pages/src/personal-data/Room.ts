/** What the pages of personal data consist of. */
import * as DeletionRoutes from "./DeletionRoutes.ts"

/** Make the routes. */
export const routes = [DeletionRoutes.make] as const
