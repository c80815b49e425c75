/**
 * Every port that stores something, over one database in memory.
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import type { InstanceRepository } from "@latchkey/domain/InstanceRepository"
import type { MagicLinkOutbox } from "@latchkey/domain/MagicLinkOutbox"
import type { MagicLinkRepository } from "@latchkey/domain/MagicLinkRepository"
import type { RateLimitStore } from "@latchkey/domain/RateLimitStore"
import type { SessionRepository } from "@latchkey/domain/SessionRepository"
import type { Transaction } from "@latchkey/domain/Transaction"
import type { UserRepository } from "@latchkey/domain/UserRepository"
import * as MemoryDatabase from "./MemoryDatabase.ts"
import * as MemoryInstanceRepository from "./MemoryInstanceRepository.ts"
import * as MemoryMagicLinkOutbox from "./MemoryMagicLinkOutbox.ts"
import * as MemoryMagicLinkRepository from "./MemoryMagicLinkRepository.ts"
import * as MemoryRateLimitStore from "./MemoryRateLimitStore.ts"
import * as MemorySessionRepository from "./MemorySessionRepository.ts"
import * as MemoryTransaction from "./MemoryTransaction.ts"
import * as MemoryUserRepository from "./MemoryUserRepository.ts"

/** What this layer provides. @since 0.1.0 */
export type Ports =
  | InstanceRepository
  | MagicLinkOutbox
  | MagicLinkRepository
  | RateLimitStore
  | SessionRepository
  | Transaction
  | UserRepository

/** @since 0.1.0 */
export const layer: Layer.Layer<Ports> = Layer.mergeAll(
  MemoryInstanceRepository.layer,
  MemoryMagicLinkOutbox.layer,
  MemoryMagicLinkRepository.layer,
  MemoryRateLimitStore.layer,
  MemorySessionRepository.layer,
  MemoryTransaction.layer,
  MemoryUserRepository.layer
).pipe(Layer.provide(MemoryDatabase.layer))
