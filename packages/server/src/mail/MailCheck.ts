/**
 * Whether mail would be sent. What Amazon SES itself refuses is a failure; what it cannot be asked is a warning.
 *
 * @since 0.1.0
 */
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as SesIdentity from "@latchkey/ses/SesIdentity"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Check from "../command/Check.ts"
import type { CommandError } from "../core/CommandError.ts"
import * as OutgoingMail from "./OutgoingMail.ts"

const obstacle = (failure: SesErrors.SesFailure, permission: string): Check.Finding => {
  const findings: Readonly<Record<SesErrors.Obstacle, () => Check.Finding>> = {
    key: () => Check.failed(`Amazon SES does not accept the access key (${failure.message})`),
    permission: () => Check.warning(`the access key may not look (${permission}); sending needs ses:SendEmail alone`),
    credentials: () => Check.warning("no access key of AWS was found"),
    unknown: () => Check.warning(`Amazon SES could not be asked (${failure.message})`)
  }
  return findings[SesErrors.obstacleOf(failure)]()
}

const account = ({ isInSandbox, isSendingEnabled }: SesIdentity.Account): Check.Finding => {
  if (!isSendingEnabled) return Check.failed("sending is paused for the whole account")
  return isInSandbox
    ? Check.warning("the account is in the sandbox: mail reaches verified addresses alone")
    : Check.ok("the account may send")
}

const sender = (from: string) =>
  Option.match({
    onNone: () => Check.failed(`neither ${from} nor its domain is verified there, so every mail is refused`),
    onSome: (identity: string) => Check.ok(`${identity} is verified`)
  })

const judge = (from: string, { account: its, region, verified }: SesIdentity.Report): Check.Finding => {
  const parts = [
    Either.match(its, { onLeft: (failure) => obstacle(failure, "ses:GetAccount"), onRight: account }),
    Either.match(verified, { onLeft: (failure) => obstacle(failure, "ses:GetEmailIdentity"), onRight: sender(from) })
  ]
  // Both questions meet the same obstacle more often than not.
  const distinct = parts.filter(({ detail }, index) => parts.findIndex((part) => part.detail === detail) === index)
  return Check.together([Check.ok(`mail by Amazon SES in ${region}`), ...distinct])
}

const look = (settings: OutgoingMail.MailSettings): Effect.Effect<Check.Finding, CommandError> =>
  Option.match(OutgoingMail.sesOptions(settings), {
    onNone: () => Effect.succeed(Check.warning("EMAIL_FROM is not set: magic links are off")),
    onSome: (options) =>
      SesIdentity.inspect(options).pipe(
        Effect.map((report) => judge(options.from, report)),
        Effect.mapError(OutgoingMail.toCommandError)
      )
  })

/** The check `mail`. It asks Amazon SES, and sends nothing. @since 0.1.0 */
export const run = (settings: OutgoingMail.MailSettings): Effect.Effect<Check.Check> =>
  Check.run("mail", look(settings))
