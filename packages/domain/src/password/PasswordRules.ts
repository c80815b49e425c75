/** Rules of an app for new passwords, in addition to the password policy of the instance. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import * as AppPart from "../core/AppPart.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Password } from "./Password.ts"

/** A new password, and the account that it is for. */
export interface PasswordCandidate {
  readonly instance: Instance
  readonly email: Email
  readonly password: Password
}

/**
 * Returns why a password is refused: one sentence for the user per rule that it breaks, or none if it is accepted. Runs
 * while the attempt holds its place in the hashing queue, and outside of any transaction. `PersistenceError` is 503
 * over HTTP, as for an outage.
 */
export type CheckPassword = (candidate: PasswordCandidate) => Effect.Effect<ReadonlyArray<string>, PersistenceError>

/**
 * The rules in use: none by default. They apply wherever a password is set, and never to signing in. `Domain.layer`
 * reads them when it is built.
 */
export class PasswordRules extends Context.Reference<PasswordRules>()("@latchkey/domain/PasswordRules", {
  defaultValue: (): { readonly check: CheckPassword } => ({ check: () => Effect.succeed([]) })
}) {}

/**
 * Uses the rules of an app. A failure of `check` is an error in the log, with its cause as `check` made it. Provide the
 * layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app starts.
 */
export const layer = (check: CheckPassword): Layer.Layer<PasswordRules> =>
  AppPart.layer(
    "PasswordRules.layer",
    PasswordRules,
    Effect.sync(() => ({
      check: (candidate) => AppPart.logFailure("PasswordRules", () => check(candidate))
    }))
  )
