/** Writes the emails with magic links. */
import * as Boolean from "effect/Boolean"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SignUpRules from "../account/SignUpRules.ts"
import * as ReservedEmail from "../account/ReservedEmail.ts"
import type { Language } from "../language/Language.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailComposer } from "../mail/EmailComposers.ts"
import { magicLinkEmailsPerEmail } from "../mail/EmailLimits.ts"
import type { QueuedEmail } from "../mail/EmailOutbox.ts"
import * as AppLinkToken from "./internal/AppLinkToken.ts"
import * as CodeDerivation from "./internal/CodeDerivation.ts"
import * as EmailedLink from "./EmailedLink.ts"
import { appLink, withCode } from "./LinkEmail.ts"
import { lifetime } from "./MagicLinkRepository.ts"
import { customizable, MagicLinkTemplate } from "./MagicLinkTemplate.ts"
import { emailKind } from "./RequestMagicLink.ts"
import * as SignInCode from "./SignInCode.ts"

/** Makes the composer. */
export const make = Effect.gen(function* () {
  const maySignUp = yield* SignUpRules.makeMaySignUp
  const codes = yield* CodeDerivation.make
  const addLink = yield* EmailedLink.make
  const template = yield* MagicLinkTemplate
  const urls = yield* PublicUrls
  const text = CustomizableEmail.make(customizable, template.render)

  const codeOf = (request: QueuedEmail) =>
    Option.getOrUndefined(
      Option.map(codes.derive(request), (digits) => ({
        digits,
        lifetimeMinutes: Duration.toMinutes(SignInCode.lifetime)
      }))
    )

  const compose = Effect.fnUntraced(function* (request: QueuedEmail, instance: Instance, language: Language) {
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    const app = request.parameters[appLink]
    const hashOf = app === undefined ? AppLinkToken.hashForAll : AppLinkToken.hashFor(request.clientHash)
    const linkToken = yield* addLink(request, hashOf, expiresAt)
    const verifyUrl = urls.magicLink(instance, linkToken)
    return text.compose({
      language,
      ...CustomizableEmail.senderOf(urls, instance),
      verifyUrl: app === undefined ? verifyUrl : `${verifyUrl}&app=${encodeURIComponent(app)}`,
      lifetimeMinutes: Duration.toMinutes(lifetime),
      userAgent: Option.fromNullable(request.parameters["userAgent"]),
      code: request.parameters[withCode] === undefined ? undefined : codeOf(request),
      requestedAt: request.requestedAt,
      expiresAt
    })
  })

  const composer: EmailComposer = {
    kind: emailKind,
    limit: magicLinkEmailsPerEmail,
    isForAnyone: true,
    // A link that signs up needs no account.
    needsAccount: (instance, email) => Effect.map(maySignUp({ instance, email }), Boolean.not),
    isEnabled: ({ authConfig }) => authConfig.magic_link,
    refuse: yield* ReservedEmail.makeRefusal,
    customizable: [text],
    compose
  }
  return [composer]
})
