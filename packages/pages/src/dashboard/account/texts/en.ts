/** The texts of the pages about users, in English. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { format } from "../../../language/en.ts"

export const texts = {
  list: {
    create: "New user",
    search: "Email address or ID",
    status: "Status",
    all: "All users",
    statuses: {
      unverified: "Not verified",
      disabled: "Disabled",
      deleting: "To be deleted",
      active: "Active"
    },
    columns: {
      email: "Email address",
      status: "Status",
      methods: "Signs in with",
      created: "Created",
      lastSignIn: "Last sign-in"
    },
    methods: {
      password: "Password",
      passkeys: (count: number) => `${format.plural(count, { one: "Passkey", other: "# passkeys" })}`,
      app: "Authenticator app",
      link: "Link only"
    },
    rows: (count: number) => `${format.plural(count, { one: "# user", other: "# users" })}`,
    empty: {
      title: "No users yet",
      text: "Users appear here as soon as they sign up. You can also add one yourself, or import those of another system."
    },
    noMatches: {
      title: "No matching users",
      text: "Search for any part of an email address, a whole user ID or a whole external ID."
    }
  },
  user: {
    edit: "Edit",
    id: "User ID",
    externalId: "External ID",
    data: "Data",
    metadata: "App data",
    userMetadata: "User data",
    signedUp: "Signed up",
    verified: "Email verified",
    no: "no",
    disabledSince: "Disabled",
    deletion: "Will be deleted",
    byRequest: (time: Fragment) => html`${time}, because the user has asked for it`,
    failures: "Failed sign-ins",
    inARow: (count: number) => `${format.plural(count, { other: "#" })} in a row`,
    refused: (count: string) => `${count}: the password doesn't work on new devices`,
    waysIn: "Ways to sign in",
    password: "Password",
    passkeys: "Passkeys",
    secondFactor: "Second factor",
    since: (time: Fragment) => html`since ${time}`,
    recovery: "Recovery by email",
    recoveryText: (requested: Fragment, device: string, available: Fragment, expires: Fragment) =>
      html`requested ${requested} on ${device}: a link removes the second factor and the passkeys from ${available} until ${expires}. Signing the user out on all devices cancels it.`,
    set: "set",
    sessions: "Sessions",
    sessionColumns: {
      device: "Device",
      method: "Signed in with",
      signedIn: "Signed in",
      lastSeen: "Last active",
      expires: "Expires",
      action: "Action"
    },
    methods: {
      password: "Password",
      magic_link: "Magic link",
      passkey: "Passkey",
      totp: "Authenticator app",
      recovery_code: "Recovery code",
      identity_provider: "Sign-in provider",
      identity_provider_mfa: "Sign-in provider with several factors"
    },
    with: (method: string) => `with: ${method}`,
    signOut: "Sign out",
    countSessions: (count: number) =>
      `${format.plural(count, { one: "# active session", other: "# active sessions" })}`,
    noSessions: {
      title: "No active sessions",
      text: "The user is signed in on no device."
    },
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
    },
    back: "Back to the user"
  },
  timeline: {
    signedUp: "Signed up",
    verified: "Email address verified",
    signedIn: (device: string) => `Signed in on ${device}`,
    email: (state: string, topic: string) => `Email ${state}: ${topic}`,
    emailStates: {
      queued: "queued",
      sent: "sent",
      failed: "failed",
      discarded: "not sent",
      bounce: "bounced",
      complaint: "marked as spam"
    }
  },
  notices: {
    create: "The user is created.",
    existed: "A user with this external ID existed already. Nothing was changed.",
    save: "Saved.",
    "send-link": "The user gets a sign-in link by email.",
    disable: "The user is disabled and signed out on all devices.",
    enable: "The user can sign in again.",
    "remove-passkeys": "All passkeys are removed, and the user is signed out on all devices.",
    unlink: "The account at the provider is removed, and the user is signed out on all devices.",
    "reset-factor": "The second factor is removed, and the user is signed out on all devices.",
    "reset-failures": "Failed sign-ins are counted from zero again.",
    "sign-out": "The user is signed out on all devices.",
    revoke: "The user is signed out on that device.",
    "revoke-token": "The token is revoked, and no longer works."
  },
  deleted: "The user is deleted.",
  worksAgain: "The password works on new devices again.",
  confirmations: {
    delete: {
      title: "Delete this user?",
      text: "The account, its sessions, and what is stored about the address are deleted. This can't be undone.",
      button: "Delete"
    },
    disable: {
      title: "Disable this user?",
      text: "The user is signed out on all devices and can't sign in until you enable them again. Nothing is deleted.",
      button: "Disable"
    },
    enable: {
      title: "Enable this user?",
      text: "The user can sign in again, with the same password as before.",
      button: "Enable"
    },
    "make-link": {
      title: "Make a sign-in link?",
      text: "You see the link once. Anyone who has it can sign in as this user, once, within 15 minutes. It doesn't verify the email address.",
      button: "Make a link"
    },
    "remove-passkeys": {
      title: "Remove all passkeys?",
      text: "All passkeys of the user are removed, the user is signed out on all devices, and gets an email. From then on the password or a link is enough to sign in, together with an authenticator app if there is one: first make sure that the request really comes from the user.",
      button: "Remove all passkeys"
    },
    "reset-factor": {
      title: "Reset the second factor?",
      text: "The authenticator app and the recovery codes are removed, the user is signed out on all devices, and gets an email. From then on the password or a link is enough to sign in: first make sure that the request really comes from the user.",
      button: "Reset the second factor"
    },
    "reset-failures": {
      title: "Reset the failed sign-ins?",
      text: "Failed sign-ins are counted from zero again. Ask the user first whether they tried to sign in themselves.",
      button: "Reset"
    },
    "send-link": {
      title: "Email a sign-in link?",
      text: "The user gets an email with a link to sign in, as if they had requested it.",
      button: "Send the email"
    },
    "sign-out": {
      title: "Sign this user out on all devices?",
      text: "The user can sign in again immediately.",
      button: "Sign out on all devices"
    }
  },
  link: {
    title: "Sign-in link",
    text: (time: Fragment) =>
      html`Hand this link over to the user. It signs in once, until ${time}, and isn't shown again.`
  },
  form: {
    verified: "The address is verified",
    externalIdHint: "Optional: the ID that another system has for this user.",
    passwordHint: "Optional: without a password, the user signs in with links.",
    someoneElse: "Someone else had the account",
    someoneElseHint:
      "Removes the password, all passkeys, the authenticator app and the accounts at sign-in providers, ends every session, and ends the links that restore a former address.",
    newAddressHint:
      "A new address ends every session, and is not verified unless you say so. Password, passkeys and authenticator app stay.",
    missing: (contents: string) => `The password must include ${contents}.`,
    common: "The password is too common: attackers try it first. Choose another.",
    newTitle: "New user",
    create: "Create user",
    editTitle: (email: string) => `Edit ${email}`
  },
  identities: {
    title: "Accounts at sign-in providers",
    linked: (time: Fragment) => html`linked ${time}, never used`,
    linkedUsed: (time: Fragment, used: Fragment) => html`linked ${time}, last used ${used}`,
    remove: "Remove…",
    at: (label: string, provider: string) => `${label} at ${provider}`,
    confirmTitle: "Remove this account?",
    confirm:
      "The user can no longer sign in with it, is signed out on all devices, and gets an email. The account at the provider stays as it is.",
    refused: "Not removed: the user would have no way to sign in. Give them a password first."
  },
  tokens: {
    title: "Personal access tokens",
    scopes: "Scopes",
    created: "Created",
    lastUsed: "Last used",
    expired: "Expired",
    revoke: "Revoke",
    count: (count: number) => format.plural(count, { one: "# token", other: "# tokens" }),
    empty: {
      title: "No personal access tokens",
      text: "The user has created none."
    }
  }
}
