/**
 * Recognizes errors by their tags, because an app may have two copies of this package.
 *
 * @since 0.1.0
 */
import type { InvalidCredentials, PersistenceError } from "./Errors.ts"

type Tagged = { readonly _tag: string }

/** Returns `true` for a `PersistenceError`. @since 0.1.0 */
export const isPersistenceError = (error: Tagged): error is PersistenceError => error._tag === "PersistenceError"

/** Returns `true` for `InvalidCredentials`. @since 0.1.0 */
export const isInvalidCredentials = (error: Tagged): error is InvalidCredentials => error._tag === "InvalidCredentials"
