/** What the pages of passwords consist of. */
import * as SignInRoutes from "./SignInRoutes.ts"

/** Make the routes. */
export const routes = [SignInRoutes.make] as const
