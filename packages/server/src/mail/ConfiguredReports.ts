/** What the email provider reports, as the settings ask for. */
import { EmailReportReader } from "@latchkey/domain/mail/EmailReports"
import * as SesReports from "@latchkey/ses/SesReports"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { CommandError } from "../core/CommandError.ts"
import type { Settings } from "../core/Settings.ts"
import * as ConfiguredMailer from "./ConfiguredMailer.ts"

/** Takes bounces and complaints from the topic of Amazon SNS. Without one, there are no reports. */
export const layer = ({
  emailSnsTopicArn
}: Pick<Settings, "emailSnsTopicArn">): Layer.Layer<EmailReportReader, CommandError> =>
  Option.match(emailSnsTopicArn, {
    onNone: () => Layer.effect(EmailReportReader, EmailReportReader),
    onSome: (topicArn) => Layer.mapError(SesReports.layer({ topicArn }), ConfiguredMailer.toCommandError)
  })
