/** What the pages of second factors consist of. */
import * as SecondFactorRoutes from "./SecondFactorRoutes.ts"

/** Make the routes. */
export const routes = [SecondFactorRoutes.make] as const
