/**
 * Links in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MagicLinkRepository, type MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, key, type MemoryState, removeUpTo } from "./internal/MemoryState.ts"

const withoutLinksOf = (state: MemoryState, { email, instanceId }: MagicLink): MemoryState => ({
  ...state,
  links: HashMap.filter(state.links, (link) => link.instanceId !== instanceId || link.email !== email)
})

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof MagicLinkRepository.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    MagicLinkRepository.of({
      insert: (link) =>
        database.update((state) => ({
          ...state,
          links: HashMap.set(state.links, key(link.instanceId, link.tokenHash), link)
        })),

      find: (instanceId, tokenHash, now) =>
        database.read((state) =>
          Option.filter(
            HashMap.get(state.links, key(instanceId, tokenHash)),
            ({ expiresAt }) => !isOver(expiresAt, now)
          )
        ),

      consume: (instanceId, tokenHash, now) =>
        database.modify((state) => {
          const link = HashMap.get(state.links, key(instanceId, tokenHash)).pipe(
            Option.filter(({ expiresAt }) => !isOver(expiresAt, now))
          )
          return [link, Option.match(link, { onNone: () => state, onSome: (used) => withoutLinksOf(state, used) })]
        }),

      deleteExpired: (now, limit) =>
        database.modify((state) => {
          const [count, links] = removeUpTo(state.links, limit, ({ expiresAt }) => isOver(expiresAt, now))
          return [count, { ...state, links }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkRepository, never, MemoryDatabase> = Layer.effect(MagicLinkRepository, make)
