/** Who may create an account: whom the instance admits, and the rules of an app in addition. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as AppPart from "../core/AppPart.ts"
import type { Email } from "../core/Email.ts"
import { type PersistenceError, SignUpClosed } from "../core/Errors.ts"
import type { Instance } from "../instance/Instance.ts"
import { SignUpRefused } from "./AccountErrors.ts"

/** An address that may get an account. It may have one already: the answer must not depend on that. */
export interface SignUpCandidate {
  readonly instance: Instance
  readonly email: Email
}

/**
 * Returns why an address gets no account: one sentence for the user per rule that it breaks, or none if it is admitted.
 * May run inside the transaction that creates the account, so it waits for nothing slow. `PersistenceError`
 * is 503 over HTTP, as for an outage.
 */
export type CheckSignUp = (candidate: SignUpCandidate) => Effect.Effect<ReadonlyArray<string>, PersistenceError>

/**
 * The rules in use: none by default. They apply to those who sign up, with a password, a link or an identity provider,
 * and neither to those who have an account nor to those whom an operator invites or creates. `Domain.layer` reads them
 * when it is built.
 */
export class SignUpRules extends Context.Reference<SignUpRules>()("@latchkey/domain/SignUpRules", {
  defaultValue: (): { readonly check: CheckSignUp } => ({ check: () => Effect.succeed([]) })
}) {}

/**
 * Uses the rules of an app. A failure of `check` is an error in the log, with its cause as `check` made it. Provide the
 * layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app starts.
 *
 * @example
 * ```ts
 * SignUpRules.layer(({ email }) =>
 *   Effect.map(isCustomer(email), (known) => (known ? [] : ["Please ask your account manager for access."]))
 * )
 * ```
 */
export const layer = (check: CheckSignUp): Layer.Layer<SignUpRules> =>
  AppPart.layer(
    "SignUpRules.layer",
    SignUpRules,
    Effect.sync(() => ({
      check: (candidate) => AppPart.logFailure("SignUpRules", () => check(candidate))
    }))
  )

/**
 * Makes the function that fails if the address gets no account: with `SignUpClosed`, alike for every address, unless
 * sign-up is open; with `SignUpRefused` for a domain that the instance does not admit, and by the rules of the app.
 */
export const makeCheck = Effect.map(AppPart.read(SignUpRules), ({ check }) =>
  Effect.fnUntraced(function* (candidate: SignUpCandidate) {
    const { email, instance } = candidate
    if (!instance.isSignUpOpen) return yield* new SignUpClosed()
    if (!instance.admits(email)) return yield* new SignUpRefused({ reasons: [] })
    const reasons = yield* check(candidate)
    if (Arr.isNonEmptyReadonlyArray(reasons)) return yield* new SignUpRefused({ reasons })
  })
)

/** Makes the function that returns whether the address gets an account, for what must not tell why. */
export const makeMaySignUp = Effect.map(
  makeCheck,
  (check) => (candidate: SignUpCandidate) =>
    check(candidate).pipe(
      Effect.as(true),
      Effect.catchTags({ SignUpClosed: () => Effect.succeed(false), SignUpRefused: () => Effect.succeed(false) })
    )
)
