/** What the pages of identity providers consist of. */
import * as IdentityProviderRoutes from "./IdentityProviderRoutes.ts"
import * as IdentityProviderWayIn from "./IdentityProviderWayIn.ts"

/** Make what the pages show of it as ways in. */
export const wayIn = [IdentityProviderWayIn.make, IdentityProviderWayIn.makeOfSeveralFactors] as const

/** Make the routes. */
export const routes = [IdentityProviderRoutes.make] as const
