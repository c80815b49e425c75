/** Passwords that are refused in addition to those of the `PasswordBlocklist`, such as those of known breaches. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as AppPart from "../core/AppPart.ts"
import type { Password } from "./Password.ts"

/**
 * Returns `true` if a password must not be used, for any account. Runs while the password is hashed, outside of any
 * transaction, and for passwords only that meet the policy. Cannot fail: if the list cannot be reached, the adapter
 * decides. `@latchkey/crypto` has one for Pwned Passwords, which accepts the password then.
 */
export type ContainsPassword = (password: Password) => Effect.Effect<boolean>

/**
 * The port for passwords of known breaches, or a list of the app: by default it has none, and only common passwords are
 * refused. It applies wherever a password is set, and never to signing in or to imported hashes. `Domain.layer` reads
 * it when it is built.
 */
export class BreachedPasswords extends Context.Reference<BreachedPasswords>()("@latchkey/domain/BreachedPasswords", {
  defaultValue: (): { readonly contains: ContainsPassword } => ({ contains: () => Effect.succeed(false) })
}) {}

/**
 * Uses a list. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app starts.
 */
export const layer = <E, R>(make: Effect.Effect<ContainsPassword, E, R>): Layer.Layer<BreachedPasswords, E, R> =>
  AppPart.layer(
    "BreachedPasswords.layer",
    BreachedPasswords,
    Effect.map(make, (contains) => ({
      contains: (password) => AppPart.logFailure("BreachedPasswords", () => contains(password))
    }))
  )
