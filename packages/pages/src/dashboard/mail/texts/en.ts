/** The texts of the pages about emails, in English. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { format } from "../../../language/en.ts"

export const texts = {
  list: {
    unconfigured:
      "No email provider is configured, so no emails can be sent. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service.",
    changeTexts: "Change the texts of emails",
    kept: "Emails are listed here for 7 days after they ended.",
    search: "Email address",
    status: "Status",
    all: "All emails",
    statuses: {
      queued: "Queued",
      sent: "Sent",
      unsent: "Not sent",
      reported: "Bounced or complained"
    },
    columns: {
      to: "To",
      about: "About",
      status: "Status",
      details: "Details",
      requested: "Requested"
    },
    states: {
      queued: "Queued",
      sent: "Sent",
      failed: "Failed",
      discarded: "Discarded"
    },
    reports: {
      bounce: "Bounced",
      complaint: "Complaint"
    },
    attempt: (count: number) => `attempt ${format.plural(count, { other: "#" })}`,
    nextAttempt: (time: Fragment) => html`next attempt ${time}`,
    rows: (count: number) => `${format.plural(count, { one: "# email", other: "# emails" })}`,
    empty: {
      title: "No emails yet",
      text: "Sign-in links, invitations and notices appear here as soon as they are requested."
    },
    noMatches: {
      title: "No matching emails",
      text: "Enter a whole email address, or choose another status."
    }
  },
  reasons: {
    rejected: "the provider rejected it",
    unavailable: "the provider was unavailable",
    timeout: "the provider didn't respond in time",
    rate_limited: "too many emails were sent",
    expired: "it couldn't be sent in time",
    disabled: "emails of this kind were turned off",
    withdrawn: "what it was about was withdrawn",
    no_account: "the address has no account, or a disabled one",
    suppressed: "the address is suppressed",
    reputation: "too many emails bounced, or too many recipients complained",
    email_taken: "another account has the address, or may restore it",
    shutdown: "the service was shutting down",
    unsupported: "this version doesn't know this kind of email"
  },
  suppressed: {
    title: "Suppressed addresses",
    intro:
      "These addresses get no emails: an email to them bounced for good, or their owner marked one as spam. Send emails again only if you know that the address works. If Amazon SES suppresses it too, remove it there first.",
    lifted: "The address gets emails again.",
    lift: "Send emails again",
    liftOf: (email: string) => `to ${email}`,
    columns: {
      reason: "Reason",
      detail: "Provider's reason",
      since: "Since",
      action: "Action"
    },
    rows: (count: number) => `${format.plural(count, { one: "# address", other: "# addresses" })}`,
    empty: {
      title: "No suppressed addresses",
      text: "An address appears here after an email to it bounced for good, or after its owner marked one as spam."
    }
  },
  reputation: {
    notice: (cause: string) =>
      `Links requested for addresses without a verified account are not sent: ${cause}. They are sent again when the share has fallen.`,
    bounce: (emails: string) => `more than 5% of ${emails} bounced`,
    complaint: (emails: string) => `recipients complained about more than 0.1% of ${emails}`,
    instance: "this instance's emails of the last 24 hours",
    service: "the emails of all instances in the last 24 hours"
  },
  records: {
    title: "Sender's domain",
    intro:
      "Receivers look these DNS records up to decide whether an email is genuine. They are the same for all instances, and are checked again after a minute.",
    states: {
      ok: "found",
      problem: "needs attention",
      unknown: "not checked"
    },
    add: (name: Fragment, type: string, value: Fragment) => html`Add ${name} ${type} ${value}`
  },
  texts: {
    title: "Email texts",
    intro:
      "What the emails of this instance say. A text that you write is sent in its own language only; for other languages, the default text or your text in that language is sent.",
    languages: "Languages",
    changes: (count: number) => `${format.plural(count, { one: "# change", other: "# changes" })}`,
    default: "Default text",
    yours: "Your text"
  },
  text: {
    of: (topic: string, language: string) => `${topic}, ${language}`,
    isDefault: "Emails have this default text.",
    change: "Change it, and save your own.",
    savedAt: (time: Fragment) => html`Your text, saved ${time}.`,
    sentTo: (language: string) => `It is sent to users whose emails are in ${language}.`,
    heading: "Text",
    parts: {
      subject: "Subject",
      text: "Plain text",
      html: "HTML"
    },
    hints: {
      subject: "One line. Links are not allowed in it.",
      text: "For programs that show no HTML.",
      html: "What is inside <body>. Scripts, forms, comments, and images other than the logo are not allowed, and links must begin with https:// or mailto:."
    },
    preview: "Preview",
    previewOf: "Preview of the email",
    subjectIs: "Subject:",
    asPlainText: "As plain text:",
    noPreview: "There is no preview, because the text has mistakes:",
    mistake: (line: Fragment, column: Fragment, reason: Fragment) => html`Line ${line}, column ${column}: ${reason}.`,
    labelled: (label: Fragment, value: Fragment) => html`${label}: ${value}`,
    rejected: "Not saved. The text has mistakes, which are listed below their fields.",
    placeholders: "Placeholders",
    placeholdersIntro: "They are replaced by the values of each email.",
    use: (use: string) => `(${use})`,
    uses: {
      link: "required; as a whole href, or as text with spaces around it",
      code: "as text, and not in the subject",
      url: "as a whole href, or as text",
      image: "as the src of an image",
      color: "in a style",
      "text-color": "in a style",
      text: "as text",
      number: "as text",
      time: "as text",
      device: "as text"
    },
    notices: {
      saved: "Saved. Emails that are sent from now on have this text.",
      reset: "Emails have the default text again.",
      sent: "The test email is on its way. It has the saved text."
    },
    test: "Test email",
    testHint: "It gets the saved text with sample values. Its links don't work.",
    sendTest: "Send test email",
    tooMany: "Too many test emails were sent. Try again in a few minutes.",
    noProvider: "No email provider is configured.",
    noTest: "No email provider is configured, so no test email can be sent.",
    resetIntro: "Deletes your text. It can't be restored.",
    useDefault: "Use the default text"
  },
  topics: {
    magic_link: "sign-in link",
    password_reset: "new password",
    sign_up: "sign-up",
    existing_account: "account exists already",
    invitation: "invitation",
    email_change: "new email address",
    email_changed: "email address changed",
    factor_recovery: "recovery of lost factors",
    factor_recovery_ready: "recovery of lost factors, ready",
    test_email: "test email",
    identity_added: "identity added",
    identity_removed: "identity removed",
    failed_sign_ins: "failed sign-ins",
    passkey_added: "passkey added",
    passkey_removed: "passkey removed",
    account_claimed: "password removed",
    password_set: "password set",
    password_changed: "password changed",
    second_factor_added: "second factor added",
    second_factor_removed: "second factor removed",
    recovery_codes_renewed: "recovery codes renewed",
    recovery_codes_removed: "recovery codes removed",
    recovery_code_used: "recovery code used",
    factor_recovery_completed: "lost factors removed",
    email_restored: "former address restored for good",
    deletion_scheduled: "deletion scheduled",
    deletion_cancelled: "deletion cancelled",
    device_approved: "sign-in on another device",
    personal_token_created: "personal access token created",
    refresh_token_replayed: "app signed out because of a former token",
    sessions_revoked: "signed out everywhere",
    second_factor_reset: "second factor reset",
    passkeys_reset: "passkeys removed by an administrator"
  },
  about: {
    magic_link: "A user requested a link to sign in.",
    password_reset: "A user requested a link to set a new password.",
    sign_up: "Someone signed up with an address that has no account.",
    existing_account: "Someone signed up with an address that has an account.",
    invitation: "An administrator invited someone to create an account.",
    email_change: "A user wants to change the email address. Goes to the new address.",
    email_changed: "A user has changed the email address. Goes to the former address.",
    factor_recovery: "A user wants to remove lost passkeys and a lost authenticator app.",
    factor_recovery_ready:
      "The waiting time of a user who wants to remove lost passkeys and a lost authenticator app has ended.",
    identity_added: "An account at an identity provider was linked, and can sign in.",
    identity_removed: "An account at an identity provider was unlinked.",
    failed_sign_ins: "A hundred sign-ins in a row have failed.",
    passkey_added: "A passkey was added to the account.",
    passkey_removed: "A passkey was removed from the account.",
    account_claimed: "A first verification has removed a password that someone else may have set.",
    password_set: "A user has set a password for the first time.",
    password_changed: "A user has changed the password.",
    second_factor_added: "A user has set up a second factor.",
    second_factor_removed: "A user has removed the second factor.",
    recovery_codes_renewed: "A user has new recovery codes.",
    recovery_codes_removed: "A user has taken the account back, and recent recovery codes are removed.",
    recovery_code_used: "A user has signed in with a recovery code.",
    factor_recovery_completed: "A user has removed lost passkeys and a lost authenticator app with a link.",
    email_restored: "A former address was restored for the last time. Goes to the other one.",
    deletion_scheduled: "A user has asked to delete the account.",
    deletion_cancelled: "The account will not be deleted.",
    device_approved: "A user has signed in another device with a code.",
    personal_token_created: "A personal access token was created.",
    refresh_token_replayed: "A former token of an app was presented, and the app was signed out.",
    sessions_revoked: "An administrator has signed a user out on every device.",
    second_factor_reset: "An administrator has removed the second factor of a user.",
    passkeys_reset: "An administrator has removed all passkeys of a user."
  },
  placeholderTexts: {
    link: "The link of the email.",
    code: "The code that signs in, too. Empty if the instance sends no codes.",
    instanceName: "The name of the instance.",
    host: "The host of the instance, such as auth.example.com.",
    signInUrl: "The URL of the sign-in page.",
    supportUrl: "The support URL of the branding; may be empty.",
    logoUrl: "The logo of the branding. Without one, no image.",
    accentColor: "The accent color of the branding.",
    accentTextColor: "White or black, whichever has more contrast on the accent color.",
    lifetimeDays: "How many days the link works.",
    lifetimeMinutes: "How many minutes the link works.",
    expiresAt: "When the link stops working.",
    requestedAt: "When it was requested.",
    changedAt: "When it happened.",
    invitedAt: "When the invitation was sent.",
    availableAt: "When the recovery can be completed.",
    deletionAt: "When the account will be deleted.",
    forgotPasswordUrl: "The page that sends a link to set a new password.",
    device: "The device on which it happened."
  }
}
