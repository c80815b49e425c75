/** The texts of the page about invitations, in English. */
import { format } from "../../../language/en.ts"

export const texts = {
  invite: "Invite someone",
  inviteIntro: "They get an email with a link that creates their account. It works once.",
  hint: "Inviting an address again sends another email, and gives it another seven days.",
  send: "Send invitation",
  open: "Open invitations",
  columns: {
    invited: "Invited",
    by: "How",
    expires: "Expires",
    action: "Action"
  },
  withdraw: "Withdraw",
  withdrawOf: (email: string) => `the invitation of ${email}`,
  rows: (count: number) => `${format.plural(count, { one: "# invitation", other: "# invitations" })}`,
  empty: {
    title: "No open invitations",
    text: "An invitation is open for seven days, until it is accepted or withdrawn."
  },
  taken: "This address has an account already.",
  withoutEmail:
    "No email provider is configured, so you can't invite anyone. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service.",
  closedError: "Sign-up is closed. To invite people, change it in the settings.",
  closed: "Sign-up is closed, so you can't invite anyone, and open invitations don't work.",
  change: "Change the settings of sign-up",
  notices: {
    invited: "The invitation is on its way.",
    withdrawn: "The invitation is withdrawn."
  }
}
