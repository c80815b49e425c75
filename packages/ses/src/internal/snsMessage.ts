/**
 * Messages of Amazon SNS: their form, their age and their signature (Amazon SNS Developer Guide, "Verifying the
 * signatures of Amazon SNS messages").
 */
import { verify, type X509Certificate } from "node:crypto"
import { EmailReportRejected } from "@latchkey/domain/mail/MailErrors"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const signed = {
  MessageId: Schema.String,
  TopicArn: Schema.String,
  Message: Schema.String,
  Timestamp: Schema.String,
  SignatureVersion: Schema.Literal("1", "2"),
  Signature: Schema.String,
  SigningCertURL: Schema.String
}

const Notification = Schema.Struct({
  ...signed,
  Type: Schema.Literal("Notification"),
  Subject: Schema.optionalWith(Schema.String, { nullable: true })
})

const Confirmation = Schema.Struct({
  ...signed,
  Type: Schema.Literal("SubscriptionConfirmation", "UnsubscribeConfirmation"),
  SubscribeURL: Schema.String,
  Token: Schema.String
})

const Message = Schema.Union(Notification, Confirmation)

export type Confirmation = typeof Confirmation.Type
export type Message = typeof Message.Type

const decodeMessage = Schema.decodeUnknown(Message)

/** Decodes a message. What is in it is not trusted yet. */
export const decode = (input: unknown): Effect.Effect<Message, EmailReportRejected> =>
  Effect.mapError(decodeMessage(input), () => new EmailReportRejected({ reason: "malformed" }))

/** SNS repeats a message for at most 3,600 seconds. `Timestamp` is when it was published. */
const maxAge = Duration.hours(1)

/** By how much the clocks of AWS and of this machine may differ. */
const tolerance = Duration.minutes(5)

/** Fails unless the message is from the last hour. */
export const checkTime = Effect.fnUntraced(function* ({ Timestamp }: Message) {
  const at = yield* Effect.mapError(DateTime.make(Timestamp), () => new EmailReportRejected({ reason: "malformed" }))
  const now = yield* DateTime.now
  const isRecent = DateTime.between(at, {
    minimum: DateTime.subtractDuration(now, maxAge),
    maximum: DateTime.addDuration(now, tolerance)
  })
  if (!isRecent) yield* new EmailReportRejected({ reason: "time" })
})

/** The fields that are signed, in their order. */
const signedFields = (message: Message): ReadonlyArray<readonly [name: string, value: string | undefined]> => {
  const { Message, MessageId, Timestamp, TopicArn, Type } = message
  return message.Type === "Notification"
    ? Object.entries({ Message, MessageId, Subject: message.Subject, Timestamp, TopicArn, Type })
    : Object.entries({
        Message,
        MessageId,
        SubscribeURL: message.SubscribeURL,
        Timestamp,
        Token: message.Token,
        TopicArn,
        Type
      })
}

const textToSign = (message: Message): string =>
  signedFields(message)
    .map(([name, value]) => (value === undefined ? "" : `${name}\n${value}\n`))
    .join("")

const algorithms = { "1": "RSA-SHA1", "2": "RSA-SHA256" } as const

const isValidAt = ({ validFrom, validTo }: X509Certificate, now: DateTime.Utc): boolean =>
  Date.parse(validFrom) <= now.epochMillis && now.epochMillis <= Date.parse(validTo)

/** Fails unless the message has a signature under the certificate, and that is valid now. */
export const checkSignature = Effect.fnUntraced(function* (message: Message, certificate: X509Certificate) {
  const { publicKey } = certificate
  const isSigned =
    publicKey.asymmetricKeyType === "rsa" &&
    isValidAt(certificate, yield* DateTime.now) &&
    verify(
      algorithms[message.SignatureVersion],
      Buffer.from(textToSign(message)),
      publicKey,
      Buffer.from(message.Signature, "base64")
    )
  if (!isSigned) yield* new EmailReportRejected({ reason: "signature" })
})
