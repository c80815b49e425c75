import type { Actor } from "@latchkey/domain/audit/AuditLog"

/** How pages say which interface something was done through. */
export const actors: Readonly<Record<Actor, string>> = {
  admin_api: "through the admin API",
  dashboard: "on the dashboard",
  command_line: "on the command line",
  program: "by the app that embeds Latchkey",
  user: "by the user"
}
