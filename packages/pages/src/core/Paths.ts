/**
 * Where the pages are, below the prefix of `PublicUrls`.
 *
 * @since 0.1.0
 */

/** The page with the form for an address and a password, and with the button for a link. @since 0.1.0 */
export const signIn = "/sign-in"
/** Where the form that asks for a link is posted to. @since 0.1.0 */
export const signInLink = "/sign-in/link"
/** The page with the form for a new account. @since 0.1.0 */
export const signUp = "/sign-up"
/** What a browser sees that has asked for a link. @since 0.1.0 */
export const checkYourMail = "/check-your-mail"
/** One's password and one's sessions. @since 0.1.0 */
export const account = "/account"
/** Where the form is posted to that sets the password. @since 0.1.0 */
export const accountPassword = "/account/password"
/** Where the forms are posted to that end sessions: one of them, or all others. @since 0.1.0 */
export const accountSessions = "/account/sessions"
/** Where the button is posted to that ends this session. @since 0.1.0 */
export const signOut = "/sign-out"
/** What a browser sees after that. @since 0.1.0 */
export const signedOut = "/signed-out"
/** The operator's pages. @since 0.1.0 */
export const dashboard = "/dashboard"
