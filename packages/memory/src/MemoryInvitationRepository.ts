/** Invitations in a `MemoryDatabase`. */
import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Invitation, InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { invitations } from "./internal/links.ts"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const newestFirst = Order.reverse(Order.mapInput(Order.string, ({ id }: Invitation) => id))

const findIn = (state: MemoryState, instanceId: InstanceId, email: Email, now: DateTime.Utc) =>
  Option.filter(invitations.get(state, key(instanceId, email)), ({ expiresAt }) => !isExpired(expiresAt, now))

const activeIn = (state: MemoryState, of: InstanceId, now: DateTime.Utc): ReadonlyArray<Invitation> =>
  invitations.values(state).filter(({ expiresAt, instanceId }) => instanceId === of && !isExpired(expiresAt, now))

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  InvitationRepository.of({
    put: (invitation) =>
      database.modify((state) => {
        const { createdAt, email, emailId, expiresAt, instanceId } = invitation
        const stored = Option.match(findIn(state, instanceId, email, createdAt), {
          onNone: () => invitation,
          onSome: (former) => new Invitation({ ...former, expiresAt, emailId })
        })
        return [stored, invitations.set(state, key(instanceId, email), stored)]
      }),

    find: (instanceId, email, now) => database.read((state) => findIn(state, instanceId, email, now)),

    findById: (instanceId, id, now) =>
      database.read((state) => Arr.findFirst(activeIn(state, instanceId, now), (invitation) => invitation.id === id)),

    list: ({ before, instanceId, limit, now }) =>
      database.read((state) => {
        const isOnPage = ({ id }: Invitation) => Option.match(before, { onNone: () => true, onSome: (end) => id < end })
        return Arr.take(Arr.sort(activeIn(state, instanceId, now).filter(isOnPage), newestFirst), limit)
      }),

    consume: (instanceId, email, now) =>
      database.modify((state) => [
        Option.isSome(findIn(state, instanceId, email, now)),
        invitations.remove(state, key(instanceId, email))
      ]),

    deleteAll: (instanceId, emails) =>
      database.modify((state) => [
        undefined,
        invitations.update(state, HashMap.removeMany(emails.map((email) => key(instanceId, email))))
      ]),

    deleteExpired: (now, limit) =>
      database.modify((state) => invitations.delete(state, limit, ({ expiresAt }) => isExpired(expiresAt, now)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<InvitationRepository, never, MemoryDatabase> = Layer.effect(InvitationRepository, make)
