/** Former addresses in a `MemoryDatabase`. */
import { type FormerEmail, FormerEmails } from "@latchkey/domain/account/FormerEmails"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { isExpired, isOfUser, key, Table } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** By email address. */
const formerEmails = new Table<string, FormerEmail>("former_emails", { isOf: isOfUser })

const latestFirst = Order.reverse(
  Order.mapInput(Order.number, ({ credentialVersion }: FormerEmail) => credentialVersion)
)

const isOf = (instanceId: InstanceId, userId: UserId) => (former: FormerEmail) =>
  former.instanceId === instanceId && former.userId === userId

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  FormerEmails.of({
    put: (former) =>
      database.modify((state) => [undefined, formerEmails.set(state, key(former.instanceId, former.email), former)]),

    find: (instanceId, email, now) =>
      database.read((state) =>
        Option.filter(formerEmails.get(state, key(instanceId, email)), ({ expiresAt }) => !isExpired(expiresAt, now))
      ),

    findAll: (instanceId, emails, now) =>
      database.read((state) =>
        Arr.filterMap(Arr.dedupe(emails), (email) =>
          Option.filter(formerEmails.get(state, key(instanceId, email)), ({ expiresAt }) => !isExpired(expiresAt, now))
        )
      ),

    list: (instanceId, userId) =>
      database.read((state) =>
        Arr.sort(HashMap.toValues(HashMap.filter(formerEmails.rows(state), isOf(instanceId, userId))), latestFirst)
      ),

    release: (instanceId, userId, from) =>
      database.modify((state) => {
        const isReleased = (former: FormerEmail) => isOf(instanceId, userId)(former) && former.credentialVersion >= from
        return [undefined, formerEmails.without(state, isReleased)]
      }),

    deleteExpired: (now, limit) =>
      database.modify((state) => formerEmails.delete(state, limit, ({ expiresAt }) => isExpired(expiresAt, now)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<FormerEmails, never, MemoryDatabase> = Layer.effect(FormerEmails, make)
