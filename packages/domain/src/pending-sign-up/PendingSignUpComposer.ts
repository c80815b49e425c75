/**
 * Writes the emails of pending sign-ups. Only this worker looks at whether the address has an account, and the mailbox
 * is the only place that learns it.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ReservedEmail from "../account/ReservedEmail.ts"
import { isUsable, UserRepository } from "../account/UserRepository.ts"
import { UserNotFound } from "../account/AccountErrors.ts"
import type { Language } from "../language/Language.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import * as EmailedLink from "../magic-link/EmailedLink.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailComposer } from "../mail/EmailComposers.ts"
import { magicLinkEmailsPerEmail } from "../mail/EmailLimits.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import { emailKind } from "./RequestVerification.ts"
import { isPossible, linkLifetime } from "./PendingSignUps.ts"
import {
  customizableExistingAccount,
  customizableLink,
  PendingSignUpTemplate,
  type SignUpEmail
} from "./PendingSignUpTemplate.ts"
import * as PendingSignUpToken from "./PendingSignUpToken.ts"

/** Makes the composer. */
export const make = Effect.gen(function* () {
  const addLink = yield* EmailedLink.make
  const template = yield* PendingSignUpTemplate
  const urls = yield* PublicUrls
  const users = yield* UserRepository
  const linkText = CustomizableEmail.make(customizableLink, template.renderLink)
  const existingText = CustomizableEmail.make(customizableExistingAccount, template.renderExistingAccount)

  const writeLink = Effect.fnUntraced(function* (request: QueuedEmail, instance: Instance, common: SignUpEmail) {
    const expiresAt = DateTime.addDuration(yield* DateTime.now, linkLifetime)
    const linkToken = yield* addLink(request, PendingSignUpToken.hash, expiresAt)
    return linkText.compose({
      ...common,
      verifyUrl: urls.signUpVerification(instance, linkToken),
      lifetimeMinutes: Duration.toMinutes(linkLifetime),
      expiresAt
    })
  })

  const compose = Effect.fnUntraced(function* (request: QueuedEmail, instance: Instance, language: Language) {
    const user = yield* users.findByEmail(instance.id, request.email)
    const now = yield* DateTime.now
    if (Option.exists(user, (found) => !isUsable(found, now))) return yield* new UserNotFound()
    const common = {
      language,
      ...CustomizableEmail.senderOf(urls, instance),
      userAgent: Option.fromNullable(request.parameters["userAgent"]),
      requestedAt: request.requestedAt
    }
    // Anyone may have created an unverified account: the link claims it for the reader of the email.
    const isVerified = Option.exists(user, ({ emailVerifiedAt }) => Option.isSome(emailVerifiedAt))
    if (!isVerified) return yield* writeLink(request, instance, common)
    return existingText.compose({
      ...common,
      signInUrl: urls.signIn(instance),
      forgotPasswordUrl: urls.forgotPassword(instance)
    })
  })

  const composer: EmailComposer = {
    kind: emailKind,
    limit: magicLinkEmailsPerEmail,
    isForAnyone: true,
    isEnabled: isPossible,
    refuse: yield* ReservedEmail.makeRefusal,
    customizable: [linkText, existingText],
    compose
  }
  return [composer]
})
