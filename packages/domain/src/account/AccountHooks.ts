/** What an app does in the same transaction when an account changes, such as keeping its own row beside the user's. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { PersistenceError } from "../core/Errors.ts"
import * as AppPart from "../core/AppPart.ts"
import type { User } from "./UserRepository.ts"

/**
 * A step of the app. It runs inside the transaction that changes the user, after the statement that creates or verifies
 * the user, or before the one that deletes the user. Its failure or defect undoes the whole transaction: no account, no
 * session, no email, no deletion. Over HTTP, a `PersistenceError` is 503 and a defect 500.
 *
 * The transaction can fail after the hook, so a hook only writes what the transaction undoes: rows of the same
 * database. Other work, such as a call over the network, belongs to a job that reads these rows later.
 */
export type AccountHook = (user: User) => Effect.Effect<unknown, PersistenceError>

/** The hooks of an app. `user.instanceId` is the instance. */
export interface Hooks {
  /**
   * A user was created: by a sign-up, by the first link to an address, by an operator or by an import. Runs once for
   * each user that is stored, also after concurrent sign-ups with one address.
   */
  readonly onCreated: AccountHook

  /**
   * The address was verified for the first time. Runs once for each user: after `onCreated` for a user created by a
   * link, and after `onClaimed` for one that was claimed.
   */
  readonly onVerified: AccountHook

  /**
   * The first verification took the account over from the person who had created it, who may be someone else. What
   * gives access and was stored before, such as API tokens, belongs to that person.
   */
  readonly onClaimed: AccountHook

  /**
   * The user is about to be deleted, by the owner, an operator or the cleanup job. Runs before the statement that
   * deletes the user, so that rows that refer to the user can go first. Its failure keeps the user; the cleanup job
   * tries again in its next run. Deleting a whole instance does not run it.
   */
  readonly beforeDelete: AccountHook
}

/** Hooks that do nothing. */
export const none: Hooks = {
  onCreated: () => Effect.void,
  onVerified: () => Effect.void,
  onClaimed: () => Effect.void,
  beforeDelete: () => Effect.void
}

/** The hooks in use: `none` by default. `Domain.layer` reads them when it is built. */
export class AccountHooks extends Context.Reference<AccountHooks>()("@latchkey/domain/AccountHooks", {
  defaultValue: () => none
}) {}

const logged =
  (name: keyof Hooks, hook: AccountHook = none[name]): AccountHook =>
  (user) =>
    AppPart.logFailure(`The hook ${name}`, () => hook(user))

/**
 * Makes the layer of an app's hooks from an effect, which may use services such as a `SqlClient`. Hooks that are left
 * out do nothing. The failure of a hook is an error in the log, with its cause as the hook made it. Provide the layer
 * to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app starts.
 */
export const layer = <E, R>(
  hooks: Effect.Effect<Partial<Hooks>, E, R>
): Layer.Layer<AccountHooks, E, Exclude<R, Scope.Scope>> =>
  AppPart.layer(
    "AccountHooks.layer",
    AccountHooks,
    Effect.map(hooks, ({ beforeDelete, onClaimed, onCreated, onVerified }) => ({
      beforeDelete: logged("beforeDelete", beforeDelete),
      onClaimed: logged("onClaimed", onClaimed),
      onCreated: logged("onCreated", onCreated),
      onVerified: logged("onVerified", onVerified)
    }))
  )
