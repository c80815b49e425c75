/** The texts of the page about invitations. */
export const invitationsTexts = {
  title: "Invitations",
  invite: "Invite someone",
  inviteIntro: "They get an email with a link that creates their account. It works once.",
  email: "Email address",
  hint: "Inviting an address again sends another email, and gives it another seven days.",
  send: "Send invitation",
  open: "Open invitations",
  columns: { email: "Email address", invited: "Invited", by: "How", expires: "Expires", action: "Action" },
  withdraw: "Withdraw",
  withdrawOf: (email: string) => `the invitation of ${email}`,
  rows: ["invitation", "invitations"] as const,
  empty: {
    title: "No open invitations",
    text: "An invitation is open for seven days, until it is accepted or withdrawn."
  },
  taken: "This address has an account already.",
  withoutEmail:
    "No email provider is configured, so you can't invite anyone. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service.",
  closedError: "Sign-up is closed. To invite people, change it in the settings."
}

/**
 * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
 */
export const notices: ReadonlyMap<string, string> = new Map([
  ["invited", "The invitation is on its way."],
  ["withdrawn", "The invitation is withdrawn."]
])
