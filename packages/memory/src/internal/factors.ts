import type { User } from "@latchkey/domain/account/UserRepository"
import type { TokenHash } from "@latchkey/domain/core/Token"
import type { UserHandle } from "@latchkey/domain/passkey/Credential"
import type { Passkey } from "@latchkey/domain/passkey/PasskeyRepository"
import type { SecondFactor } from "@latchkey/domain/second-factor/SecondFactorRepository"
import type * as DateTime from "effect/DateTime"
import type * as HashSet from "effect/HashSet"
import { isOfUser, key, type MemoryState, Table } from "./MemoryState.ts"

/** The second factor of a user, and the hashes of its recovery codes, which were made together. */
export interface StoredSecondFactor {
  readonly factor: SecondFactor
  readonly recoveryCodes: HashSet.HashSet<TokenHash>
  readonly codesCreatedAt: DateTime.Utc
}

/** By user id. */
export const secondFactors = new Table<string, StoredSecondFactor>("second_factors", {
  isOf: ({ factor }, user) => isOfUser(factor, user)
})

/** By credential id. */
export const passkeys = new Table<string, Passkey>("passkeys", { isOf: isOfUser })

/** By user id. */
export const userHandles = new Table<string, UserHandle>("user_handles", {
  isOf: (_, { id, instanceId }, name) => name === key(instanceId, id)
})

/** Deletes the passkeys of a user, and the handle. */
export const withoutPasskeys = (state: MemoryState, user: Pick<User, "id" | "instanceId">): MemoryState => {
  const rest = passkeys.without(state, (passkey) => isOfUser(passkey, user))
  return userHandles.remove(rest, key(user.instanceId, user.id))
}
