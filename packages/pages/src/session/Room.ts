/** What the pages of sessions consist of. */
import * as ReauthenticationRoutes from "./ReauthenticationRoutes.ts"
import * as SignOutRoutes from "./SignOutRoutes.ts"

/** Make the routes. */
export const routes = [SignOutRoutes.make, ReauthenticationRoutes.make] as const
