import { isDeletionDue, type User } from "@latchkey/domain/account/UserRepository"
import type { UserId } from "@latchkey/domain/core/Ids"
import type { Session } from "@latchkey/domain/session/SessionRepository"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { key, type MemoryState, Table } from "./MemoryState.ts"

/** By user id. */
export const users = new Table<string, User>("users")

/** By email address. */
export const userIds = new Table<string, UserId>("user_ids")

/** By external id. */
export const userIdsByExternalId = new Table<string, UserId>("user_ids_by_external_id")

/** Returns `true` if the session's credential version is the user's and the user is not disabled. */
export const isOfCurrentVersion = (state: MemoryState, { credentialVersion, instanceId, userId }: Session): boolean =>
  Option.exists(
    users.get(state, key(instanceId, userId)),
    (user) => user.credentialVersion === credentialVersion && Option.isNone(user.disabledAt)
  )

/** As `isOfCurrentVersion`, and the user is not to be deleted at `now` or before. */
export const isOfUsableAccount = (state: MemoryState, session: Session, now: DateTime.Utc): boolean =>
  isOfCurrentVersion(state, session) &&
  !Option.exists(users.get(state, key(session.instanceId, session.userId)), (user) => isDeletionDue(user, now))
