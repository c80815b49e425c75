/** The texts of the audit log. */
import type { Actor } from "@latchkey/domain/audit/AuditLog"

export const auditTexts = {
  title: "Audit log",
  intro: "What administrators changed and which users they viewed, and what users changed about how they sign in.",
  columns: { what: "What", who: "Who", about: "About", details: "Details", at: "When" },
  filters: { action: "What", actor: "Who", instance: "Instance", user: "User ID", from: "From", until: "To" },
  allActions: "Everything",
  allActors: "Everyone",
  allInstances: "All instances",
  /** Through what something was done, as a choice of the filter. */
  actors: {
    dashboard: "Dashboard",
    admin_api: "Admin API",
    command_line: "Command line",
    program: "App with Latchkey inside",
    user: "Users themselves"
  } satisfies Record<Actor, string>,
  operators: "Administrators",
  from: (ipAddress: string) => `from ${ipAddress}`,
  was: "was",
  rows: ["entry", "entries"] as const,
  kept: "Kept for 400 days.",
  deletedUser: "Deleted user",
  empty: { title: "No entries yet", text: "Every change that an administrator makes is written here." },
  noMatches: { title: "No matching entries", text: "Choose a longer period, or fewer filters." }
}

/** What happened to a user, as the timeline of the user says it. Other actions have the words of the audit log. */
export const timelineTexts: Readonly<Record<string, string>> = {
  user_viewed: "Viewed",
  user_created: "Account created",
  user_updated: "Account changed",
  user_disabled: "Account disabled",
  user_enabled: "Account enabled again",
  failed_sign_ins_reset: "Failed sign-ins reset",
  second_factor_added: "Authenticator app added",
  second_factor_removed: "Authenticator app removed",
  second_factor_reset: "Second factor reset",
  recovery_codes_renewed: "Recovery codes renewed",
  recovery_codes_removed: "Recovery codes removed",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  passkeys_reset: "All passkeys removed",
  session_revoked: "Signed out on one device",
  sessions_revoked: "Signed out on all devices",
  identity_added: "Account at a sign-in provider linked",
  identity_removed: "Account at a sign-in provider unlinked",
  user_deletion_scheduled: "Deletion requested",
  user_deletion_cancelled: "Deletion cancelled",
  factor_recovery_requested: "Recovery of lost factors requested",
  factor_recovery_completed: "Lost factors removed",
  factor_recovery_cancelled: "Recovery of lost factors cancelled"
}
