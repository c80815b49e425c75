/** The texts of the pages about administrators, their keys and their access, in English. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { format } from "../../../language/en.ts"

export const texts = {
  signIn: {
    title: "Sign in to the dashboard",
    again: "Sign in again to show that it's you. If you have a passkey or an authenticator app, use it.",
    signedOut: "You're signed out.",
    needsScript: "To sign in with a passkey, use a current browser with JavaScript turned on.",
    key: "Admin key",
    keyHint: (setting: Fragment, command: Fragment) =>
      html`The value of the ${setting} setting. In development, ${command} prints it.`,
    wrongKey: "Wrong admin key.",
    withKey: "Sign in with the admin key",
    otherWays: (invite: Fragment, start: Fragment) =>
      html`No passkey yet? Ask another administrator for a link, or create one with ${invite}. In development, ${start} prints one, too. If you've lost your passkey, ask an administrator to remove it and to invite you again.`,
    resumeTitle: "Signed in again",
    resume: "What you submitted is kept, and not done yet.",
    page: "Page"
  },
  enter: {
    expiredTitle: "Link expired or already used",
    expired: (lifetime: string, named: string, setting: Fragment, invite: Fragment, start: Fragment) =>
      html`A link to the dashboard works once. It expires after a while: ${lifetime}, or ${named} if it is for you by name. A link for anyone needs the same ${setting} here and where it was created. Ask another administrator for a new one, or create one with ${invite}. In development, ${start} prints one, too.`,
    anotherWay: "Sign in another way",
    open: "Open the dashboard",
    text: (lifetime: string, idle: string) =>
      `This link signs you in to the dashboard on this device. It works once. You stay signed in until you close the browser, at most ${lifetime}. Without a request, the session ends sooner: after ${idle}.`
  },
  account: {
    protect:
      "Before you go on, add a passkey or set up an authenticator app: a sign-in provider or a link alone isn't enough for the dashboard.",
    unnamed:
      "You're signed in without a name, with the admin key or a link for anyone. Passkeys belong to administrators with a name. Invite yourself under Administrators, and open the link.",
    elsewhere: (host: Fragment) => html`works only at ${host}, where this dashboard was before`,
    noDomain: "This dashboard is at an IP address, where browsers don't support passkeys."
  },
  access: {
    intro: "Who is signed in to this dashboard, and who can still come in with a link. Newest first.",
    revoked: "The session is signed out.",
    revokedOthers: "All other sessions are signed out.",
    withdrawn: "The invitation is withdrawn.",
    methods: {
      admin_key: "with the admin key",
      invitation: "with an invitation",
      passkey: "with a passkey",
      identity_provider: "with a sign-in provider"
    },
    ofThisSession: "of this session",
    thisSession: "This session",
    signOut: "Sign out",
    signOutOthers: "Sign out all other sessions",
    device: "Device",
    administrator: "Administrator",
    unnamed: (role: string) => `without a name, role ${role}`,
    named: (name: string, role: string) => `${name}, role ${role}`,
    signedIn: "Signed in",
    lastActive: "Last active",
    expires: "Expires",
    sessions: "Sessions",
    sessionsIntro: (idle: string) =>
      `A session ends without a request for ${idle}. One without a name ends when the admin key changes, too; it no longer works then, but stays listed until it expires.`,
    countSessions: (count: number) => `${format.plural(count, { one: "# session", other: "# sessions" })}`,
    noSessions: {
      title: "No sessions",
      text: "No one is signed in."
    },
    withdraw: "Withdraw",
    theInvitation: (id: string) => `the invitation ${id}`,
    for: "For",
    anyone: (role: string) => `anyone, role ${role}`,
    created: "Created",
    invitations: "Open invitations",
    invitationsIntro:
      "An invitation works for the first person who opens it, even if it is for someone else. An administrator who has a passkey or an authenticator app must use that, too. Withdraw any that you didn't create.",
    countInvitations: (count: number) => `${format.plural(count, { one: "# invitation", other: "# invitations" })}`,
    noInvitations: {
      title: "No open invitations",
      text: "Invite someone under Administrators."
    }
  },
  keys: {
    intro: (setting: Fragment, role: string) =>
      html`Programs send a key to the admin API. ${setting} is one more key, with the role ${role}.`,
    nameHint: "What uses the key. The audit log shows it.",
    lastDay: "Last day",
    lastDayHint: "Optional: the last day on which the key works, in UTC. Without one, it works until you revoke it.",
    notADate: "is not a date, such as 2027-02-22",
    past: "is in the past",
    empty: {
      title: "No API keys yet",
      text: "Create one for each program that calls the admin API, so that you can revoke it alone."
    },
    never: "Never",
    expired: "expired",
    revoke: "Revoke",
    revoked: "The key no longer works.",
    created: "Created",
    lastUsed: "Last used",
    expires: "Expires",
    create: "Create a key",
    createIntro:
      "Existing keys stay valid. To replace one, create another, change the program, and revoke the old one when it is no longer used.",
    createButton: "Create key",
    count: (count: number) => `${format.plural(count, { one: "# key", other: "# keys" })}`,
    newTitle: "New API key",
    shown: (name: Fragment) => html`This is the key of ${name}. Copy it now: it isn't shown again.`,
    back: "Back to the API keys"
  },
  operators: {
    intro: "Who can use this dashboard, and what each of them may do.",
    notices: {
      invited: "The invitation is on its way by email.",
      disable: "The administrator is disabled and signed out.",
      enable: "The administrator can sign in again.",
      delete: "The administrator is deleted.",
      "remove-passkeys":
        "The passkeys and the authenticator app are removed, and the administrator is signed out. Invite them again."
    },
    noEmailProvider: "No email provider is configured.",
    emailFailed: "The email could not be sent. The log says why.",
    confirmations: {
      delete: {
        title: "Delete this administrator?",
        text: "They are signed out and can't sign in again. The audit log keeps their name. This can't be undone."
      },
      disable: {
        title: "Disable this administrator?",
        text: "They are signed out, their invitations stop working, and they can't sign in until you enable them again."
      },
      enable: {
        title: "Enable this administrator?",
        text: "They can sign in again, with their passkey or a new invitation."
      },
      "remove-passkeys": {
        title: "Remove the passkeys and the authenticator app of this administrator?",
        text: "They are signed out on all devices, and need a new invitation to sign in again. Do this if they have lost a device."
      }
    },
    empty: {
      title: "No administrator has a name yet"
    },
    emptyText: (command: Fragment) =>
      html`Anyone with the admin key, or with a link from ${command}, may do everything. Invite yourself: the audit log then says who did what.`,
    states: {
      disabled: "Disabled",
      active: "Active",
      invited: "Invited"
    },
    state: "State",
    passkeys: "Passkeys",
    lastSignIn: "Last sign-in",
    neverSignedIn: "never signed in",
    inviteSomeone: "Invite someone",
    inviteEmailed: (lifetime: string) => `They get an email with a link. It signs them in once, within ${lifetime}.`,
    inviteByHand: (lifetime: string) =>
      `No email provider is configured, so you get a link to hand over. It signs them in once, within ${lifetime}.`,
    invite: "Invite",
    inviteAgain: "Invite again",
    removePasskeys: "Remove passkeys and app…",
    count: (count: number) => `${format.plural(count, { one: "# administrator", other: "# administrators" })}`,
    linkTitle: "Invitation link",
    handOver: (name: Fragment, time: Fragment) =>
      html`Hand this link over to ${name}. It signs them in once, until ${time}, and isn't shown again.`,
    id: "Operator ID",
    added: "Added",
    firstSignedIn: "First signed in",
    lastSignedIn: "Last signed in",
    canSignIn: "Can sign in",
    disabledSince: (time: Fragment) => html`no, disabled ${time}`,
    nameAndRole: "Name and role"
  }
}
