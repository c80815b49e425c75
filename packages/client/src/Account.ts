/**
 * The account of the signed-in user: replies and methods. Times are ISO 8601 in UTC.
 *
 * @since 0.1.0
 */
import type { CallOptions } from "./Options.ts"
import type { BodyCode, ProblemOf, Result } from "./Problem.ts"
import type { Ok } from "./Session.ts"

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

/** The current password. Omit it if the user has just signed in with a magic link. @since 0.1.0 */
export interface AccountDeletionRequest {
  readonly currentPassword?: string
}

/** A language as a BCP 47 tag, such as `de` or `pt-BR`, or `null`: then the browser decides. @since 0.1.0 */
export interface LanguageChoice {
  readonly language: string | null
}

/** Why there is no account to return. @since 0.1.0 */
export type AccountProblem = ProblemOf<"unauthenticated">
/** Why a language is not set. @since 0.1.0 */
export type SetLanguageProblem = ProblemOf<"unauthenticated" | BodyCode>
/** Why an account is not deleted. @since 0.1.0 */
export type DeleteAccountProblem = ProblemOf<
  "unauthenticated" | "invalid_credentials" | "reauthentication_required" | "signin_rate_limited" | BodyCode
>
/** Why the deletion of an account is not cancelled. @since 0.1.0 */
export type KeepAccountProblem = ProblemOf<"unauthenticated" | "forbidden_origin">

/** The methods of a client for the account of the signed-in user. @since 0.1.0 */
export interface AccountMethods {
  /** Returns the signed-in user, and when the account will be deleted, if it will. */
  readonly account: (options?: CallOptions) => Promise<Result<Account, AccountProblem>>

  /** Sets the language of the pages and emails that the signed-in user gets. */
  readonly setLanguage: (choice: LanguageChoice, options?: CallOptions) => Promise<Result<Ok, SetLanguageProblem>>

  /**
   * Deletes the account of the signed-in user after the `deletionGraceDays` of the instance, or immediately if it has
   * none. Requires the current password, unless the user signed in with a magic link in the last ten minutes and the
   * page is on Latchkey's own origin.
   */
  readonly deleteAccount: (
    request: AccountDeletionRequest,
    options?: CallOptions
  ) => Promise<Result<AccountDeletion, DeleteAccountProblem>>

  /** Keeps an account that would be deleted. Succeeds if it would not be, too. */
  readonly keepAccount: (options?: CallOptions) => Promise<Result<Ok, KeepAccountProblem>>
}
