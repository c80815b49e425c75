/**
 * Writes the emails about a recovery. A token is generated when its email is sent and exists in the email only, so the
 * outbox never holds one.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UserNotFound } from "../account/AccountErrors.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailComposer } from "../mail/EmailComposers.ts"
import { accountNoticesPerEmail } from "../mail/EmailLimits.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import type { DeliveryReason } from "../mail/MailDeliveryLog.ts"
import { FactorRecoveryRepository } from "./FactorRecoveryRepository.ts"
import {
  customizableReady,
  customizableRequested,
  type FactorRecoveryEmail,
  FactorRecoveryTemplate
} from "./FactorRecoveryTemplate.ts"
import * as FactorRecoveryToken from "./FactorRecoveryToken.ts"
import * as RecoveryEmails from "./internal/RecoveryEmails.ts"

type Text = ReturnType<typeof CustomizableEmail.make<FactorRecoveryEmail>>

/** Makes the composers. */
export const make = Effect.gen(function* () {
  const recoveries = yield* FactorRecoveryRepository
  const template = yield* FactorRecoveryTemplate
  const tokens = yield* TokenGenerator
  const urls = yield* PublicUrls

  /** Returns the recovery that the email is about, if it is still open. */
  const find = Effect.fnUntraced(function* (queued: QueuedEmail) {
    const { instanceId, requestedAt, userId } = RecoveryEmails.recoveryOf(queued)
    const open = yield* recoveries.find(instanceId, userId, yield* DateTime.now)
    return Option.filter(open, (recovery) => DateTime.Equivalence(recovery.requestedAt, requestedAt))
  })

  /** Nothing is sent if the recovery was cancelled or completed, or the credentials have changed. */
  const refuse = Effect.fnUntraced(function* (queued: QueuedEmail) {
    const reason: DeliveryReason = "withdrawn"
    return Option.isSome(yield* find(queued)) ? Option.none() : Option.some(reason)
  })

  const compose = (text: Text) =>
    Effect.fnUntraced(function* (queued: QueuedEmail, instance: Instance, language: Language) {
      const recovery = yield* Effect.mapError(yield* find(queued), () => new UserNotFound())
      const linkToken = yield* tokens.generate
      const link = { tokenHash: FactorRecoveryToken.hash(tokens, linkToken), now: yield* DateTime.now }
      const isAdded = yield* recoveries.addLink(recovery, link)
      if (!isAdded) return yield* new UserNotFound()
      const { availableAt, expiresAt, requestedAt, userAgent } = recovery
      return text.compose({
        language,
        ...CustomizableEmail.senderOf(urls, instance),
        recoveryUrl: urls.factorRecovery(instance, linkToken),
        userAgent: userAgent === "" ? Option.none() : Option.some(userAgent),
        requestedAt,
        availableAt,
        expiresAt
      })
    })

  const composerOf = (text: Text): EmailComposer => ({
    kind: text.kind,
    limit: accountNoticesPerEmail,
    isForAnyone: false,
    needsAccount: () => Effect.succeed(true),
    isEnabled: (instance) => instance.allowsFactorRecovery,
    refuse,
    customizable: [text],
    compose: compose(text)
  })

  return [
    composerOf(CustomizableEmail.make(customizableRequested, template.render)),
    composerOf(CustomizableEmail.make(customizableReady, template.renderReady))
  ]
})
