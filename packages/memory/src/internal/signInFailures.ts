import type { User } from "@latchkey/domain/account/UserRepository"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { key, type MemoryState, Table } from "./MemoryState.ts"

/** The failed sign-ins of an address. `userId`: the account that they count for; none without an account. */
export interface StoredFailures {
  readonly instanceId: InstanceId
  readonly userId: Option.Option<UserId>
  readonly failures: number
  readonly noticeDueAt: Option.Option<DateTime.Utc>
  readonly notifiedAt: Option.Option<DateTime.Utc>
  readonly expiresAt: Option.Option<DateTime.Utc>
}

/** By email address. */
export const signInFailures = new Table<string, StoredFailures>("sign_in_failures")

/** Returns the failed sign-ins in a row of an account. */
export const failuresOf = (state: MemoryState, { email, id, instanceId }: Pick<User, "email" | "id" | "instanceId">) =>
  signInFailures.get(state, key(instanceId, email)).pipe(
    Option.filter(({ userId }) => Option.contains(userId, id)),
    Option.match({ onNone: () => 0, onSome: ({ failures }) => failures })
  )
