/** The texts of the pages about users. */

/** The list of users. */
export const usersTexts = {
  title: "Users",
  create: "New user",
  search: "Email address or ID",
  status: "Status",
  all: "All users",
  statuses: { unverified: "Not verified", disabled: "Disabled", deleting: "To be deleted", active: "Active" },
  columns: {
    email: "Email address",
    status: "Status",
    methods: "Signs in with",
    created: "Created",
    lastSignIn: "Last sign-in"
  },
  methods: {
    password: "Password",
    passkeys: (count: number) => (count === 1 ? "Passkey" : `${count} passkeys`),
    app: "Authenticator app",
    link: "Link only"
  },
  never: "–",
  rows: ["user", "users"] as const,
  atLeast: (count: string) => `More than ${count} users`,
  empty: {
    title: "No users yet",
    text: "Users appear here as soon as they sign up. You can also add one yourself, or import those of another system."
  },
  noMatches: {
    title: "No matching users",
    text: "Search for any part of an email address, a whole user ID or a whole external ID."
  },
  deleted: "The user is deleted."
}

/** The page of a user. */
export const userTexts = {
  back: "Users",
  edit: "Edit",
  facts: "Details",
  id: "User ID",
  externalId: "External ID",
  signedUp: "Signed up",
  verified: "Email verified",
  no: "no",
  disabledSince: "Disabled",
  deletion: "Will be deleted",
  byRequest: "because the user has asked for it",
  failures: "Failed sign-ins",
  inARow: (count: number) => `${count} in a row`,
  refused: (count: string) => `${count}: the password doesn't work on new devices`,
  waysIn: "Ways to sign in",
  password: "Password",
  passkeys: "Passkeys",
  secondFactor: "Second factor",
  recovery: "Recovery by email",
  set: "set",
  none: "none",
  sessions: "Sessions",
  sessionColumns: {
    device: "Device",
    method: "Signed in with",
    signedIn: "Signed in",
    lastSeen: "Last active",
    expires: "Expires",
    action: "Action"
  },
  signOut: "Sign out",
  countSessions: (count: number) => (count === 1 ? "1 active session" : `${count} active sessions`),
  noSessions: { title: "No active sessions", text: "The user is signed in on no device." },
  timeline: "Timeline",
  allEntries: "All entries of the audit log",
  emailsTo: "All emails to this address",
  do: "Actions",
  help: "Help the user",
  access: "End access",
  danger: "Danger zone",
  actions: {
    "send-link": "Email a sign-in link…",
    "make-link": "Make a sign-in link…",
    "reset-failures": "Reset failed sign-ins…",
    enable: "Enable…",
    "sign-out": "Sign out on all devices…",
    "reset-factor": "Reset second factor…",
    "remove-passkeys": "Remove passkeys…",
    disable: "Disable…",
    delete: "Delete…"
  }
}

/** What happened to a user, beside what the audit log has. */
export const timelineTexts = {
  signedUp: "Signed up",
  verified: "Email address verified",
  signedIn: (device: string) => `Signed in on ${device}`,
  email: (topic: string, state: string) => `Email ${state}: ${topic}`,
  emailStates: {
    queued: "queued",
    sent: "sent",
    failed: "failed",
    discarded: "not sent",
    bounce: "bounced",
    complaint: "marked as spam"
  },
  none: "Nothing has happened yet."
}

/**
 * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
 */
export const notices: ReadonlyMap<string, string> = new Map([
  ["create", "The user is created."],
  ["existed", "A user with this external ID existed already. Nothing was changed."],
  ["save", "Saved."],
  ["send-link", "The user gets a sign-in link by email."],
  ["disable", "The user is disabled and signed out on all devices."],
  ["enable", "The user can sign in again."],
  ["remove-passkeys", "All passkeys are removed, and the user is signed out on all devices."],
  ["unlink", "The account at the provider is removed, and the user is signed out on all devices."],
  ["reset-factor", "The second factor is removed, and the user is signed out on all devices."],
  ["reset-failures", "Failed sign-ins are counted from zero again."],
  ["sign-out", "The user is signed out on all devices."],
  ["revoke", "The user is signed out on that device."]
])
