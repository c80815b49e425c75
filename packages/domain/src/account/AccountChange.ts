/** What happens to an account, and its user is told by email. Each room names its own, in its records. */
import * as Record from "effect/Record"

/**
 * A change of an account.
 *
 * - `by`: who makes it. `anyone`: callers who try to sign in, the user or an attacker.
 * - `description`: what operators read, who may write the text of the email.
 * - `namesDeletion`: whether the email says when the account will be deleted.
 */
export interface AccountChange<Name extends string = string> {
  readonly name: Name
  readonly by: "anyone" | "operator" | "user"
  readonly description: string
  readonly namesDeletion: boolean
}

/** Defines changes by their names, each with its description. */
export const changesBy = <const Name extends string>(
  by: AccountChange["by"],
  descriptions: Readonly<Record<Name, string>>
): { readonly [Key in Name]: AccountChange<Key> } =>
  Record.map(descriptions, (description, name) => ({ name, by, description, namesDeletion: false })) as never
