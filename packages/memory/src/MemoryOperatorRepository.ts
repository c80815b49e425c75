/**
 * Dashboard invitations and dashboard sessions in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import type { TokenHash } from "@latchkey/domain/core/Token"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { deleteUpTo, isExpired } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const isActive = (all: HashMap.HashMap<TokenHash, DateTime.Utc>, tokenHash: TokenHash, now: DateTime.Utc): boolean =>
  Option.exists(HashMap.get(all, tokenHash), (expiresAt) => !isExpired(expiresAt, now))

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  OperatorRepository.of({
    insertInvitation: ({ expiresAt, tokenHash }) =>
      database.update((state) => ({
        ...state,
        operatorInvitations: HashMap.set(state.operatorInvitations, tokenHash, expiresAt)
      })),

    consumeInvitation: (tokenHash, now) =>
      database.modify((state) =>
        isActive(state.operatorInvitations, tokenHash, now)
          ? [true, { ...state, operatorInvitations: HashMap.remove(state.operatorInvitations, tokenHash) }]
          : [false, state]
      ),

    insertSession: ({ expiresAt, tokenHash }) =>
      database.update((state) => ({
        ...state,
        operatorSessions: HashMap.set(state.operatorSessions, tokenHash, expiresAt)
      })),

    isActive: (tokenHash, now) => database.read((state) => isActive(state.operatorSessions, tokenHash, now)),

    revokeSession: (tokenHash) =>
      database.modify((state) => [
        HashMap.has(state.operatorSessions, tokenHash),
        { ...state, operatorSessions: HashMap.remove(state.operatorSessions, tokenHash) }
      ]),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const matches = (expiresAt: DateTime.Utc) => isExpired(expiresAt, now)
        const [invitations, operatorInvitations] = deleteUpTo(state.operatorInvitations, limit, matches)
        const [sessions, operatorSessions] = deleteUpTo(state.operatorSessions, limit - invitations, matches)
        return [invitations + sessions, { ...state, operatorInvitations, operatorSessions }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<OperatorRepository, never, MemoryDatabase> = Layer.effect(OperatorRepository, make)
