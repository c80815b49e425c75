/** What the pages of passwords consist of. */
import * as PasswordWayIn from "./PasswordWayIn.ts"
import * as SignInRoutes from "./SignInRoutes.ts"

/** Makes what the pages show of it as a way in. */
export const wayIn = PasswordWayIn.make

/** Make the routes. */
export const routes = [SignInRoutes.make] as const
