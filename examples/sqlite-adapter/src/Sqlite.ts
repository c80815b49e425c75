/** Every port that stores data, on one SQLite file. */
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { Storage } from "@latchkey/domain/Domain"
import * as Layer from "effect/Layer"
import * as SqliteApiKeyRepository from "./SqliteApiKeyRepository.ts"
import * as SqliteAttemptCounts from "./SqliteAttemptCounts.ts"
import * as SqliteAuditLog from "./SqliteAuditLog.ts"
import * as SqliteDatabase from "./SqliteDatabase.ts"
import * as SqliteCustomEmailRepository from "./SqliteCustomEmailRepository.ts"
import * as SqliteFactorRecoveryRepository from "./SqliteFactorRecoveryRepository.ts"
import * as SqliteFormerEmails from "./SqliteFormerEmails.ts"
import * as SqliteInstanceRemoval from "./SqliteInstanceRemoval.ts"
import * as SqliteInstanceRepository from "./SqliteInstanceRepository.ts"
import * as SqliteEmailOutbox from "./SqliteEmailOutbox.ts"
import * as SqliteEmailSuppressions from "./SqliteEmailSuppressions.ts"
import * as SqliteInvitationRepository from "./SqliteInvitationRepository.ts"
import * as SqliteMagicLinkRepository from "./SqliteMagicLinkRepository.ts"
import * as SqliteMailDeliveryLog from "./SqliteMailDeliveryLog.ts"
import * as SqliteOperatorAccounts from "./SqliteOperatorAccounts.ts"
import * as SqliteOperatorChallengeRepository from "./SqliteOperatorChallengeRepository.ts"
import * as SqliteOperatorPasskeyRepository from "./SqliteOperatorPasskeyRepository.ts"
import * as SqliteOperatorRepository from "./SqliteOperatorRepository.ts"
import * as SqlitePasskeyChallengeRepository from "./SqlitePasskeyChallengeRepository.ts"
import * as SqlitePasskeyRepository from "./SqlitePasskeyRepository.ts"
import * as SqlitePendingSignInRepository from "./SqlitePendingSignInRepository.ts"
import * as SqlitePendingSignUpRepository from "./SqlitePendingSignUpRepository.ts"
import * as SqlitePersonalData from "./SqlitePersonalData.ts"
import * as SqliteRateLimitStore from "./SqliteRateLimitStore.ts"
import * as SqliteSecondFactorRepository from "./SqliteSecondFactorRepository.ts"
import * as SqliteSessionRepository from "./SqliteSessionRepository.ts"
import * as SqliteSignInFailures from "./SqliteSignInFailures.ts"
import * as SqliteTransaction from "./SqliteTransaction.ts"
import * as SqliteUserRepository from "./SqliteUserRepository.ts"

/** `path`: a file, or `":memory:"`. */
export const layer = (path: string): Layer.Layer<Storage, PersistenceError> =>
  Layer.mergeAll(
    SqliteApiKeyRepository.layer,
    SqliteAttemptCounts.layer,
    SqliteAuditLog.layer,
    SqliteCustomEmailRepository.layer,
    SqliteFactorRecoveryRepository.layer,
    SqliteFormerEmails.layer,
    SqliteInstanceRemoval.layer,
    SqliteInstanceRepository.layer,
    SqliteInvitationRepository.layer,
    SqliteEmailOutbox.layer,
    SqliteEmailSuppressions.layer,
    SqliteMagicLinkRepository.layer,
    SqliteMailDeliveryLog.layer,
    SqliteOperatorAccounts.layer,
    SqliteOperatorChallengeRepository.layer,
    SqliteOperatorPasskeyRepository.layer,
    SqliteOperatorRepository.layer,
    SqlitePasskeyChallengeRepository.layer,
    SqlitePasskeyRepository.layer,
    SqlitePendingSignInRepository.layer,
    SqlitePendingSignUpRepository.layer,
    SqlitePersonalData.layer,
    SqliteRateLimitStore.layer,
    SqliteSecondFactorRepository.layer,
    SqliteSessionRepository.layer,
    SqliteSignInFailures.layer,
    SqliteTransaction.layer,
    SqliteUserRepository.layer
  ).pipe(Layer.provide(SqliteDatabase.layer(path)))
