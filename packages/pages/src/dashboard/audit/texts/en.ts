/** The texts of the audit log and of the chart of sign-ins, in English. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { type AuditAction, auditActions } from "@latchkey/domain/rooms"
import { format } from "../../../language/en.ts"

export const texts = {
  intro: "What administrators changed and which users they viewed, and what users changed about how they sign in.",
  columns: {
    what: "What",
    who: "Who",
    about: "About",
    details: "Details",
    at: "When"
  },
  filters: {
    action: "What",
    actor: "Who",
    user: "User ID",
    instance: "Instance",
    from: "From",
    until: "To"
  },
  allActions: "Everything",
  allActors: "Everyone",
  actors: {
    dashboard: "Dashboard",
    admin_api: "Admin API",
    command_line: "Command line",
    program: "App with Latchkey inside",
    user: "Users themselves"
  },
  from: (ipAddress: string) => `from ${ipAddress}`,
  was: "was",
  arrow: "→",
  rows: (count: number) => `${format.plural(count, { one: "# entry", other: "# entries" })}`,
  kept: "Kept for 400 days.",
  deletedUser: "Deleted user",
  empty: {
    title: "No entries yet",
    text: "Every change that an administrator makes is written here."
  },
  noMatches: {
    title: "No matching entries",
    text: "Choose a longer period, or fewer filters."
  },
  chart: {
    since: (time: Fragment, counts: Fragment) => html`Since ${time}: ${counts}.`,
    asTable: "View as table",
    tableOf: {
      hour: "Sign-ins by hour",
      day: "Sign-ins by day"
    },
    first: {
      hour: "Hour (UTC)",
      day: "Day (UTC)",
      localHour: "Hour"
    },
    outcomes: {
      "signed in": "signed in",
      rejected: "rejected",
      "rate limited": "rate limited",
      failed: "failed"
    },
    meanings: {
      "signed in": "in any way, or with a new account",
      rejected:
        "wrong password, invalid link or code, email address already in use, weak password, or method turned off",
      "rate limited": "too many attempts",
      failed: "outage, overload or client disconnect"
    },
    count: (count: number, outcome: string) => `${format.plural(count, { other: "#" })} ${outcome}`
  },
  // The domain has the original.
  actions: auditActions as Readonly<Record<AuditAction, string>>,
  events: {
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
    device_approved: "Sign-in on another device approved",
    personal_token_created: "Personal access token created",
    personal_token_revoked: "Personal access token revoked",
    refresh_token_replayed: "Former refresh token presented, and its session ended",
    session_revoked: "Signed out on one device",
    sessions_revoked: "Signed out on all devices",
    identity_added: "Account at a sign-in provider linked",
    identity_removed: "Account at a sign-in provider unlinked",
    user_deletion_scheduled: "Deletion requested",
    user_deletion_cancelled: "Deletion cancelled",
    factor_recovery_requested: "Recovery of lost factors requested",
    factor_recovery_completed: "Lost factors removed",
    factor_recovery_cancelled: "Recovery of lost factors cancelled"
  },
  allInstances: "All instances"
}
