/**
 * Replies about the account of the signed-in user. Times are ISO 8601 in UTC.
 *
 * @since 0.1.0
 */

/**
 * The signed-in user.
 *
 * - `needsReauthentication`: whether deleting the account requires the current password, or a sign-in with a new link.
 * - `deletionAt`: when the account will be deleted; `null` if the user has not asked for it.
 * - `language`: the language that the user has chosen for pages and emails, as a BCP 47 tag; `null` if the browser
 *   decides.
 * - `deletionGraceDays`: how many days an account is kept after its user has asked to delete it.
 *
 * @since 0.1.0
 */
export interface Account {
  readonly userId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly hasPassword: boolean
  readonly needsReauthentication: boolean
  readonly createdAt: string
  readonly deletionAt: string | null
  readonly language: string | null
  readonly deletionGraceDays: number
}

/** When the account will be deleted. `deleted`: whether it has been already. @since 0.1.0 */
export interface AccountDeletion {
  readonly deleted: boolean
  readonly deletionAt: string
}
