/** Writes the emails with links to set a new password. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Language } from "../language/Language.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import * as EmailedLink from "../magic-link/EmailedLink.ts"
import { lifetime } from "../magic-link/MagicLinkRepository.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailComposer } from "../mail/EmailComposers.ts"
import { magicLinkEmailsPerEmail } from "../mail/EmailLimits.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import { customizable, PasswordResetTemplate } from "./PasswordResetTemplate.ts"
import * as PasswordResetToken from "./PasswordResetToken.ts"
import { emailKind } from "./RequestPasswordReset.ts"

/** Makes the composer. */
export const make = Effect.gen(function* () {
  const addLink = yield* EmailedLink.make
  const template = yield* PasswordResetTemplate
  const urls = yield* PublicUrls
  const text = CustomizableEmail.make(customizable, template.render)

  const compose = Effect.fnUntraced(function* (request: QueuedEmail, instance: Instance, language: Language) {
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    const linkToken = yield* addLink(request, PasswordResetToken.hash, expiresAt)
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
