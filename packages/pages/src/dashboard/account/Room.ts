/** What the part of the dashboard about users consists of. */
import * as UserActions from "./UserActions.ts"
import * as UserForms from "./UserForms.ts"
import * as UserIdentities from "./UserIdentities.ts"
import * as UserPage from "./UserPage.ts"
import * as UserTokens from "./UserTokens.ts"
import * as UsersPage from "./UsersPage.ts"

/** Make the routes. */
export const routes = [
  UsersPage.make,
  UserForms.make,
  UserPage.make,
  UserActions.make,
  UserIdentities.make,
  UserTokens.make
] as const
