/** Every port that stores data, over one database in memory. */
import type { Storage } from "@latchkey/domain/Domain"
import * as Layer from "effect/Layer"
import * as MemoryApiKeyRepository from "./MemoryApiKeyRepository.ts"
import * as MemoryAttemptCounts from "./MemoryAttemptCounts.ts"
import * as MemoryAuditLog from "./MemoryAuditLog.ts"
import * as MemoryDatabase from "./MemoryDatabase.ts"
import * as MemoryCustomEmailRepository from "./MemoryCustomEmailRepository.ts"
import * as MemoryFactorRecoveryRepository from "./MemoryFactorRecoveryRepository.ts"
import * as MemoryFormerEmails from "./MemoryFormerEmails.ts"
import * as MemoryInstanceRemoval from "./MemoryInstanceRemoval.ts"
import * as MemoryInstanceRepository from "./MemoryInstanceRepository.ts"
import * as MemoryInvitationRepository from "./MemoryInvitationRepository.ts"
import * as MemoryEmailOutbox from "./MemoryEmailOutbox.ts"
import * as MemoryEmailSuppressions from "./MemoryEmailSuppressions.ts"
import * as MemoryMagicLinkRepository from "./MemoryMagicLinkRepository.ts"
import * as MemoryMailDeliveryLog from "./MemoryMailDeliveryLog.ts"
import * as MemoryOneTimeTokenRepository from "./MemoryOneTimeTokenRepository.ts"
import * as MemoryOperatorAccounts from "./MemoryOperatorAccounts.ts"
import * as MemoryOperatorPasskeyRepository from "./MemoryOperatorPasskeyRepository.ts"
import * as MemoryOperatorRepository from "./MemoryOperatorRepository.ts"
import * as MemoryPasskeyRepository from "./MemoryPasskeyRepository.ts"
import * as MemoryPersonalData from "./MemoryPersonalData.ts"
import * as MemoryRateLimitStore from "./MemoryRateLimitStore.ts"
import * as MemorySecondFactorRepository from "./MemorySecondFactorRepository.ts"
import * as MemorySessionRepository from "./MemorySessionRepository.ts"
import * as MemorySignInFailures from "./MemorySignInFailures.ts"
import * as MemoryTransaction from "./MemoryTransaction.ts"
import * as MemoryUserRepository from "./MemoryUserRepository.ts"

/**
 * Every port that stores data, over one database. It is empty when the layer is built, and its data is lost when the
 * layer is released. Everything that the ports guarantee holds, within one process.
 */
export const layer: Layer.Layer<Storage> = Layer.mergeAll(
  MemoryApiKeyRepository.layer,
  MemoryAttemptCounts.layer,
  MemoryAuditLog.layer,
  MemoryCustomEmailRepository.layer,
  MemoryFactorRecoveryRepository.layer,
  MemoryFormerEmails.layer,
  MemoryInstanceRemoval.layer,
  MemoryInstanceRepository.layer,
  MemoryInvitationRepository.layer,
  MemoryEmailOutbox.layer,
  MemoryEmailSuppressions.layer,
  MemoryMagicLinkRepository.layer,
  MemoryMailDeliveryLog.layer,
  MemoryOneTimeTokenRepository.layer,
  MemoryOperatorAccounts.layer,
  MemoryOperatorPasskeyRepository.layer,
  MemoryOperatorRepository.layer,
  MemoryPasskeyRepository.layer,
  MemoryPersonalData.layer,
  MemoryRateLimitStore.layer,
  MemorySecondFactorRepository.layer,
  MemorySessionRepository.layer,
  MemorySignInFailures.layer,
  MemoryTransaction.layer,
  MemoryUserRepository.layer
).pipe(Layer.provide(MemoryDatabase.layer))
