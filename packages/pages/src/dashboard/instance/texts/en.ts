/** The texts of the pages about instances, in English. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { format } from "../../../language/en.ts"
import type { Reason } from "../../core/reasons/Reason.ts"

export const texts = {
  overview: {
    period: "Period",
    periods: {
      "24h": "24 hours",
      "7d": "7 days",
      "30d": "30 days"
    },
    compared: {
      "24h": "Compared with the 24 hours before",
      "7d": "Compared with the 7 days before",
      "30d": "Compared with the 30 days before"
    },
    before: (value: string) => `(before: ${value})`,
    users: "Users",
    usersNote: "In this instance",
    newUsers: "New users",
    newUsersNote: "In this period",
    atLeast: (count: string) => `${count}+`,
    signIns: "Sign-ins",
    signInsNote: (share: string) => `${share} of attempts`,
    rejected: "Rejected",
    rejectedNote: "Wrong password, code or link",
    limited: "Limits hit",
    limitedNote: "Too many attempts",
    failed: "Failed",
    failedNote: "Outage or overload",
    emails: "Emails sent",
    emailsNote: (unsent: string) => `${unsent} not sent`,
    bounces: "Bounces",
    bouncesNote: (count: number) => `${format.plural(count, { one: "# complaint", other: "# complaints" })}`,
    chart: "Sign-ins over time",
    byMethod: "Sign-ins by method",
    methods: {
      password: "Password",
      link: "Sign-in link or code",
      passkey: "Passkey",
      provider: "Sign-in provider",
      "second factor": "With a second factor",
      "new account": "New account"
    },
    methodColumns: {
      method: "Method",
      signIns: "Sign-ins",
      share: "Share"
    },
    noSignIns: "No sign-ins in this period. They appear here a few seconds after a user has signed in.",
    change: "Change settings",
    all: "All settings",
    delete: "Delete instance…",
    atLeastCharacters: (count: number) =>
      `${format.plural(count, { one: "at least # character", other: "at least # characters" })}`,
    signUps: {
      open: "open to everyone",
      invitation: "by invitation only",
      closed: "closed"
    },
    verified: (signUp: string) => `${signUp}, after verifying the email address`,
    noOneCanSignUp: (verified: string) => `${verified}, but no email provider is configured, so no one can sign up`,
    linksUnsent: "on, but no email provider is configured, so no links are sent",
    expire: (lifetime: string, idle: string) => `expire after ${lifetime}; without use, after ${idle}`,
    noHosts: "none (uses the default host)",
    hashing: "Hashing speed",
    hashingOwn: (rate: string) => `about ${rate} passwords per second`,
    hashingMixed: (now: string, mix: string, own: string) =>
      `about ${now} passwords per second with the hashes that the accounts have now (${mix}), and about ${own} with Latchkey's own. Each is replaced when its user signs in`,
    lessThan: (share: string) => `less than ${share}`,
    others: "others"
  },
  facts: {
    origin: "Origin",
    hosts: "Hosts",
    plan: "Plan",
    magicLinks: "Magic links",
    signUp: "Sign-up",
    passwords: "Passwords",
    passkeys: "Passkeys",
    sessions: "Sessions",
    waysIn: "Ways to sign in"
  },
  list: {
    intro: "An instance is an application whose users sign in here. Each has its own users, settings and limits.",
    create: "New instance",
    count: (count: number) => `${format.plural(count, { one: "# instance", other: "# instances" })}`,
    empty: {
      title: "No instances yet",
      text: "Create one for each application whose users sign in here."
    },
    more: (hosts: string, count: number) => `${hosts} and ${format.plural(count, { other: "#" })} more`,
    nextPage: "Next page",
    deleted: "Deleted instances",
    deletedIntro:
      "They don't work any more. What is stored of them is deleted in the background. Then their hosts are free.",
    left: (users: string) => `Being deleted: ${users} left`,
    createIntro: "Everything else has a default, and can be changed in its settings.",
    createButton: "Create instance"
  },
  deletion: {
    title: "Delete this instance?",
    id: "Instance ID",
    confirm: (id: Fragment) => html`Type ${id} to confirm.`,
    mustBe: (id: string) => `must be ${id}`,
    noUsers: "It has no users.",
    users: (count: number) =>
      `${format.plural(count, { one: "# user is signed out and can't sign in any more", other: "# users are signed out and can't sign in any more" })}.`,
    links: "Links that were sent stop working, and emails that are queued aren't sent.",
    noHosts: "It has no hosts.",
    hosts: (hosts: string) =>
      `Requests to ${hosts} get “not found” until everything is deleted. After that, they belong to the default instance.`,
    otherHosts: (hosts: string) => `${hosts} and its other hosts`,
    everything: "Its users, sessions, settings and everything else are deleted. The audit log keeps its entries.",
    irreversible: "This can't be undone.",
    button: "Delete instance",
    rejected: "Not deleted. There is a problem with what you entered.",
    section: "Delete this instance",
    sectionText: "Its users can't sign in any more, and everything that is stored of it is deleted."
  },
  form: {
    conflict: (value: string) => `was changed by someone else to ${value}. Save again to overwrite`,
    nothing: "nothing",
    quoted: (text: string) => `“${text}”`,
    inGroup: (legend: string, error: string) => `${legend}: ${error}`
  },
  settings: {
    noEmail:
      "No email provider is configured, so magic links are unavailable whatever you choose here. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service.",
    noKey: (setting: Fragment) =>
      html`There is no server key, so emails contain no code beside the magic link. To turn it on, set ${setting} and restart the service.`,
    locked:
      "The free plan includes the default policy only: at least 8 characters. For a custom policy, change the plan to pro.",
    changePlan: "Change the plan"
  },
  trial: {
    title: "Test a password",
    password: "Password",
    hint: "Checked against the saved policy. It isn't stored.",
    button: "Test password",
    meets: "This password meets the policy.",
    fails: "This password doesn't meet the policy.",
    tooShort: (count: number) =>
      `${format.plural(count, { one: "It has fewer than # character", other: "It has fewer than # characters" })}.`,
    common: "It is too common: attackers try it first.",
    uppercase: "It has no uppercase letter.",
    lowercase: "It has no lowercase letter.",
    number: "It has no number.",
    special: "It has no symbol.",
    empty: "It is empty.",
    tooLong: "It is too long.",
    malformed: "It contains characters that are not allowed."
  },
  sections: {
    general: {
      title: "General",
      about: "The name, hosts and language of the instance, and where users go after signing in."
    },
    appearance: {
      title: "Pages and brand",
      about: "How the pages and emails of the instance look to users, and what the pages link to."
    },
    "auth-methods": {
      title: "Ways to sign in",
      about: "How users sign in. At least one method stays on."
    },
    "sign-up": {
      title: "Sign-up",
      about: "Who can create an account. Users with an account can always sign in."
    },
    "user-details": {
      title: "User details",
      about: "What the pages ask users for after they have signed up: their name, and what you keep in userMetadata."
    },
    "password-policy": {
      title: "Password policy",
      about: "What new passwords must include. Existing passwords keep working."
    },
    lifetimes: {
      title: "Sessions",
      about:
        "When sessions expire. The absolute lifetime applies to new sessions, the idle timeout to all sessions immediately."
    },
    limits: {
      title: "Rate limits",
      about: "How many attempts are allowed within a sliding window. Further attempts are rejected."
    },
    emails: {
      title: "Account emails",
      about: "What users receive in addition to sign-in links."
    },
    tokens: {
      title: "Tokens",
      about: "Personal access tokens for programs of users, and access tokens for APIs on other hosts."
    },
    accounts: {
      title: "Account deletion",
      about: "What users can do with their own accounts."
    },
    plan: {
      title: "Plan",
      about: "Whether the instance can have its own password policy."
    }
  },
  userFields: {
    legend: (number: string) => `Detail ${number}`,
    label: "Label",
    name: "Name in the data",
    type: "Type",
    types: {
      string: "Text",
      choice: "Choice",
      integer: "Whole number",
      number: "Number",
      boolean: "Box to tick"
    },
    required: "Required",
    more: "More",
    values: "Values to choose from, one per line",
    least: "At least",
    most: "At most",
    labels: "Label in other languages, such as de: Firma",
    wrong: (reason: Reason) => `The details ${reason}.`,
    wrongRow: (number: string, part: string, reason: Reason) =>
      part === "" ? `Detail ${number} ${reason}.` : `Detail ${number}: ${part} ${reason}.`
  },
  fields: {
    name: {
      label: "Name",
      hint: "Shown on pages and in emails."
    },
    hosts: {
      label: "Hosts",
      hint: "One host name per line, without scheme or port, such as auth.example.com. Requests to these hosts belong to this instance."
    },
    origins: {
      label: "Allowed origins",
      hint: "One origin per line, such as https://app.example.com. Pages there can call the API with a user's cookies."
    },
    redirectUrl: {
      label: "Redirect URL",
      hint: "Where users go after signing in on a page or with a link. If empty, to the root of the instance's own origin."
    },
    defaultLanguage: {
      label: "Default language",
      hint: "A language tag: en, de, fr, es, pt-BR, ja or ar. For users who have chosen no language, and whose browser prefers none of these."
    },
    password: {
      label: "Passwords",
      hint: "Users can sign up and sign in with an email address and a password."
    },
    magicLink: {
      label: "Magic links",
      hint: "Users can sign in with a one-time link that they receive by email."
    },
    passkey: {
      label: "Passkeys",
      hint: "Users can add passkeys to their account, and sign in with them."
    },
    passkeyRpId: {
      label: "Domain of passkeys (RP ID)",
      hint: "The host of the instance, or a domain that contains it, such as example.com for auth.example.com. Then pages on other hosts of the domain can ask for the same passkeys. If it is empty, it is the host of the instance. It can't change while users have passkeys."
    },
    secondFactor: {
      label: "Second factor",
      hint: "Optional and required work only if the service has a secret key.",
      options: {
        off: "Off: a password or a link is enough",
        optional: "Optional: users can add an authenticator app",
        required: "Required: from their next sign-in on, users need an authenticator app or a passkey"
      }
    },
    factorRecovery: {
      label: "Lost passkeys and authenticator apps",
      hint: "Has no effect while the second factor is required, and without an email provider. Someone who can sign in with the first factor and reads the emails of a user for the whole waiting time can then remove the others.",
      options: {
        off: "Off: only you can reset them",
        email: "Email: users can remove them with a link, after a waiting time"
      }
    },
    factorRecoveryHours: {
      label: "Waiting time in hours",
      hint: "From the request until the link works: 24 to 720 hours. Requests that are open keep theirs."
    },
    magicLinkCodes: {
      label: "Code beside the magic link",
      hint: "The email also has a six-digit code, which users type on the device where they asked for the link. Attackers can ask people for a code, which is harder with a link."
    },
    requireVerifiedEmail: {
      label: "Email verification",
      hint: "Apps get a session only after the user has verified their email address with a link."
    },
    allowedDomains: {
      label: "Allowed domains",
      hint: "One per line, such as example.com. Only addresses of these domains can sign up; without any, all can. Users you invite, and those with an account, are not affected."
    },
    refusedDomains: {
      label: "Refused domains",
      hint: "One per line. Addresses of these domains cannot sign up."
    },
    userFields: {
      label: "Details",
      hint: "Required ones are asked for at each sign-in until they are given, the others once. To remove one, empty its label and its name. The name in the data “name” is the name of the user."
    },
    sessionInclude: {
      label: "Data of users in sessions",
      hint: "One per line: name, metadata or userMetadata. Apps get them with each session, and each check of a session then reads the user, too."
    },
    signUpMode: {
      label: "New accounts",
      options: {
        open: "Open: anyone can create an account",
        invitation: "Invitation: only people you invite",
        closed: "Closed: only administrators create accounts"
      }
    },
    signUpVerification: {
      label: "Email verification of new accounts with a password",
      hint: "With before, a sign-up never shows whether an email address has an account. It needs an email provider.",
      options: {
        after: "After: the account exists and is signed in immediately",
        before: "Before: a link in an email creates the account"
      }
    },
    plan: {
      label: "Plan",
      hint: "Both are part of Latchkey, and neither costs anything. If you run instances for customers, free keeps their password policy at the default.",
      options: {
        free: "Free: default password policy",
        pro: "Pro: custom password policy"
      }
    },
    minLength: {
      label: "Minimum length"
    },
    requireUppercase: {
      label: "Require an uppercase letter"
    },
    requireLowercase: {
      label: "Require a lowercase letter"
    },
    requireNumber: {
      label: "Require a number"
    },
    requireSpecial: {
      label: "Require a symbol"
    },
    logoUrl: {
      label: "Logo URL",
      hint: "The https URL of an image, 40 pixels high. PNG: Gmail shows no SVG. If empty, pages and emails show the name."
    },
    accentColor: {
      label: "Button color",
      hint: "Such as #1f5eff. If empty, buttons have Latchkey's own color."
    },
    corners: {
      label: "Corners",
      options: {
        square: "Square",
        rounded: "Rounded",
        pill: "Pill"
      }
    },
    font: {
      label: "Font",
      hint: "A font that readers already have. Nothing is loaded.",
      options: {
        system: "Font of the system",
        humanist: "Humanist",
        geometric: "Geometric",
        rounded: "Rounded",
        serif: "Serif"
      }
    },
    termsUrl: {
      label: "Terms URL",
      hint: "An https URL. If empty, pages have no link to terms."
    },
    privacyUrl: {
      label: "Privacy URL",
      hint: "An https URL. If empty, pages have no link to a privacy policy."
    },
    supportUrl: {
      label: "Support URL",
      hint: "An https URL, or mailto:help@example.com. If empty, pages have no link."
    },
    absoluteLifetime: {
      label: "Absolute lifetime in seconds",
      hint: "30 days are 2592000 seconds."
    },
    idleLifetime: {
      label: "Idle timeout in seconds",
      hint: "7 days are 604800 seconds."
    },
    accountNotices: {
      label: "Account notices",
      hint: "Users learn by email when their password, passkeys or second factor change, and when you sign them out of every device."
    },
    deviceSignIn: {
      label: "Sign-in on other devices",
      hint: "Users can sign in to command lines and televisions: they type a code on the page /device."
    },
    personalTokens: {
      label: "Personal access tokens",
      hint: "Users can create tokens for their programs. While this is off, those that exist don't work."
    },
    tokenScopes: {
      label: "Scopes of personal access tokens",
      hint: "One per line, such as reports:read. Users choose some for each token, and your app decides what they allow. A scope that you remove no longer counts."
    },
    tokenAudiences: {
      label: "Audiences of access tokens",
      hint: "One per line: the APIs that accept access tokens, such as https://api.example.com. Without any there are no access tokens. They need a server key."
    },
    tokenClaims: {
      label: "Claims of access tokens",
      hint: "One per line: the keys of the app data of a user (metadata) whose values each access token contains."
    },
    tokenAppLinks: {
      label: "App links",
      hint: "One per line: where emails and sign-in providers lead back to your app, such as com.example.app:/sign-in, or an https URL that your app has claimed."
    },
    deletionGraceDays: {
      label: "Days until an account is deleted",
      hint: "After users have asked to delete their account, they can still keep it for this long: 0 to 30 days. With 0 it is deleted immediately."
    },
    limit: {
      label: "Limit"
    },
    windowSeconds: {
      label: "Window in seconds"
    }
  },
  limits: {
    signUpPerIp: "Sign-ups per IP address",
    signInPerIp: "Sign-ins per IP address",
    signInPerEmail: "Sign-ins per account, from unrecognized devices",
    signInPerKnownClient: "Sign-ins per account, from one recognized device",
    magicLinkPerIp: "Link requests per IP address",
    magicLinkPerEmail: "Link requests per email address",
    magicLinkPerEmailPerDay: "Link requests per email address, over a longer time",
    magicLinkVerifyPerIp: "Opened links per IP address",
    magicLinkToUnknownPerInstance: "Links to email addresses that were never verified, in total",
    magicLinkCodePerInstance: "Wrong codes, in total",
    signUpPerInstance: "Sign-ups with a password, in total"
  }
}
