/** The texts that several pages share, in English. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as en from "../../language/en.ts"

export const texts = {
  /** What several pages say. */
  core: {
    // What separates two sentences.
    space: " ",
    errorTitle: (title: string) => `Error: ${title}`,
    problemHeading: "There is a problem",
    continue: "Continue",
    continueWithoutPassword: "Continue without a password",
    signIn: "Sign in",
    signOut: "Sign out",
    goToSignIn: "Go to sign-in",
    backToSignIn: "Back to sign-in",
    signInAnotherWay: "Sign in another way",
    or: "or",
    setNewPassword: "Set a new password",
    signsOutOthers: "This signs you out on all other devices. Not your account? Close this page. Nothing will change.",
    tryAgain: "Try again",
    /** What screen readers say after a button was pressed. */
    working: "Just a moment…",
    account: "Your account",
    backToAccount: "Back to your account",
    emailSignInLink: "Email me a sign-in link",
    emailLink: "Email me a link",
    /** Marks the way in that the device used last. */
    lastUsed: "Last used",
    /** The button beside a text to copy, and what it says afterwards. */
    copy: "Copy",
    copied: "Copied.",
    /** The labels of the fields. */
    email: "Email address",
    password: "Password",
    currentPassword: "Current password",
    newPassword: "New password",
    /** The button in the field of a password, and what screen readers say after it was pressed. */
    showPassword: "Show",
    passwordIsShown: "Your password is visible.",
    passwordIsHidden: "Your password is hidden.",
    /** The links below the page, and what screen readers call them. */
    links: "Help and terms",
    terms: "Terms",
    privacy: "Privacy",
    support: "Support"
  },

  /** What a user can get wrong in a field. */
  fields: {
    emailMissing: "Enter your email address.",
    emailMalformed: "Enter an email address in the correct format, like name@example.com.",
    passwordMissing: "Enter your password.",
    newPasswordMissing: "Enter a new password.",
    currentPasswordMissing: "Enter your current password.",
    currentPasswordWrong: "Your current password is wrong.",
    passwordTooLong: (maxLength: number) => `Your password must be ${maxLength} characters or fewer.`,
    passwordMalformed: "Your password contains a character that isn't allowed."
  },

  /** What a password must contain. `contents`: such as "an uppercase letter and a number". */
  policy: {
    uppercase: "an uppercase letter",
    lowercase: "a lowercase letter",
    number: "a number",
    symbol: "a symbol",
    atLeast: (count: number) => `at least ${count} characters`,
    list: en.format.list,
    describeLength: (count: number) => `At least ${count} characters. A few words with spaces work well.`,
    describe: (count: number, contents: string) => `At least ${count} characters, with ${contents}.`,
    missing: (contents: string) => `Your password must include ${contents}.`,
    common: "Your password is too common: attackers try it first. Choose another."
  },

  /** When something happened. */
  time: {
    justNow: "just now",
    on: (date: string) => `on ${date}`,
    date: en.format.date,
    ago: en.format.ago
  },

  message: {
    signedIn: "You're signed in",
    signedInAs: (email: Fragment) => html`You're signed in on this device as ${email}.`,
    signedOut: "You're signed out",
    otherDevices: "Your other devices stay signed in. You can sign out on them from your account page.",
    signInAgain: "Sign in again",
    blocked: "Request blocked",
    blockedText: "This form was sent from another website, so we didn't process it. To continue, use this page:",
    notFound: "Page not found",
    notFoundText: "Check the web address, or go to your account.",
    cookiesBlocked: "Your browser is blocking cookies",
    cookiesBlockedText: "You need cookies to sign in and to stay signed in. Allow them for this site, then try again.",
    unknownHost: "You can't sign in at this address."
  }
}
