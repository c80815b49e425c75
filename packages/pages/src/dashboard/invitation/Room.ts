/** What the part of the dashboard about invitations consists of. */
import * as InvitationsPage from "./InvitationsPage.ts"

/** Make the routes. */
export const routes = [InvitationsPage.make] as const
