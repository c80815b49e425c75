/** Writes the emails of invitations. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Language } from "../language/Language.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import * as EmailedLink from "../magic-link/EmailedLink.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailComposer } from "../mail/EmailComposers.ts"
import { magicLinkEmailsPerEmail } from "../mail/EmailLimits.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import { lifetime } from "./InvitationRepository.ts"
import { emailKind } from "./Invitations.ts"
import { customizable, InvitationTemplate } from "./InvitationTemplate.ts"
import * as InvitationToken from "./InvitationToken.ts"

/** Makes the composer. */
export const make = Effect.gen(function* () {
  const addLink = yield* EmailedLink.make
  const template = yield* InvitationTemplate
  const urls = yield* PublicUrls
  const text = CustomizableEmail.make(customizable, template.render)

  const compose = Effect.fnUntraced(function* (request: QueuedEmail, instance: Instance, language: Language) {
    // As the invitation, whenever the email is sent.
    const expiresAt = DateTime.addDuration(request.requestedAt, lifetime)
    const linkToken = yield* addLink(request, InvitationToken.hash, expiresAt)
    return text.compose({
      language,
      ...CustomizableEmail.senderOf(urls, instance),
      invitationUrl: urls.invitation(instance, linkToken),
      lifetimeDays: Duration.toDays(lifetime),
      invitedAt: request.requestedAt,
      expiresAt
    })
  })

  const composer: EmailComposer = {
    kind: emailKind,
    limit: magicLinkEmailsPerEmail,
    // Only operators request them.
    isForAnyone: false,
    isEnabled: ({ isOpenToInvited }) => isOpenToInvited,
    customizable: [text],
    compose
  }
  return [composer]
})
