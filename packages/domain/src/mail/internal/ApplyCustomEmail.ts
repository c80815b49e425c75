/**
 * Replaces the default text of an email by the one that the instance has for its kind and language.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Instance } from "../../instance/Instance.ts"
import { PublicUrls } from "../../instance/PublicUrls.ts"
import { CustomEmailFormat } from "../CustomEmailFormat.ts"
import { CustomEmailRepository } from "../CustomEmailRepository.ts"
import * as CustomizableEmail from "../CustomizableEmail.ts"
import type { EmailContent } from "../Mailer.ts"
import * as CustomEmailText from "../CustomEmailText.ts"

/** Makes the function. It runs where an email is sent, and never in a request of a user. */
export const make = Effect.gen(function* () {
  const format = yield* CustomEmailFormat
  const emails = yield* CustomEmailRepository
  const urls = yield* PublicUrls

  return Effect.fnUntraced(function* (
    { customizable, ...content }: CustomizableEmail.ComposedEmail,
    instance: Instance
  ) {
    if (customizable === undefined) return content
    const { kind, language } = customizable
    const custom = yield* emails.find({ instanceId: instance.id, kind, language })
    if (Option.isNone(custom)) return content
    const common = CustomizableEmail.commonValues(urls, instance)
    const placeholders = CustomizableEmail.withCommon(customizable.placeholders, common)
    const rendered = CustomEmailText.render(format, custom.value, placeholders, { ...common, language })
    if (Either.isRight(rendered)) return rendered.right
    // The email is more important than its wording. The text was valid when it was saved, by another version.
    const [{ part, reason }] = rendered.left
    yield* Effect.logWarning(
      "A custom email is no longer valid, so the default text is sent",
      `${part}: ${reason}`
    ).pipe(Effect.annotateLogs({ language }))
    return content satisfies EmailContent
  })
})
