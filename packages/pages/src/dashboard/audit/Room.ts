/** What the part of the dashboard about the audit log consists of. */
import * as AuditPage from "./AuditPage.ts"

/** Make the routes. */
export const routes = [AuditPage.make] as const
