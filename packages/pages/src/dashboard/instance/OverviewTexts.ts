/** The texts of the overview. */
import type { Method } from "../audit/SignInOutcomes.ts"

export const overviewTexts = {
  title: "Overview",
  period: "Period",
  periods: { "24h": "24 hours", "7d": "7 days", "30d": "30 days" },
  figures: "Figures",
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
  bouncesNote: (complaints: string) => `${complaints} complaints`,
  chart: "Sign-ins over time",
  byMethod: "Sign-ins by method",
  methods: {
    password: "Password",
    link: "Sign-in link or code",
    passkey: "Passkey",
    provider: "Sign-in provider",
    "second factor": "With a second factor",
    "new account": "New account"
  } satisfies Record<Method, string>,
  methodColumns: { method: "Method", signIns: "Sign-ins", share: "Share" },
  noSignIns: {
    title: "No sign-ins in this period",
    text: "They appear here a few seconds after a user has signed in."
  },
  settings: "Settings",
  change: "Change settings",
  all: "All settings",
  delete: "Delete instance…"
}
