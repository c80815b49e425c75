/** Writes the account notices. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AccountChange } from "../account/AccountChange.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { AccountNoticeTemplate, customizable } from "./AccountNoticeTemplate.ts"
import * as CustomizableEmail from "./CustomizableEmail.ts"
import type { EmailComposer } from "./EmailComposers.ts"
import { accountNoticesPerEmail } from "./EmailLimits.ts"
import { EmailKind } from "./MailDeliveryLog.ts"

/** Makes a composer for each of the changes. */
export const make = Effect.fnUntraced(function* (changes: ReadonlyArray<AccountChange>) {
  const template = yield* AccountNoticeTemplate
  const urls = yield* PublicUrls

  return changes.map((change): EmailComposer => {
    const text = CustomizableEmail.make(customizable(change), template.render)
    return {
      kind: EmailKind.make(change.name),
      limit: accountNoticesPerEmail,
      isForAnyone: false,
      isEnabled: ({ emailConfig }) => emailConfig.accountNotices,
      customizable: [text],
      compose: ({ parameters, requestedAt }, instance, language) =>
        Effect.sync(() =>
          text.compose({
            language,
            change,
            ...CustomizableEmail.senderOf(urls, instance),
            signInUrl: urls.signIn(instance),
            forgotPasswordUrl: urls.forgotPassword(instance),
            hasLinks: instance.authConfig.magic_link,
            hasPasswords: instance.authConfig.password,
            deletionAt: Option.flatMap(Option.fromNullable(parameters["deletionAt"]), DateTime.make),
            userAgent: Option.fromNullable(parameters["userAgent"]),
            changedAt: requestedAt
          })
        )
    }
  })
})
