/** What the part of the dashboard about emails consists of. */
import * as EmailDeliveriesPage from "./EmailDeliveriesPage.ts"
import * as EmailTextPage from "./EmailTextPage.ts"
import * as EmailTextsPage from "./EmailTextsPage.ts"
import * as SuppressedEmailsPage from "./SuppressedEmailsPage.ts"

/** Make the routes. */
export const routes = [
  EmailDeliveriesPage.make,
  SuppressedEmailsPage.make,
  EmailTextsPage.make,
  EmailTextPage.make
] as const
