/**
 * Writes the emails with links to set a new password. The token is generated when the email is sent and exists in the
 * email only, so the outbox never holds one.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Language } from "../language/Language.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { lifetime, MagicLink, MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailComposer } from "../mail/EmailComposers.ts"
import { magicLinkEmailsPerEmail } from "../mail/EmailLimits.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import { customizable, PasswordResetTemplate } from "./PasswordResetTemplate.ts"
import * as PasswordResetToken from "./PasswordResetToken.ts"
import { emailKind } from "./RequestPasswordReset.ts"

/** Makes the composer. */
export const make = Effect.gen(function* () {
  const links = yield* MagicLinkRepository
  const template = yield* PasswordResetTemplate
  const tokens = yield* TokenGenerator
  const urls = yield* PublicUrls
  const text = CustomizableEmail.make(customizable, template.render)

  const compose = Effect.fnUntraced(function* (request: QueuedEmail, instance: Instance, language: Language) {
    const linkToken = yield* tokens.generate
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    yield* links.insert(
      new MagicLink({
        instanceId: request.instanceId,
        tokenHash: PasswordResetToken.hash(tokens, linkToken),
        email: request.email,
        clientHash: request.clientHash,
        expiresAt
      })
    )
    return text.compose({
      language,
      ...CustomizableEmail.senderOf(urls, instance),
      resetUrl: urls.passwordReset(instance, linkToken),
      lifetimeMinutes: Duration.toMinutes(lifetime),
      userAgent: Option.fromNullable(request.parameters["userAgent"]),
      requestedAt: request.requestedAt,
      expiresAt
    })
  })

  const composer: EmailComposer = {
    kind: emailKind,
    limit: magicLinkEmailsPerEmail,
    isForAnyone: true,
    needsAccount: () => Effect.succeed(true),
    isEnabled: ({ authConfig }) => authConfig.password,
    customizable: [text],
    compose
  }
  return [composer]
})
