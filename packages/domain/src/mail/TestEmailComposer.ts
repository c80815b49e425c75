/**
 * Writes the test emails that operators send to see a text in a mailbox. Their values are samples, and no link of them
 * works.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { UserNotFound } from "../account/AccountErrors.ts"
import type { EmailComposer } from "./EmailComposers.ts"
import type { QueuedEmail } from "./EmailOutbox.ts"
import { Language } from "../language/Language.ts"
import { testEmailsPerEmail } from "./EmailLimits.ts"
import * as SampleValues from "./SampleValues.ts"
import { EmailKind } from "./MailDeliveryLog.ts"

/** The kind of a test email in the outbox. */
export const emailKind = EmailKind.make("test_email")

/** Which email a test email is a sample of. */
export const Parameters = Schema.Struct({ kind: EmailKind, language: Language })

/** Makes the composer, over those of the emails that it writes samples of. */
export const make = Effect.fnUntraced(function* (composers: ReadonlyArray<ReadonlyArray<EmailComposer>>) {
  const samples = yield* SampleValues.make
  const customizable = new Map(
    composers.flat().flatMap((composer) => (composer.customizable ?? []).map((email) => [email.kind, email] as const))
  )

  const decode = Schema.decodeUnknownOption(Parameters)
  const find = ({ parameters }: Pick<QueuedEmail, "parameters">) =>
    Option.flatMap(decode(parameters), ({ kind, language }) =>
      Option.map(Option.fromNullable(customizable.get(kind)), ({ sample }) => ({ language, sample }))
    )

  const composer: EmailComposer = {
    kind: emailKind,
    limit: testEmailsPerEmail,
    // Only operators request them.
    isForAnyone: false,
    isEnabled: () => true,
    // Another version has queued it.
    refuse: (email) => Effect.succeed(Option.isNone(find(email)) ? Option.some("unsupported") : Option.none()),
    // In the language of the text, whatever language the reader prefers.
    compose: Effect.fnUntraced(function* (email, instance) {
      const { language, sample } = yield* Effect.mapError(find(email), () => new UserNotFound())
      return sample(yield* samples.readable(instance, language))
    })
  }
  return [composer]
})
