/**
 * Who may use the dashboard, in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, removeUpTo } from "./internal/MemoryState.ts"

const isLive = (all: HashMap.HashMap<TokenHash, DateTime.Utc>, tokenHash: TokenHash, now: DateTime.Utc): boolean =>
  Option.exists(HashMap.get(all, tokenHash), (expiresAt) => !isOver(expiresAt, now))

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof OperatorRepository.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    OperatorRepository.of({
      insertInvitation: ({ expiresAt, tokenHash }) =>
        database.update((state) => ({
          ...state,
          operatorInvitations: HashMap.set(state.operatorInvitations, tokenHash, expiresAt)
        })),

      consumeInvitation: (tokenHash, now) =>
        database.modify((state) =>
          isLive(state.operatorInvitations, tokenHash, now)
            ? [true, { ...state, operatorInvitations: HashMap.remove(state.operatorInvitations, tokenHash) }]
            : [false, state]
        ),

      insertSession: ({ expiresAt, tokenHash }) =>
        database.update((state) => ({
          ...state,
          operatorSessions: HashMap.set(state.operatorSessions, tokenHash, expiresAt)
        })),

      isActive: (tokenHash, now) => database.read((state) => isLive(state.operatorSessions, tokenHash, now)),

      revokeSession: (tokenHash) =>
        database.modify((state) => [
          HashMap.has(state.operatorSessions, tokenHash),
          { ...state, operatorSessions: HashMap.remove(state.operatorSessions, tokenHash) }
        ]),

      deleteExpired: (now, limit) =>
        database.modify((state) => {
          const isSpent = (expiresAt: DateTime.Utc) => isOver(expiresAt, now)
          const [invitations, operatorInvitations] = removeUpTo(state.operatorInvitations, limit, isSpent)
          const [sessions, operatorSessions] = removeUpTo(state.operatorSessions, limit - invitations, isSpent)
          return [invitations + sessions, { ...state, operatorInvitations, operatorSessions }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<OperatorRepository, never, MemoryDatabase> = Layer.effect(OperatorRepository, make)
