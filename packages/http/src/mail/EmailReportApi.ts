/** The contract of the notifications that the email provider sends. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { jsonType } from "../core/RequestReader.ts"

const optional = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })

const example = {
  Type: "Notification",
  MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
  TopicArn: "arn:aws:sns:eu-central-1:123456789012:latchkey-emails",
  Message: '{"eventType":"Delivery","mail":{"messageId":"0107019a3c4d5e6f-a1b2c3"}}',
  Timestamp: "2026-11-24T09:12:44.571Z",
  SignatureVersion: "2",
  Signature: "EXAMPLEpH+DcEwjAPg8O9mY8dReBSwksfg2S7WKQcikcNKWLQjwu6A4VbeS0QHVCkhRS7fUQvi2egU3N858fiTDN6bkkOxYDVrY0Ad8L",
  SigningCertURL:
    "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"
}

const receive = Contract.endpoint(HttpApiEndpoint.post("receiveSesNotification", "/v1/hooks/ses"), {
  summary: "Take a notification of Amazon SES",
  description:
    "For Amazon SNS: bounces and complaints about emails, and the confirmation of the subscription. Suppresses the address of an email that bounced for good, or that its recipient complained about. The signature, the topic and the age of a message are verified. 404 unless `EMAIL_SNS_TOPIC_ARN` is set.",
  body: Contract.body(
    Schema.Struct({
      Type: Schema.String,
      MessageId: Schema.String,
      TopicArn: Schema.String,
      Message: Schema.String,
      Timestamp: Schema.String,
      SignatureVersion: Schema.String,
      Signature: Schema.String,
      SigningCertURL: Schema.String,
      Subject: optional,
      SubscribeURL: optional,
      Token: optional
    }),
    "SnsMessage",
    example,
    { mediaTypes: ["text/plain", jsonType] }
  ),
  success: Ok,
  errors: ["email_report_rejected"]
})

/** `POST /v1/hooks/ses`. */
export class EmailReportApi extends Contract.group(
  "emailReport",
  { title: "Notifications of the email provider", description: "Amazon SNS calls this. Applications do not." },
  { receiveSesNotification: receive }
) {}
