/** Magic links in a `MemoryDatabase`. */
import { type MagicLink, MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { magicLinks } from "./internal/links.ts"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const withoutLinksOf = (
  state: MemoryState,
  { email, instanceId }: Pick<MagicLink, "email" | "instanceId">
): MemoryState => magicLinks.without(state, (link) => link.instanceId === instanceId && link.email === email)

/** Greatest request first. */
const newestCodeFirst = Order.reverse(
  Order.mapInput(Option.getOrder(Order.string), (link: MagicLink) => link.requestId)
)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  MagicLinkRepository.of({
    insert: (link) => database.update((state) => magicLinks.set(state, key(link.instanceId, link.tokenHash), link)),

    find: (instanceId, tokenHash, now) =>
      database.read((state) =>
        Option.filter(magicLinks.get(state, key(instanceId, tokenHash)), ({ expiresAt }) => !isExpired(expiresAt, now))
      ),

    findCode: (instanceId, clientHash, now) =>
      database.read((state) =>
        pipe(
          magicLinks.values(state),
          Arr.filter(
            (link) =>
              link.instanceId === instanceId &&
              Option.contains(link.clientHash, clientHash) &&
              Option.isSome(link.requestId) &&
              !isExpired(link.expiresAt, now)
          ),
          Arr.sort(newestCodeFirst),
          Arr.head
        )
      ),

    consume: (instanceId, tokenHash, now) =>
      database.modify((state) => {
        const link = magicLinks
          .get(state, key(instanceId, tokenHash))
          .pipe(Option.filter(({ expiresAt }) => !isExpired(expiresAt, now)))
        return [link, Option.match(link, { onNone: () => state, onSome: (used) => withoutLinksOf(state, used) })]
      }),

    deleteAll: (instanceId, email) => database.update((state) => withoutLinksOf(state, { instanceId, email })),

    deleteAllOf: (instanceId, userId) =>
      database.update((state) =>
        magicLinks.without(state, (link) => link.instanceId === instanceId && Option.contains(link.userId, userId))
      ),

    deleteExpired: (now, limit) =>
      database.modify((state) => magicLinks.delete(state, limit, ({ expiresAt }) => isExpired(expiresAt, now)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<MagicLinkRepository, never, MemoryDatabase> = Layer.effect(MagicLinkRepository, make)
