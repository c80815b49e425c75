/** Lists of users, page by page, for programs. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ExternalId } from "../account/ExternalId.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { UserId } from "../core/Ids.ts"
import { TimestampFromMillis } from "../core/Timestamp.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import { ofUser, type UserDetails } from "./UserDetails.ts"

/**
 * Which users to list.
 *
 * - `Email`: those whose address begins with the prefix, ordered by address.
 * - `ExternalId`: the one with that external id.
 * - `Created`: those created at `from` or later and before `until`, oldest first.
 */
export type UserFilter =
  | { readonly _tag: "Email"; readonly prefix: string }
  | { readonly _tag: "ExternalId"; readonly externalId: ExternalId }
  | {
      readonly _tag: "Created"
      readonly from: Option.Option<DateTime.Utc>
      readonly until: Option.Option<DateTime.Utc>
    }

/** The last user of a page, after which the next page begins. */
export const UserCursor = Schema.Struct({ email: Email, id: UserId, createdAt: TimestampFromMillis })
export type UserCursor = typeof UserCursor.Type

/** A page of users. `next`: none on the last page. */
export interface UserList {
  readonly users: ReadonlyArray<UserDetails>
  readonly next: Option.Option<UserCursor>
}

/** The use case of listing users. */
export class UserListing extends Context.Tag("@latchkey/domain/UserListing")<
  UserListing,
  {
    /** Returns up to `limit` users of an instance. A user who is created or moved meanwhile may be in no page. */
    readonly list: (query: {
      readonly instance: Instance
      readonly filter: UserFilter
      readonly after: Option.Option<UserCursor>
      readonly limit: number
    }) => Effect.Effect<UserList, PersistenceError>
  }
>() {}

const cursorOf = ({ createdAt, email, id }: User): UserCursor => ({ email, id, createdAt })

/** Makes the use case. */
export const make = Effect.map(UserRepository, (users) => {
  const find = (
    { id: instanceId }: Instance,
    filter: UserFilter,
    after: Option.Option<UserCursor>,
    limit: number
  ): Effect.Effect<ReadonlyArray<User>, PersistenceError> => {
    switch (filter._tag) {
      case "Email":
        return users.list({ instanceId, prefix: filter.prefix.toLowerCase(), order: "email", after, limit })
      case "ExternalId":
        return Effect.map(users.findByExternalId(instanceId, filter.externalId), Option.toArray)
      case "Created":
        return users.list({ instanceId, from: filter.from, until: filter.until, order: "oldest", after, limit })
    }
  }

  const list: (typeof UserListing.Service)["list"] = Effect.fnUntraced(function* ({ after, filter, instance, limit }) {
    // One more than the page shows whether there is a next page.
    const found = yield* find(instance, filter, after, limit + 1)
    const page = Arr.take(found, limit)
    const next = found.length > limit ? Option.map(Arr.last(page), cursorOf) : Option.none()
    return { users: page.map(ofUser), next }
  }, traced("UserListing.list"))

  return UserListing.of({ list })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(UserListing, make)
