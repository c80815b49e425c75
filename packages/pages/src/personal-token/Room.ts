/** What the pages of personal access tokens consist of. */
import * as PersonalTokenRoutes from "./PersonalTokenRoutes.ts"

/** Make the routes. */
export const routes = [PersonalTokenRoutes.make] as const
