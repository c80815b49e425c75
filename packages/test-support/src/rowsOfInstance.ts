import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * Stores an instance, and a row of every kind that can belong to it. A new table needs a row here: the tests of the
 * removal of instances fail without one, and then without its removal.
 */
export const writeRowsOfInstance = Effect.gen(function* () {
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId, { externalId: Option.some(ExternalId.make("crm|7")) })
  yield* (yield* SessionRepository).issue(Samples.grant(user))
  yield* (yield* MagicLinkRepository).insert(Samples.magicLink(instanceId))
  yield* (yield* FormerEmails).put(Samples.formerEmail(user))
  yield* (yield* InvitationRepository).put(Samples.invitation(instanceId))
  yield* Samples.storedPasskey(user)
  yield* Samples.storedOneTimeToken(instanceId)
  const factor = Samples.secondFactor(user)
  yield* (yield* SecondFactorRepository).add({ factor, recoveryCodes: [Samples.tokenHash()], credentialVersion: 0 })
  const recoveries = yield* FactorRecoveryRepository
  const recovery = Samples.factorRecovery(user, { credentialVersion: 1 })
  yield* recoveries.insert(recovery, Samples.now)
  yield* recoveries.addLink(recovery, { tokenHash: Samples.tokenHash(), now: Samples.now })
  yield* (yield* EmailSuppressions).put(Samples.emailSuppression(instanceId))
  yield* (yield* CustomEmailRepository).put(Samples.customEmail(instanceId))
  const outbox = yield* EmailOutbox
  const sent = Samples.queuedEmail(instanceId)
  yield* outbox.enqueue(sent)
  yield* outbox.enqueue(Samples.queuedEmail(instanceId))
  const result = { state: "sent", at: Samples.now, reason: Option.none(), detail: Option.none() } as const
  yield* outbox.complete(instanceId, sent.id, result)
  const rate = { limit: 1, windowSeconds: 60 }
  yield* (yield* RateLimitStore).consume(instanceId, [{ key: "one", rate }], Samples.now)
  yield* (yield* SignInFailures).record({ instanceId, email: user.email, now: Samples.now })
  const count = { instanceId, hour: Samples.now, attempt: "sign_in", outcome: "ok", count: 1 }
  yield* (yield* AttemptCounts).add([count])
  yield* (yield* AuditLog).append(Samples.auditEntry({ instanceId: Option.some(instanceId) }))
  const withFactor = yield* (yield* UserRepository).findById(instanceId, user.id)
  return { instanceId, user: Option.getOrThrow(withFactor) }
})
