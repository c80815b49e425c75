/** Checks whether Latchkey learns which emails have bounced. It never fails: emails are sent in any case. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import type { Settings } from "../core/Settings.ts"

const unset = Check.warning("EMAIL_SNS_TOPIC_ARN is not set: bounces and complaints of Amazon SES go unnoticed")

/**
 * Runs the check `bounces`. Left out without a sender, and for a mail server without a topic: those report bounces to
 * the sender's mailbox, unless they are those of Amazon SES.
 */
export const run = ({
  emailFrom,
  emailSmtpUrl,
  emailSnsTopicArn
}: Pick<Settings, "emailFrom" | "emailSmtpUrl" | "emailSnsTopicArn">): Effect.Effect<ReadonlyArray<Check.Check>> => {
  if (Option.isNone(emailFrom)) return Effect.succeed([])
  const found = Option.map(emailSnsTopicArn, (arn) => Check.ok(`Amazon SES reports them to ${arn}`))
  if (Option.isNone(found) && Option.isSome(emailSmtpUrl)) return Effect.succeed([])
  return Effect.all([Check.run("bounces", Effect.succeed(Option.getOrElse(found, () => unset)))])
}
