/** What the pages of second factors consist of. */
import * as CodeWayIn from "./CodeWayIn.ts"
import * as SecondFactorRoutes from "./SecondFactorRoutes.ts"

/** Makes what the pages show of it as a way in. */
export const wayIn = CodeWayIn.make

/** Make the routes. */
export const routes = [SecondFactorRoutes.make] as const
