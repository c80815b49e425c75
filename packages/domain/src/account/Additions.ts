/**
 * What users add to their accounts to sign in with, or to complete a sign-in, such as passkeys. Each room that has some
 * contributes them, so that nothing else lists them.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import type { AccountChange } from "./AccountChange.ts"
import type { User } from "./UserRepository.ts"

/**
 * A kind of them.
 *
 * - `added`: what the user is told once the address is verified, and whether the user has some. Absent if another kind
 *   says it.
 * - `removed`: what the user is told if some are removed.
 * - `removeSince`: removes what the locked user has added after a time, and records it in the audit log. Returns the
 *   user afterwards, or `None` if there was nothing.
 */
export interface Addition {
  readonly added?: {
    readonly change: AccountChange
    readonly isPresent: (user: User) => Effect.Effect<boolean, PersistenceError>
  }
  readonly removed: AccountChange
  readonly removeSince: (user: User, since: DateTime.Utc) => Effect.Effect<Option.Option<User>, PersistenceError>
}

/** Makes a kind of which a user has any number, each with the time when it was added. */
export const ofMany = <One extends { readonly createdAt: DateTime.Utc }>({
  added,
  list,
  remove,
  removed
}: {
  readonly added: AccountChange
  readonly removed: AccountChange
  readonly list: (user: User) => Effect.Effect<ReadonlyArray<One>, PersistenceError>
  readonly remove: (user: User, one: One) => Effect.Effect<void, PersistenceError>
}): Addition => ({
  added: { change: added, isPresent: (user) => Effect.map(list(user), (all) => all.length > 0) },
  removed,
  removeSince: Effect.fnUntraced(function* (user, since) {
    const recent = (yield* list(user)).filter(({ createdAt }) => DateTime.greaterThan(createdAt, since))
    for (const one of recent) yield* remove(user, one)
    return recent.length > 0 ? Option.some(user) : Option.none()
  })
})

/** Every kind, in the order of the rooms. */
export class Additions extends Context.Tag("@latchkey/domain/Additions")<Additions, ReadonlyArray<Addition>>() {}

/** Makes the layer from those of rooms. `Domain.layer` includes it. */
export const layer = <R = never>(
  ...rooms: ReadonlyArray<Effect.Effect<ReadonlyArray<Addition>, never, R>>
): Layer.Layer<Additions, never, R> =>
  Layer.effect(
    Additions,
    Effect.map(Effect.all(rooms), (lists) => lists.flat())
  )
