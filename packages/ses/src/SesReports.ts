/**
 * Reads what Amazon SES reports about emails: notifications of bounces and complaints, by way of a topic of Amazon SNS.
 */
import { EmailReportRejected } from "@latchkey/domain/mail/MailErrors"
import { traced } from "@latchkey/domain/core/Tracing"
import { EmailReportReader } from "@latchkey/domain/mail/EmailReports"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SesEvent from "./internal/sesEvent.ts"
import * as SnsMessage from "./internal/snsMessage.ts"
import * as SnsService from "./internal/snsService.ts"
import * as SnsTopic from "./internal/snsTopic.ts"

/**
 * - `topicArn`: the topic, such as `arn:aws:sns:eu-central-1:123456789012:latchkey-emails`. Notifications of other
 *   topics are rejected.
 * - `timeout`: for each request to SNS; by default 3 seconds.
 * - `fetch`: makes the requests to SNS; by default that of Node. Certificates of TLS are checked there.
 */
export interface Options {
  readonly topicArn: string
  readonly timeout?: Duration.DurationInput
  readonly fetch?: typeof fetch
}

/** The text is not the ARN of a standard topic of Amazon SNS. */
export class InvalidTopic extends Schema.TaggedError<InvalidTopic>("@latchkey/ses/InvalidTopic")("InvalidTopic", {}) {
  override get message() {
    return "SesReports has no valid topic. Set its ARN, such as arn:aws:sns:eu-central-1:123456789012:latchkey-emails"
  }
}

/** Returns `true` if the text is the ARN of a standard topic of Amazon SNS. */
export const isTopicArn = (text: string): boolean => Option.isSome(SnsTopic.parse(text))

/**
 * Makes the reader. It accepts a message if its topic is the configured one, it is at most an hour old, and its
 * signature (version 1 or 2) is valid under a certificate of SNS in the topic's region. It confirms the subscription of
 * the topic. Fails with `InvalidTopic` if `topicArn` is not one.
 *
 * A certificate that has verified a message is kept for a day, whatever others ask for meanwhile, and a process
 * requests at most 60 in a minute: only the topic's ARN, which is no secret, comes before such a request.
 *
 * Permanent bounces and complaints are reports. These are none: bounces that are transient or undetermined, complaints
 * that say that an email is not spam, emails without a reference of Latchkey, and all other events.
 */
export const make = Effect.fnUntraced(function* (options: Options) {
  const topic = yield* Effect.mapError(SnsTopic.parse(options.topicArn), () => new InvalidTopic())
  const sns = yield* SnsService.make(topic, options)

  const read = Effect.fnUntraced(function* (notification: unknown, { mayRequest }: { readonly mayRequest: boolean }) {
    const message = yield* SnsMessage.decode(notification)
    if (message.TopicArn !== topic.arn) return yield* new EmailReportRejected({ reason: "topic" })
    yield* SnsMessage.checkTime(message)
    const certificate = yield* sns.certificate(message.SigningCertURL, mayRequest)
    yield* SnsMessage.checkSignature(message, certificate)
    yield* sns.keep(message.SigningCertURL, certificate)
    if (message.Type === "Notification") return yield* SesEvent.report(message.Message)
    if (message.Type === "SubscriptionConfirmation") yield* sns.confirm(message)
    else
      yield* Effect.logWarning("Amazon SNS has ended the subscription: bounces and complaints are no longer reported")
    return Option.none()
  }, traced("SesReports.read"))

  return { isConfigured: true, read }
})

/** The reader as a layer. Provide it to `Domain.layer`. */
export const layer = (options: Options): Layer.Layer<EmailReportReader, InvalidTopic> =>
  Layer.effect(EmailReportReader, make(options))
