/** The texts that the pages of the dashboard share, in English. */
import { format } from "../../../language/en.ts"
import type { Reason } from "../reasons/Reason.ts"

export const texts = {
  brand: "Latchkey dashboard",
  skip: "Skip to main content",
  menu: "Menu",
  navigation: "Dashboard",
  chooseInstance: "Choose an instance",
  switchInstance: "Switch instance",
  allInstances: "All instances",
  tabs: {
    Overview: "Overview",
    Users: "Users",
    Invitations: "Invitations",
    Emails: "Emails",
    "Sign-in providers": "Sign-in providers",
    Webhooks: "Webhooks",
    Settings: "Settings"
  },
  service: "Service",
  sections: {
    Instances: "Instances",
    Administrators: "Administrators",
    "API keys": "API keys",
    Access: "Access",
    "Audit log": "Audit log",
    "Your account": "Your account",
    Language: "Language"
  },
  adminKey: "Admin key",
  roles: {
    viewer: "viewer",
    support: "support",
    admin: "admin"
  },
  roleChoices: {
    viewer: "Viewer: looks at everything",
    support: "Support: also helps users",
    admin: "Admin: may do everything"
  },
  role: "Role",
  name: "Name",
  nameHint: "The audit log shows it.",
  email: "Email address",
  save: "Save",
  saved: "Saved.",
  cancel: "Cancel",
  delete: "Delete",
  deleteDots: "Delete…",
  remove: "Remove",
  enable: "Enable",
  enableDots: "Enable…",
  disable: "Disable",
  disableDots: "Disable…",
  details: "Details",
  yes: "yes",
  none: "none",
  never: "never",
  off: "off",
  on: "on",
  back: (name: string) => `Back to ${name}`,
  copy: "Copy",
  copied: "Copied",
  sentence: (text: string) => `${text}.`,
  table: {
    apply: "Filter",
    search: "Search",
    clear: "Clear",
    csv: "Export CSV",
    csvHint: (rows: string) => `Up to ${rows} rows.`,
    previous: "Previous",
    next: "Next",
    pagesOf: (caption: string) => `Pages: ${caption}`,
    onPage: (count: number) => `${format.plural(count, { other: "#" })} on this page`,
    moreThan: (rows: string) => `More than ${rows}`,
    filters: "Filters"
  },
  device: (device: string) => `on ${device}`,
  actors: {
    admin_api: "through the admin API",
    dashboard: "on the dashboard",
    command_line: "on the command line",
    program: "by the app that embeds Latchkey",
    user: "by the user"
  },
  problem: "There is a problem",
  notFound: "Page not found",
  logSaysMore: "The service's log says more.",
  toDashboard: "Go to the dashboard",
  notSaved: (problem: string) => `Not saved. ${problem}`,
  fieldError: (label: string, reason: Reason) => `${label} ${reason}.`,
  lineError: (line: string, reason: Reason) => `Line ${line} ${reason}.`,
  problems: {
    permission_denied: "Your role doesn't allow this. Ask an administrator.",
    operator_already_exists: "An administrator with this email exists already.",
    last_admin_required: "There must be another administrator with the role admin who has signed in before.",
    external_id_already_exists: "Another user has this external ID.",
    plan_does_not_allow: "The free plan includes the default password policy only.",
    default_instance_required: "The default instance can't be deleted.",
    passkey_rp_id_in_use: "Users have passkeys for the current domain, and could no longer sign in with them.",
    method_not_allowed: "We couldn't process the request. Reload the page and try again.",
    email_report_rejected: "We couldn't process the request."
  },
  language: {
    intro: "For this browser. Until you choose one, the dashboard speaks the language that your browser prefers."
  },
  timesIn: (zone: string) => `Times in ${zone}`
}
