/** The paths of the pages, below the prefix of `HttpSettings`. */

/** The sign-in page. */
export { signInPath as signIn } from "@latchkey/http/core/BaseUrl"
/** Accepts the form that requests a sign-in link. */
export const signInLink = "/sign-in/link"
/** Accepts the form with the code beside a sign-in link. */
export const signInCode = "/sign-in/code"
/** The page that asks for the second factor, or sets one up. */
export const secondFactor = "/sign-in/second-factor"
/** Shows the sign-in page with the posted email address filled in. */
export const signInEmail = "/sign-in/email"
/** Accepts the form with a passkey that signs in. */
export const signInPasskey = "/sign-in/passkey"
/** Below it are the paths that lead to identity providers, by their ids. */
export const signInWith = "/sign-in/with"
/** The page that confirms who a signed-in user is, and accepts its forms. */
export const reauthenticate = "/reauthenticate"
/** Below it are the paths that lead to identity providers to confirm that, by their ids. */
export const reauthenticateWith = "/reauthenticate/with"
/** The sign-up page. */
export const signUp = "/sign-up"
/** The page that follows a sign-up whose email address must be verified first. */
export const signUpSent = "/sign-up/sent"
/** The page that completes such a sign-up, and accepts its form. */
export { verifySignUpPath as verifySignUp } from "@latchkey/http/core/BaseUrl"
/** The page that follows a request for a sign-in link. */
export const checkYourEmail = "/check-your-email"
/** The page that requests a link to set a new password, and accepts its form. */
export { forgotPasswordPath as forgotPassword } from "@latchkey/http/core/BaseUrl"
/** The page that follows such a request. */
export const forgotPasswordSent = "/forgot-password/sent"
/** The page that sets a new password with a link, and accepts its form. */
export { resetPasswordPath as resetPassword } from "@latchkey/http/core/BaseUrl"
/** The page that accepts an invitation, and accepts its form. */
export { invitationPath as invitation } from "@latchkey/http/core/BaseUrl"
/** The account page: password and sessions. */
export const account = "/account"
/** Accepts the form that sets the password. */
export const accountPassword = "/account/password"
/** Accepts the form that requests a sign-in link to the user's own email address. */
export const accountLink = "/account/link"
/** The page with the download of what is stored about the user. */
export const accountData = "/account/data"
/** Accepts the form that changes the name. */
export const accountName = "/account/name"
/** The page with the fields that the instance asks for. It comes after a sign-in while something is missing. */
export const accountDetails = "/account/details"
/** Accepts the form that chooses the language. */
export const accountLanguage = "/account/language"
/** Verifies the email address, and leads to the return URL. */
export const accountVerify = "/account/verify"
/** Below it are the paths that revoke sessions: one of them, or all others. */
export const accountSessions = "/account/sessions"
/** The page that requests a change of the email address, and accepts its form. */
export const accountEmail = "/account/email"
/** The page that changes the email address with a link, and accepts its form. */
export { confirmEmailPath as confirmEmail } from "@latchkey/http/core/BaseUrl"
/** The page that restores a former email address with a link, and accepts its form. */
export { restoreEmailPath as restoreEmail } from "@latchkey/http/core/BaseUrl"
/** The page of the user's passkeys, which also adds one. Below it are the paths that rename and remove. */
export const accountPasskeys = "/account/passkeys"
/** The page that offers a passkey after a sign-in. */
export const accountPasskeyOffer = "/account/passkeys/offer"
/** The page of personal access tokens, which also creates one. Below it are the paths that revoke. */
export const accountTokens = "/account/tokens"
/** The page where users type the code of another device, and are asked whether to sign it in. */
export { devicePath as device } from "@latchkey/http/core/BaseUrl"
/** Accepts the form that signs the device in. */
export const deviceApprove = "/device/approve"
/** Accepts the form that refuses the device. */
export const deviceDeny = "/device/deny"
/** The page of connected accounts, which also connects one. Below it are the paths that disconnect. */
export const accountIdentities = "/account/identities"
/** The page of the second factor. Below it are the paths that set it up and remove it. */
export const accountSecondFactor = "/account/second-factor"
/** The page that requests a recovery of lost factors, and accepts its form. */
export const accountRecovery = "/account/recovery"
/** Accepts the form that cancels a recovery. */
export const accountRecoveryCancel = "/account/recovery/cancel"
/** The page that requests a recovery while signing in, and accepts its form. */
export const signInRecovery = "/sign-in/second-factor/recovery"
/** The page that completes or cancels a recovery with a link, and accepts the form that completes it. */
export { factorRecoveryPath as factorRecovery } from "@latchkey/http/core/BaseUrl"
/** Accepts the form that cancels a recovery with a link. */
export const factorRecoveryCancel = "/factor-recovery/cancel"
/** The page that deletes the account, and says when it will be deleted; accepts its form. */
export const accountDelete = "/account/delete"
/** Accepts the form that keeps the account after all. */
export const accountKeep = "/account/delete/cancel"
/** The page that follows when the account is deleted immediately. */
export const accountDeleted = "/account/deleted"
/** Accepts the form that signs out. */
export const signOut = "/sign-out"
/** The page that follows signing out. */
export const signedOut = "/signed-out"
/** The home page of the dashboard for administrators. */
export { dashboardPath as dashboard } from "@latchkey/http/core/BaseUrl"
