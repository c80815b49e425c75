/**
 * The pages for users, in English. Every other language has the same texts.
 */
import { messages } from "@latchkey/client/messages/en"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Format from "../Format.ts"

// Lists as in "a, b and c", and dates as in "22 October 2026".
const format = Format.make("en-GB")

const minutes = (count: number) => format.plural(count, { one: "# minute", other: "# minutes" })
const days = (count: number) => format.plural(count, { one: "# day", other: "# days" })
/** In days if they are whole, otherwise in hours. */
const waiting = (count: number) =>
  count % 24 === 0 ? days(count / 24) : format.plural(count, { one: "# hour", other: "# hours" })

/** Makes a link with that text in a sentence. */
type Link = (text: string) => Fragment

/**
 * - Parameters that are fragments are elements in a sentence: an address in bold, a time.
 * - A parameter `email` without a value stands for an address that the page does not know.
 * - A function with a parameter `link` makes the link with its text.
 */
export const pages = {
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
    tryAgain: "Try again",
    /** What screen readers say after a button was pressed. */
    working: "Just a moment…",
    account: "Your account",
    backToAccount: "Back to your account",
    emailSignInLink: "Email me a sign-in link",
    emailLink: "Email me a link",
    /** The labels of the fields. */
    email: "Email address",
    password: "Password",
    currentPassword: "Current password",
    newPassword: "New password",
    /** The button beside a password, and what screen readers say after it was pressed. */
    showPassword: "Show",
    hidePassword: "Hide",
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
    passwordMalformed: "Your password contains a character that isn't allowed.",
    languageMissing: "Choose a language.",
    codeMalformed: "Enter the six digits of the code from the email.",
    authenticatorCodeMalformed: "Enter the six digits that your authenticator app shows.",
    authenticatorCodeWrong: "This code doesn't work. Enter the one that the app shows now.",
    recoveryCodeMalformed: "Enter one of your recovery codes.",
    recoveryCodeWrong: "This recovery code doesn't work. It may have been used already.",
    passkeyNameMissing: "Enter a name for the passkey.",
    passkeyNameTooLong: "This name is too long."
  },

  /** The texts of problems, by their code. */
  problems: messages,

  /** What a password must contain. `contents`: such as "an uppercase letter and a number". */
  policy: {
    uppercase: "an uppercase letter",
    lowercase: "a lowercase letter",
    number: "a number",
    symbol: "a symbol",
    atLeast: (count: number) => `at least ${count} characters`,
    list: format.list,
    describeLength: (count: number) => `At least ${count} characters. A few words with spaces work well.`,
    describe: (count: number, contents: string) => `At least ${count} characters, with ${contents}.`,
    missing: (contents: string) => `Your password must include ${contents}.`,
    common: "Your password is too common: attackers try it first. Choose another."
  },

  /** When something happened. */
  time: {
    justNow: "just now",
    on: (date: string) => `on ${date}`,
    ago: format.ago
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
  },

  password: {
    signInTo: (name: string) => `Sign in to ${name}`,
    signUp: "Create an account",
    signUpFor: (name: string) => `Sign up for ${name}`,
    createAccount: "Create account",
    or: "or",
    noPasswordNeeded: "No password needed.",
    signInHint: "Open the link in the email to sign in.",
    signUpHint: "The link creates your account and signs you in.",
    forgotten: "Forgot your password?",
    newHere: (link: Link) => html`New here? ${link("Create an account")}`,
    haveAccount: (link: Link) => html`Have an account? ${link("Sign in")}`,
    signInInstead: "Sign in instead",
    noEmails: "We can't send emails at the moment, so you can't sign in.",
    closed: "Sign-up is closed",
    closedText: (name: string) =>
      `You can't create an account for ${name} here. If you have an account, you can sign in.`,
    invitationNeeded: (name: string) =>
      `You need an invitation to create an account for ${name}. If you got one, open the link in the email. If you have an account, you can sign in.`
  },

  magicLink: {
    sent: "Check your email",
    sending: (email: Fragment) => html`We're sending a sign-in link to ${email}.`,
    sendingIfRequested: "If you just requested a sign-in link, we're sending it.",
    sendingIfAccount: (email?: Fragment) =>
      html`If there's an account for ${email ?? "your email address"}, we're sending a sign-in link.`,
    requested: (email: Fragment) => html`You requested a sign-in link for ${email}.`,
    sentAgain: "We're sending a new link. Use the one in the newest email.",
    sentAgainIfAccount:
      "If there's an account for this address, we're sending a new link. Use the one in the newest email.",
    lifetime: (count: number) => `It works once and expires in ${minutes(count)}.`,
    otherDevice: "Open the link on this device to sign in right away. On another device you'll be asked to confirm.",
    noEmail: "No email? Check your spam folder.",
    noEmailOrTypo: "No email? Check your spam folder and the address above.",
    resend: "Resend link",
    /**
     * The field for the code beside the link, what is below it, and what users read after a code that does not sign in.
     */
    code: "Code from the email",
    codeHint: (count: number) =>
      `Six digits. You can type them here for ${minutes(count)} instead of opening the link.`,
    codeRejected:
      "This code doesn't work. Check the digits in the newest email, or open its link. If you've already sent this code, it may have worked. In that case, request a new email. After five wrong codes, only the link works for a while.",
    anotherEmail: "Use another email address",
    confirm: (name: string) => `Sign in to ${name}?`,
    signingInAs: (email: Fragment) => html`You're about to sign in on this device as ${email}.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing switches to ${email}.`,
    notYou: "Not you, or didn't request this? Close this page. You won't be signed in.",
    notYouSignedIn: "Not you, or didn't request this? Close this page. Nothing will change.",
    passwordRemoved:
      "This account had a password from before your email address was verified. We removed the unverified password and signed out all other devices, in case someone else created it.",
    setNewPassword: "Set a new password",
    newLink: "Get a new link",
    emailNewLink: "Email me a new link",
    canSendTo: (email: Fragment) => html`We can send a new link to ${email}.`,
    /** Why a link cannot be used. `problem` is a text of `problems`. */
    invalid: "This link no longer works",
    incomplete: "This link is incomplete",
    incompleteText: "Open it from the email again.",
    turnedOff: "This link doesn't work",
    tooMany: "Too many attempts",
    tooManyText: (when: string) => `Your link still works. Try again ${when}.`,
    blockedText: (problem: string) => `${problem} To sign in, open the link from the email.`,
    unchecked: "We couldn't check your link",
    uncheckedText: (problem: string) => `${problem} Open the link from the email again.`
  },

  passwordReset: {
    title: "Forgot your password?",
    explanation: "Enter your email address, and we'll send you a link to set a new password.",
    sending: (email?: Fragment) =>
      html`If there's an account for ${email ?? "your email address"}, we're sending a link to set a new password.`,
    noEmail: (link: Link) =>
      html`No email? Check your spam folder, or ${link("try again")}. You may have signed up with another address.`,
    form: "Set a new password",
    settingOf: (email: Fragment) => html`You're setting the password of ${email}.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing sets the password of ${email}, and signs you in with that account.`,
    set: "Set password and sign in",
    otherDevices: "This signs you out on all other devices. Not your account? Close this page. Nothing will change.",
    passwordsOff: "You can't use a password here. Sign in with a link.",
    noEmails: "We can't send emails at the moment, so you can't set a new password.",
    mayBeSet: "If you've just set a password, it may have been saved. Try to sign in with it.",
    blockedText: (problem: string) => `${problem} To set a new password, open the link from the email.`
  },

  pendingSignUp: {
    sending: (email: Fragment | undefined, count: number) =>
      html`We're sending an email to ${email ?? "your email address"}. If you're new here, open its link to create your account. The link works once and expires in ${minutes(count)}.`,
    noEmail: (link: Link) =>
      html`Open the link in this browser to keep the password you've just chosen. No email? Check your spam folder, or ${link("sign up again")}.`,
    title: "Complete your sign-up",
    completing: (email: Fragment) => html`This completes the sign-up with ${email}, and signs you in on this device.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing completes the sign-up with ${email}, and signs you in with that account.`,
    passwordNotUsed:
      "The password from the sign-up isn't used here. For your security, only the browser that you chose it in can keep it. You can set one afterwards.",
    complete: "Complete sign-up",
    notYou: "Not you, or didn't sign up? Close this page. Nothing will change.",
    ready: "Your account is ready",
    readyText:
      "You're signed in. For your security, only the browser that you signed up in can keep the password, so your account has none yet.",
    setPassword: "Set a password",
    invalidText: "It has expired, or has already been used. If you have an account, you can sign in.",
    blockedText: (problem: string) => `${problem} To sign up, open the link in the email.`,
    signInOrUp: (signIn: Link, signUp: Link) => html`${signIn("Go to sign-in")} or ${signUp("sign up again")}`
  },

  invitation: {
    title: (name: string) => `Join ${name}`,
    heading: (name: string) => `Join ${name}?`,
    creating: (email: Fragment) => html`This creates an account for ${email}, and signs you in on this device.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing creates an account for ${email}, and signs you in with it.`,
    notYou: "Not you, or weren't expecting this? Close this page. No account will be created.",
    invalid: "This invitation no longer works",
    invalidText: "It has expired, was withdrawn, or has already been used. If you have an account, you can sign in.",
    blockedText: (problem: string) => `${problem} To join, open the link in the email.`,
    unchecked: "We couldn't check your invitation"
  },

  account: {
    signedInAs: (email: Fragment) => html`You're signed in as ${email}`,
    verified: "Verified",
    notVerified: "Not verified",
    goTo: (name: string) => `Go to ${name}`,
    verify: "Verify your email",
    verifyText:
      "We'll email you a sign-in link. Open it in this browser: we sign out your other devices. If you open it where you're not signed in, we also remove your password and sign you out here, in case someone else created this account.",
    verifyButton: "Verify email",
    verifyToContinue: (email: Fragment, name: string) =>
      html`You're signed in as ${email}. To continue to ${name}, verify this address.`,
    verifyWithPassword: (link: Link) => html`To verify it, ${link("set a new password with a link by email")}.`,
    verifyWithoutEmails: "We can't send emails at the moment, so you can't verify it.",
    sessions: "Where you're signed in",
    thisDevice: "This device",
    signedInWithLink: (when: Fragment) => html`Signed in with a link ${when}`,
    signedInWithPassword: (when: Fragment) => html`Signed in with a password ${when}`,
    signedInWithPasskey: (when: Fragment) => html`Signed in with a passkey ${when}`,
    lastActive: (signedIn: Fragment, when: Fragment) => html`${signedIn}, last active ${when}`,
    signOutHere: "Sign out on this device",
    signOutOn: (device: string) => `Sign out on ${device}`,
    signOutOthers: "Sign out on all other devices",
    changePassword: "Change your password",
    setPassword: "Set a password",
    changePasswordButton: "Change password",
    setPasswordButton: "Set password",
    changingSignsOut: "Changing your password signs you out on all other devices.",
    settingSignsOut: "Setting your password signs you out on all other devices.",
    noPassword: (link: Link) => html`You don't have a password. ${link("Set one with a link by email")}`,
    noPasswordWithLinks: (count: number) =>
      `You don't have a password. To set one, sign in with a new link. You then have ${minutes(count)}.`,
    noPasswordWithoutEmails: "You don't have a password, and you can't set one while we can't send emails.",
    forgotten: (link: Link) => html`Forgot your password? ${link("Set a new one with a link by email")}`,
    linkTooOld: (count: number) => `You signed in more than ${minutes(count)} ago. Request a new link.`,
    sentFromElsewhere: "This form was sent from another website. Use this page to set a password.",
    /** What the page says after an action. */
    passwordIsSet: "Your password is set. You're signed out on all other devices.",
    accountIsKept: "We keep your account.",
    deviceIsSignedOut: "You're signed out on that device.",
    othersAreSignedOut: "You're signed out on all other devices.",
    language: "Language",
    languageLabel: "Language of pages and emails",
    languageOfBrowser: "Language of the browser",
    saveLanguage: "Save language",
    languageIsSet: "Your language is saved."
  },

  emailChange: {
    section: "Email address",
    sectionText: (link: Link) => html`You need access to the new address. ${link("Change email address")}`,
    title: "Change your email address",
    current: (email: Fragment) => html`Your email address is ${email}.`,
    newEmail: "New email address",
    formText: "We'll send a link to the new address. Your address changes when you open it here and confirm.",
    signInFirst: (count: number) =>
      `To change your email address, sign in with a new link. You then have ${minutes(count)}.`,
    passwordFirst: (link: Link) =>
      html`To change your email address, ${link("set a password with a link by email")} first.`,
    noEmails: "We can't send emails at the moment, so you can't change your email address.",
    sentFromElsewhere: "This form was sent from another website. Use this page to change your email address.",
    /** What the account page says after a request, and after the change. */
    requested: (count: number) =>
      `Check the inbox of your new address. If no other account has it, we've sent a link there, which works for ${minutes(count)}.`,
    changed: "Your email address is changed. You're signed out on all other devices.",
    confirm: "Change your email address?",
    confirmText: (current: Fragment, next: Fragment) =>
      html`You're signed in as ${current}. From now on you'll sign in as ${next}.`,
    confirmButton: "Change email address",
    otherDevices: "This signs you out on all other devices. Not your account? Close this page. Nothing will change.",
    restore: "Restore your email address?",
    restoreText: (email: Fragment) =>
      html`This makes ${email} the email address of your account again. It also removes the password, and signs out every device, in case someone else changed them.`,
    restoreButton: "Restore email address",
    changedItYourself: "Did you change the address yourself? Close this page. Nothing will change.",
    restored: "Your email address is restored",
    restoredText: (email: Fragment) =>
      html`Your account has the email address ${email} again. Every device is signed out, and the account has no password.`,
    setPassword: "Set a new password",
    orSignIn: (link: Link) => html`Or ${link("sign in with a link")}.`,
    signInToConfirm: "Sign in first",
    signInToConfirmText:
      "To change your email address, sign in to the account that you're changing. Then open the link in the email again, in this browser.",
    taken: "This email address is taken",
    takenText: "Another account has it now. Your own account is unchanged. You can change to another address.",
    invalidText:
      "It has expired, has already been used, or is for another account than the one that you're signed in to. You can request a new one on your account page.",
    restorationInvalidText:
      "It has expired or has already been used. If you can't sign in to your account, contact support.",
    goToAccount: "Go to your account"
  },

  personalData: {
    section: "Your data",
    download: "Download your data",
    delete: "Delete your account",
    deleteHeading: "Delete your account?",
    signedInTo: (name: string, email: Fragment) => html`You're signed in to ${name} as ${email}.`,
    deletedImmediately: "Your account, your password and your sign-ins are deleted immediately. You can't undo this.",
    deletedAfter: (count: number) =>
      `We sign you out on all other devices, and delete your account, your password and your sign-ins after ${days(count)}. Until then you can sign in and keep your account. After that, you can't get it back.`,
    downloadFirst: (link: Link) => html`You can ${link("download your data")} first.`,
    deleteButton: "Delete my account",
    keepButton: "Keep my account",
    signInFirst: (count: number) =>
      `To make sure that it's you, sign in with a new link. You then have ${minutes(count)}.`,
    passwordFirst: (link: Link) =>
      html`To make sure that it's you, first ${link("set a password with a link by email")}.`,
    noEmails: "To make sure that it's you, we would email you a link, but we can't send emails at the moment.",
    linkTooOld: "You signed in too long ago. Request a new link.",
    sentFromElsewhere: "This form was sent from another website. Use this page to delete your account.",
    scheduled: "Your account will be deleted",
    scheduledText: (name: string, email: Fragment, at: Fragment) =>
      html`We delete your ${name} account ${email} on ${at}. Until then you can keep it. After that, you can't get it back.`,
    scheduledNotice: (at: Fragment) => html`Your account will be deleted on ${at}.`,
    continueWithoutKeeping: "Continue without keeping it",
    deleted: "Your account is deleted",
    deletedText: "Thank you for having been with us. You can sign up again at any time."
  },

  passkey: {
    /** The button on the sign-in page, and what pages say when the browser gave no passkey, or it did not sign in. */
    signIn: "Sign in with a passkey",
    cancelled: "No passkey was used. Try again, or choose another way.",
    notAdded: "No passkey was added. Try again, or use another device.",
    exists: "This device or its password manager already has a passkey for your account.",
    failed: "That didn't work. Try again in a moment, or choose another way.",
    refused: "You may have been signed out, or this page is out of date. Reload it, then try again.",
    tooLate: "That took too long. Try again.",
    rejected: "You can't sign in with this passkey. Choose another way.",
    /** The part of the account page, and the page of all passkeys. */
    section: "Passkeys",
    sectionText: (link: Link) =>
      html`Sign in with your fingerprint, your face or a PIN. ${link("Manage your passkeys")}`,
    explanation:
      "A passkey signs you in with your fingerprint, your face, or the PIN of your device. There is nothing to remember, and it doesn't work on fake websites.",
    none: "You don't have a passkey yet.",
    added: (when: Fragment) => html`Added ${when}`,
    lastUsed: (added: Fragment, when: Fragment) => html`${added}, last used ${when}`,
    rename: "Rename",
    name: "Name",
    saveName: "Save name",
    remove: "Remove",
    removeNamed: (name: string) => `Remove: ${name}`,
    renameNamed: (name: string) => `Rename: ${name}`,
    add: "Add a passkey",
    needsScript: "To add a passkey, use a current browser with JavaScript turned on.",
    tooMany: (count: number) => `You have ${count} passkeys, and can't add more. Remove one that you don't need.`,
    isAdded: "Your passkey is added. You can sign in with it from now on.",
    isRenamed: "The name is saved.",
    isRemoved:
      "The passkey is removed, and you can no longer sign in with it. You can also delete it in your password manager.",
    /** The page that offers a passkey after a sign-in. */
    offer: "Sign in without a password next time?",
    notNow: "Not now"
  },

  secondFactor: {
    /** The part of the account page, and the page of the second factor. */
    section: "Second factor",
    isOn: (link: Link) =>
      html`When you sign in, we ask for a code from your authenticator app. ${link("Manage your second factor")}`,
    isOff: (link: Link) =>
      html`Protect your account with a code from an authenticator app. ${link("Set up a second factor")}`,
    explanation:
      "When you sign in with a password or a link, we also ask for a code from an authenticator app. With a passkey, you don't need one.",
    on: "On",
    codesLeft: (count: number) =>
      format.plural(count, { one: "You have # recovery code left.", other: "You have # recovery codes left." }),
    newCodes: "Create new recovery codes",
    newCodesHint: "Your old recovery codes then stop working.",
    remove: "Remove second factor",
    removeHint: "A password or a link is then enough to sign in.",
    cannotRemove: (name: string) => `${name} requires a second factor, so you can't remove it.`,
    isRemoved: "Your second factor is removed.",
    /** The page that sets it up, on the account and while signing in. */
    setUp: "Set up an authenticator app",
    required: (name: string) => `${name} requires a second factor. Set it up to sign in.`,
    scan: "Scan this QR code with an authenticator app on your phone.",
    picture: "QR code for your authenticator app",
    orType: (key: Fragment) => html`Or type this key into the app: ${key}`,
    orOpen: (link: Link) => html`Is the app on this device? ${link("Open the app")}`,
    code: "Code from the app",
    codeHint: "Six digits, which change every 30 seconds.",
    turnOn: "Turn on",
    /** The page that shows the recovery codes. */
    codes: "Your recovery codes",
    codesText:
      "If you don't have your authenticator app, each of these codes signs you in once. Save them now: we don't show them again.",
    download: "Download",
    print: "Print",
    saved: "I've saved them",
    /** The page that follows the first factor when signing in. */
    usePasskey: (name: string) => `${name} requires a second factor. Use your passkey to sign in.`,
    enterCode: "Enter your code",
    enterCodeText: (name: string) => `Open your authenticator app, and enter the code for ${name}.`,
    useRecoveryCode: "Use a recovery code",
    useApp: "Use your authenticator app",
    enterRecoveryCode: "Enter a recovery code",
    enterRecoveryCodeText: "You got recovery codes when you set up the second factor. Each of them works once.",
    recoveryCode: "Recovery code",
    expired: "Your sign-in has expired",
    expiredText: "You didn't enter a code in time, or signed in elsewhere in the meantime. Sign in again.",
    mayBeOn:
      "Your authenticator app may already be set up, with recovery codes. If you haven't seen them, you can create new ones on your account page after signing in."
  },

  factorRecovery: {
    /** What leads there, on the account and while signing in. */
    lost: (link: Link) => html`Lost your passkey or your authenticator app? ${link("Recover your account by email")}`,
    /** The page that requests it. */
    title: "Recover your account",
    text: (email: Fragment) =>
      html`Have you lost your passkeys, or your authenticator app and your recovery codes? Then we can remove them. We'll send a link for this to ${email}.`,
    textAtSignIn:
      "Have you lost your authenticator app and your recovery codes? Then we can remove them. We'll send a link for this to your email address.",
    wait: (count: number) =>
      `To protect your account, the link works only after ${waiting(count)}. Then you sign in and set up new ones.`,
    found: "If you find one of them in the meantime, sign in with it. This cancels the request.",
    send: "Send the link",
    unavailable: (name: string) => `You can't recover your account by email. Do you need help? Contact ${name}.`,
    /** What these pages and the account say while it is open. */
    requested: "Account recovery requested",
    open: (time: Fragment, device: string) =>
      html`On ${time}, someone asked to remove your passkeys and your authenticator app. They used this device: ${device}.`,
    period: (from: Fragment, until: Fragment) =>
      html`The link in our email does this from ${from} until ${until}. Signing in with a passkey, a code or a recovery code cancels it.`,
    cancel: "Cancel the request",
    isCancelled: "The request is cancelled. Your passkeys and your authenticator app are unchanged.",
    /** The page behind the link. */
    early: "You can't recover your account yet",
    earlyText: (email: Fragment, from: Fragment) =>
      html`From ${from}, you can remove the passkeys and the authenticator app of ${email}. Open this link again then.`,
    confirm: "Recover your account?",
    confirmText: (email: Fragment) =>
      html`This removes all passkeys, the authenticator app and the recovery codes of ${email}, and signs out every device. After that, a password or a link is enough to sign in, until you set up new ones.`,
    confirmButton: "Remove passkeys and app",
    someoneElse: "Wasn't this you? Cancel the request: someone else could sign in to your account.",
    completed: "Your account has been recovered",
    completedText: (email: Fragment) =>
      html`The passkeys and the authenticator app of ${email} were removed, and every device was signed out. Sign in and set up new ones.`,
    cancelled: "The request is cancelled",
    cancelledText:
      "Your passkeys and your authenticator app are unchanged. If you didn't make the request, set a new password: someone else could sign in to your account.",
    invalidText: "It has expired or has already been used, or the request was cancelled."
  },

  reauthentication: {
    title: "Confirm that it's you",
    text: (email: Fragment) =>
      html`You're signed in as ${email}. Before you change something important, confirm that it's you.`,
    confirm: "Confirm",
    withPasskey: "Use a passkey",
    rejected: "This passkey doesn't belong to your account. Try again, or choose another way."
  }
}
