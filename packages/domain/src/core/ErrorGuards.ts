/** Recognizes errors by their tags, because an app may have two copies of this package. */
import type { InvalidCredentials, PersistenceError } from "./Errors.ts"

type Tagged = { readonly _tag: string }

/** Returns `true` for a `PersistenceError`. */
export const isPersistenceError = (error: Tagged): error is PersistenceError => error._tag === "PersistenceError"

/** Returns `true` for `InvalidCredentials`. */
export const isInvalidCredentials = (error: Tagged): error is InvalidCredentials => error._tag === "InvalidCredentials"
