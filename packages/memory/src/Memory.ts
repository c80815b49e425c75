/**
 * Every port that stores something, over one database in memory.
 *
 * @since 0.1.0
 */
import type { Storage } from "@latchkey/domain/Domain"
import * as Layer from "effect/Layer"
import * as MemoryAttemptCounts from "./MemoryAttemptCounts.ts"
import * as MemoryAuditLog from "./MemoryAuditLog.ts"
import * as MemoryDatabase from "./MemoryDatabase.ts"
import * as MemoryInstanceRepository from "./MemoryInstanceRepository.ts"
import * as MemoryMagicLinkOutbox from "./MemoryMagicLinkOutbox.ts"
import * as MemoryMagicLinkRepository from "./MemoryMagicLinkRepository.ts"
import * as MemoryOperatorRepository from "./MemoryOperatorRepository.ts"
import * as MemoryRateLimitStore from "./MemoryRateLimitStore.ts"
import * as MemorySessionRepository from "./MemorySessionRepository.ts"
import * as MemoryTransaction from "./MemoryTransaction.ts"
import * as MemoryUserRepository from "./MemoryUserRepository.ts"

/**
 * Every port for storing, over one database that is empty when the layer is built and gone when it is closed. All
 * that the ports promise holds, within one process.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<Storage> = Layer.mergeAll(
  MemoryAttemptCounts.layer,
  MemoryAuditLog.layer,
  MemoryInstanceRepository.layer,
  MemoryMagicLinkOutbox.layer,
  MemoryMagicLinkRepository.layer,
  MemoryOperatorRepository.layer,
  MemoryRateLimitStore.layer,
  MemorySessionRepository.layer,
  MemoryTransaction.layer,
  MemoryUserRepository.layer
).pipe(Layer.provide(MemoryDatabase.layer))
