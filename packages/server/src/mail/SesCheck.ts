/** Checks whether Amazon SES would send emails. A failure means that it rejects them; a warning, that it may. */
import * as SesErrors from "@latchkey/ses/SesErrors"
import type * as SesIdentity from "@latchkey/ses/SesIdentity"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"

/** Explains why a query failed, which needs the permission. */
export const accessProblem = (failure: SesErrors.SesFailure, permission: string): Check.Finding => {
  const findings: Readonly<Record<SesErrors.AccessProblem, () => Check.Finding>> = {
    key: () => Check.failed(`Amazon SES rejected the access key (${failure.message})`),
    permission: () =>
      Check.warning(`not checked: the access key lacks ${permission} (sending only needs ses:SendEmail)`),
    credentials: () => Check.warning("no AWS credentials found"),
    unknown: () => Check.warning(`Amazon SES did not return a result (${failure.message})`)
  }
  return findings[SesErrors.accessProblemOf(failure)]()
}

const account = ({ isInSandbox, isSendingEnabled }: SesIdentity.Account): Check.Finding => {
  if (!isSendingEnabled) return Check.failed("sending is paused for the whole account")
  return isInSandbox
    ? Check.warning("the account is in the sandbox: only verified addresses receive emails")
    : Check.ok("the account can send")
}

const sender = (from: string) =>
  Option.match({
    onNone: () => Check.failed(`neither ${from} nor its domain is verified: Amazon SES will reject every email`),
    onSome: ({ name }: SesIdentity.Identity) => Check.ok(`${name} is verified`)
  })

/** Judges what Amazon SES returned. */
export const judge = (from: string, report: SesIdentity.Report): Check.Finding => {
  const findings = [
    Either.match(report.account, {
      onLeft: (failure) => accessProblem(failure, "ses:GetAccount"),
      onRight: account
    }),
    Either.match(report.identity, {
      onLeft: (failure) => accessProblem(failure, "ses:GetEmailIdentity"),
      onRight: sender(from)
    })
  ]
  // Both queries usually fail for the same reason.
  const distinct = findings.filter(({ detail }, index) => findings.findIndex((one) => one.detail === detail) === index)
  return Check.combine([Check.ok(`Amazon SES in ${report.region}`), ...distinct])
}
